import { z } from 'zod';
import { countRecoveryCodes } from '../../../members/account/recovery-codes.ts';
import { renewRecoveryCodes } from '../../../members/account/renew-recovery-codes.ts';
import type { MembersDeps } from '../../../members/deps.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { callerOf, FORM_BYTES_MAX, PROBLEMS, Typed } from '../../shared/forms.ts';

export function recoveryCodesRoute(http: Http, { members }: { members: MembersDeps }): void {
  http.route({
    method: 'GET',
    url: '/api/me/recovery-codes',
    config: { access: 'restricted' },
    schema: {
      tags: ['members'],
      summary: 'Count of the member’s unused recovery codes',
      response: { 200: z.object({ unused: z.number().int() }), ...PROBLEMS },
    },
    handler: async (request) => ({ unused: await countRecoveryCodes(members.db, identityOf(request)) }),
  });
}

export function renewRecoveryCodesRoute(http: Http, { members }: { members: MembersDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/me/recovery-codes',
    config: { access: 'restricted', proves: 'login-password' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['members'],
      summary: 'Replace the unused recovery codes with ten new ones, with the login password',
      body: z.strictObject({ loginPassword: Typed }),
      response: {
        201: z.object({ recoveryCodes: z.array(z.string()).describe('New recovery codes; shown once') }),
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const { loginPassword } = request.body;
      const recoveryCodes = await renewRecoveryCodes(members, identityOf(request), loginPassword, callerOf(request));
      return reply.code(201).send({ recoveryCodes });
    },
  });
}
