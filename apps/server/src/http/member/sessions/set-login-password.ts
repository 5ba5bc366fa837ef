import { z } from 'zod';
import type { MembersDeps } from '../../../members/deps.ts';
import { setLoginPassword } from '../../../members/sessions/set-login-password.ts';
import { identityOf, setSessionCookie } from '../../auth.ts';
import type { Http } from '../../http.ts';
import type { SecurityOptions } from '../../security.ts';
import { callerOf, FORM_BYTES_MAX, PROBLEMS, Typed } from '../../shared/forms.ts';

const Body = z.strictObject({ oldPassword: Typed, newPassword: Typed, repeat: Typed });

export function setLoginPasswordRoute(http: Http, deps: { members: MembersDeps; security: SecurityOptions }): void {
  http.route({
    method: 'POST',
    url: '/api/me/login-password',
    config: { access: 'restricted', proves: 'login-password' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['members'],
      summary: 'Change the login password; all other sessions end, and this one gets another token',
      body: Body,
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const session = await setLoginPassword(deps.members, identityOf(request), request.body, callerOf(request));
      setSessionCookie(request, reply, deps.security, session);
      return reply.code(204).send(null);
    },
  });
}
