import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { Refusal } from '../../../refusal.ts';
import { type Cover, readCover } from '../../../video/covers.ts';
import type { FileCache } from '../../../video/file-cache.ts';
import { folderOfFilm } from '../../../video/film-store.ts';
import { POSTER_FILE } from '../../../video/poster.ts';
import { SMALL_COVER_WIDTHS, type SmallCovers, type SmallCoverWidth } from '../../../video/small-covers.ts';
import type { Http } from '../../http.ts';
import { PICTURE_POLICY } from '../../security.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';

const HOUR_SECONDS = 3_600;
const YEAR_SECONDS = 365 * 24 * HOUR_SECONDS;
/** Lifetime of the original in the place of a copy that could not be made. */
const STAND_IN_SECONDS = 60;

interface Deps {
  db: Db;
  files: FileCache;
  smallCovers: SmallCovers;
}

export function readVideoCoverRoute(http: Http, { db, files, smallCovers }: Deps): void {
  http.route({
    method: 'GET',
    url: '/api/videos/:id/cover',
    config: { access: 'public' },
    schema: {
      tags: ['video'],
      summary: 'The picture of a title: its cover, or a frame of its film',
      params: z.object({ id: Uuid }),
      querystring: z.object({
        v: z.string().max(64).optional().describe('Version of the picture, as in lists'),
        w: z
          .enum(SMALL_COVER_WIDTHS.map(String) as [string, ...string[]])
          .optional()
          .describe('Width in pixels; default: 640'),
      }),
      response: {
        200: {
          description: 'A picture of 640 by 360, or smaller',
          content: { 'image/webp': { schema: z.any() }, 'image/jpeg': { schema: z.any() } },
        },
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const found = await readCover(db, request.params.id);
      if (found === null) throw new Refusal('not-found');
      const width = SMALL_COVER_WIDTHS.find((one) => String(one) === request.query.w) ?? null;
      const tag = width === null ? `"${found.version}"` : `"${found.version}-${width}"`;
      reply.header('content-security-policy', PICTURE_POLICY);
      if (request.headers['if-none-match'] === tag) return reply.code(304).send();
      const picture = await readPicture(found, width, { files, smallCovers });
      if (picture === null) throw new Refusal('not-found');
      if (picture.isStandIn) {
        reply.header('cache-control', `public, max-age=${STAND_IN_SECONDS}`);
      } else {
        const seconds = request.query.v === found.version ? YEAR_SECONDS : HOUR_SECONDS;
        reply.header('cache-control', `public, max-age=${seconds}${seconds === YEAR_SECONDS ? ', immutable' : ''}`);
        reply.header('etag', tag);
      }
      return reply.type(picture.type).send(Buffer.from(picture.bytes));
    },
  });
}

/** A picture; `isStandIn`: the original, since its smaller copy could not be made. */
interface Picture {
  bytes: Uint8Array;
  type: string;
  isStandIn: boolean;
}

/** `width`: null for the original. Null if the film has no poster. */
async function readPicture(
  { version, picture, filmId }: Cover,
  width: SmallCoverWidth | null,
  { files, smallCovers }: Omit<Deps, 'db'>,
): Promise<Picture | null> {
  const original = async () => picture ?? (await files.get(`${folderOfFilm(filmId)}/${POSTER_FILE}`));
  const small = width && (await smallCovers.get(version, width, original));
  if (small) return { bytes: small, type: 'image/webp', isStandIn: false };
  const bytes = await original();
  return bytes && { bytes, type: picture === null ? 'image/jpeg' : 'image/webp', isStandIn: width !== null };
}
