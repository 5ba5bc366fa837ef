import { Refusal } from '../refusal.ts';
import { createFileCache } from './file-cache.ts';

/** Widths of smaller covers in pixels; covers are 640 wide. */
export const SMALL_COVER_WIDTHS = [160, 320] as const;
export type SmallCoverWidth = (typeof SMALL_COVER_WIDTHS)[number];

/** Draws a picture in a smaller width. Throws a `Refusal` if it cannot, or not now. */
interface CoverDrawer {
  smallCover(bytes: Uint8Array, width: SmallCoverWidth): Promise<Uint8Array>;
}

/** Smaller copies of covers, made on demand. */
export interface SmallCovers {
  /**
   * A copy in a smaller width in pixels, as WebP; null if it cannot be made now. `version` names the cover and `read`
   * returns it, or null.
   */
  get(version: string, width: SmallCoverWidth, read: () => Promise<Uint8Array | null>): Promise<Uint8Array | null>;
}

/** Creates an in-memory cache of `bytesMax` bytes; concurrent readers of one copy share its drawing. */
export function createSmallCovers({ smallCover }: CoverDrawer, bytesMax: number): SmallCovers {
  /** How to make the copies that are requested now, by key. */
  const makers = new Map<string, () => Promise<Uint8Array | null>>();
  const cache = createFileCache({ get: async (key) => (await makers.get(key)?.()) ?? null }, bytesMax);
  return {
    async get(version, width, read) {
      const key = `${version}/${width}`;
      makers.set(key, async () => {
        const cover = await read();
        return cover && smallCover(cover, width);
      });
      try {
        return await cache.get(key);
      } catch (error) {
        // Too many wait, or the cover is no picture: the caller serves the original.
        if (error instanceof Refusal) return null;
        throw error;
      } finally {
        makers.delete(key);
      }
    },
  };
}
