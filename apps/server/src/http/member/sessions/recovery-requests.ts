import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { openRecoveries, stopRecoveries } from '../../../members/account/recovery-requests.ts';
import { lockMember } from '../../../members/account/suspensions.ts';
import type { MembersDeps } from '../../../members/deps.ts';
import { checkLoginPassword } from '../../../members/sessions/login-password.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { callerOf, FORM_BYTES_MAX, PROBLEMS, Typed } from '../../shared/forms.ts';

const Millis = z.number().int();

export function recoveryRequestsRoute(http: Http, { members }: { members: MembersDeps }): void {
  http.route({
    method: 'GET',
    url: '/api/me/recovery-requests',
    config: { access: 'restricted' },
    schema: {
      tags: ['members'],
      summary: 'Open requests for a new password of the member’s account',
      response: {
        200: z.object({
          items: z.array(
            z.object({ requestedAtMs: Millis, readyAtMs: Millis.describe('Earliest time of a new password') }),
          ),
        }),
        ...PROBLEMS,
      },
    },
    handler: async (request) => {
      const open = await openRecoveries(members.db, identityOf(request));
      const items = open.map((one) => ({
        requestedAtMs: one.requestedAt.getTime(),
        readyAtMs: one.readyAt.getTime(),
      }));
      return { items };
    },
  });
}

export function stopRecoveriesRoute(http: Http, { members }: { members: MembersDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/me/recovery-requests/stop',
    config: { access: 'restricted', proves: 'login-password' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['members'],
      summary: 'Stop all open requests for a new password, with the login password',
      body: z.strictObject({ loginPassword: Typed }),
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const own = identityOf(request);
      // Apart from sign-in: a stranger who uses up its tries must not keep the member from stopping a request.
      await checkLoginPassword(members, own, request.body.loginPassword, callerOf(request), 'recovery-stop');
      await transaction(members.db, async (tx) => {
        await lockMember(tx, own.memberId);
        await stopRecoveries(tx, own);
      });
      return reply.code(204).send(null);
    },
  });
}
