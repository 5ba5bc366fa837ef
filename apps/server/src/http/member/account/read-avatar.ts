import { z } from 'zod';
import { readMemberPicture } from '../../../members/account/avatars.ts';
import { Refusal } from '../../../refusal.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PICTURE_POLICY } from '../../security.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import type { MemberDeps } from '../deps.ts';

export function readAvatarRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'GET',
    url: '/api/me/avatar',
    config: { access: 'restricted' },
    schema: {
      tags: ['person'],
      summary: 'The member’s re-encoded picture; 404 without one',
      querystring: z.object({
        v: z.string().max(64).optional().describe('Version of the picture; a new version bypasses the browser’s cache'),
      }),
      response: {
        200: { description: 'A picture of 256 by 256', content: { 'image/webp': { schema: z.any() } } },
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const own = await readMemberPicture(members.db, identityOf(request));
      if (own === null) throw new Refusal('not-found');
      const tag = `"${own.version}"`;
      // Cached but revalidated each time: on a shared phone the next member must not see it.
      reply.header('cache-control', 'private, no-cache').header('etag', tag);
      reply.header('content-security-policy', PICTURE_POLICY);
      if (request.headers['if-none-match'] === tag) return reply.code(304).send();
      return reply.type('image/webp').send(own.picture);
    },
  });
}
