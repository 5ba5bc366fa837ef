import type { FilmStore } from './film-store.ts';

/** A cache of film files; concurrent readers share one read. */
export interface FileCache {
  /** Null if there is no such file. */
  get(path: string): Promise<Uint8Array | null>;
}

/** In-memory LRU cache of film files, bounded in bytes. Film files are immutable, so entries never expire. */
export function createFileCache(store: Pick<FilmStore, 'get'>, bytesMax: number): FileCache {
  const cached = new Map<string, Uint8Array>();
  const requested = new Map<string, Promise<Uint8Array | null>>();
  let bytes = 0;

  function keep(path: string, file: Uint8Array): void {
    if (file.length > bytesMax / 4) return;
    cached.set(path, file);
    bytes += file.length;
    for (const [oldest, { length }] of cached) {
      if (bytes <= bytesMax) return;
      cached.delete(oldest);
      bytes -= length;
    }
  }

  async function read(path: string): Promise<Uint8Array | null> {
    const file = await store.get(path);
    if (file !== null && !cached.has(path)) keep(path, file);
    return file;
  }

  return {
    async get(path) {
      const found = cached.get(path);
      if (found) {
        // A map keeps insertion order: re-insert, so that this entry is evicted last.
        cached.delete(path);
        cached.set(path, found);
        return found;
      }
      const running = requested.get(path) ?? read(path).finally(() => requested.delete(path));
      requested.set(path, running);
      return running;
    },
  };
}
