import { z } from 'zod';
import type { MembersDeps } from '../../members/deps.ts';
import { signOut } from '../../members/sign-in.ts';
import { clearSessionCookie } from '../auth.ts';
import type { Http } from '../http.ts';
import type { SecurityOptions } from '../security.ts';
import { PROBLEMS } from './forms.ts';

/** Public: whose session has run out already is signed out too, and loses the cookie. */
export function signOutRoute(http: Http, deps: { members: MembersDeps; security: SecurityOptions }): void {
  http.route({
    method: 'DELETE',
    url: '/api/session',
    config: { access: 'public', proves: 'sign-out' },
    schema: {
      tags: ['members'],
      summary: 'Sign out',
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      if (request.identity) await signOut(deps.members, request.identity);
      clearSessionCookie(request, reply, deps.security);
      return reply.code(204).send(null);
    },
  });
}
