import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { readBannerPicture } from '../../../house/banners.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { PICTURE_POLICY } from '../../security.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';

const HOUR_SECONDS = 3_600;

export function readBannerPictureRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/banners/:id/picture',
    config: { access: 'public', site: 'both' },
    schema: {
      tags: ['house'],
      summary: 'The re-encoded picture of a banner; 404 without one',
      params: z.object({ id: Uuid }),
      querystring: z.object({
        v: z.string().max(64).optional().describe('Version of the picture; a new version bypasses the browser’s cache'),
      }),
      response: {
        200: { description: 'A picture of 960 by 400', content: { 'image/webp': { schema: z.any() } } },
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const found = await readBannerPicture(db, request.params.id);
      if (found === null) throw new Refusal('not-found');
      const tag = `"${found.version}"`;
      reply.header('cache-control', `public, max-age=${HOUR_SECONDS}`).header('etag', tag);
      reply.header('content-security-policy', PICTURE_POLICY);
      if (request.headers['if-none-match'] === tag) return reply.code(304).send();
      return reply.type('image/webp').send(found.picture);
    },
  });
}
