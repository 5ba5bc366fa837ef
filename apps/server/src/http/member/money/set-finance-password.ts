import { z } from 'zod';
import { setFinancePassword } from '../../../members/finance-password/set-finance-password.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { callerOf, FORM_BYTES_MAX, PROBLEMS, Typed } from '../../shared/forms.ts';
import type { MemberDeps } from '../deps.ts';

const Body = z.strictObject({
  financePassword: Typed,
  repeat: Typed,
  loginPassword: Typed.optional().describe('For a change, and after a reset'),
  oldFinancePassword: Typed.optional().describe('For a change'),
});

export function setFinancePasswordRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/me/finance-password',
    config: { access: 'restricted', proves: 'finance-password' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['person'],
      summary: 'Set the finance password, or change it with the login password and the old one',
      body: Body,
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      await setFinancePassword(members, identityOf(request), request.body, callerOf(request));
      return reply.code(204).send(null);
    },
  });
}
