import { z } from 'zod';
import { confirmSession } from '../../../members/sessions/idle-lock.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { callerOf, FORM_BYTES_MAX, PROBLEMS, Typed } from '../../shared/forms.ts';
import type { MemberDeps } from '../deps.ts';

export function confirmSessionRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/me/sessions/confirm',
    config: { access: 'restricted', proves: 'login-password' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['members'],
      summary: 'Unlock this session for money by the login password, after a time without use',
      body: z.strictObject({ loginPassword: Typed }),
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      await confirmSession(members, identityOf(request), request.body.loginPassword, callerOf(request));
      return reply.code(204).send(null);
    },
  });
}
