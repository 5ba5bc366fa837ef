import { z } from 'zod';
import type { MembersDeps } from '../../../members/deps.ts';
import { signOut } from '../../../members/sessions/sign-in.ts';
import { clearSessionCookie } from '../../auth.ts';
import type { Http } from '../../http.ts';
import type { SecurityOptions } from '../../security.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { Endpoint } from '../messages/push.ts';

/** Public, so that a member with an expired session also loses the cookie. */
export function signOutRoute(http: Http, deps: { members: MembersDeps; security: SecurityOptions }): void {
  http.route({
    method: 'DELETE',
    url: '/api/session',
    config: { access: 'public', proves: 'sign-out' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['members'],
      summary: 'Sign out',
      body: z
        .strictObject({
          pushEndpoint: Endpoint.optional().describe('Push endpoint of this browser, whose subscription ends'),
        })
        .nullish(),
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      if (request.identity) await signOut(deps.members, request.identity, request.body?.pushEndpoint);
      clearSessionCookie(request, reply, deps.security);
      return reply.code(204).send(null);
    },
  });
}
