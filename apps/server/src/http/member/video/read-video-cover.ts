import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { Refusal } from '../../../refusal.ts';
import { readCover } from '../../../video/covers.ts';
import type { FileCache } from '../../../video/file-cache.ts';
import { folderOfFilm } from '../../../video/film-store.ts';
import { POSTER_FILE } from '../../../video/poster.ts';
import type { Http } from '../../http.ts';
import { PICTURE_POLICY } from '../../security.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';

const HOUR_SECONDS = 3_600;
const YEAR_SECONDS = 365 * 24 * HOUR_SECONDS;

export function readVideoCoverRoute(http: Http, { db, files }: { db: Db; files: FileCache }): void {
  http.route({
    method: 'GET',
    url: '/api/videos/:id/cover',
    config: { access: 'public' },
    schema: {
      tags: ['video'],
      summary: 'The picture of a title: its cover, or a frame of its film',
      params: z.object({ id: Uuid }),
      querystring: z.object({ v: z.string().max(64).optional().describe('Version of the picture, as in lists') }),
      response: {
        200: {
          description: 'A picture of 640 by 360',
          content: { 'image/webp': { schema: z.any() }, 'image/jpeg': { schema: z.any() } },
        },
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const found = await readCover(db, request.params.id);
      if (found === null) throw new Refusal('not-found');
      const { version, picture } = found;
      const seconds = request.query.v === version ? YEAR_SECONDS : HOUR_SECONDS;
      reply.header('cache-control', `public, max-age=${seconds}${seconds === YEAR_SECONDS ? ', immutable' : ''}`);
      reply.header('content-security-policy', PICTURE_POLICY).header('etag', `"${version}"`);
      if (request.headers['if-none-match'] === `"${version}"`) return reply.code(304).send();
      if (picture !== null) return reply.type('image/webp').send(picture);
      const poster = await files.get(`${folderOfFilm(found.filmId)}/${POSTER_FILE}`);
      if (poster === null) throw new Refusal('not-found');
      return reply.type('image/jpeg').send(Buffer.from(poster));
    },
  });
}
