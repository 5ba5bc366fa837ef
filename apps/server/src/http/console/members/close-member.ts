import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import { closeSuspended } from '../../../members/account/closures.ts';
import { notifyMember } from '../../../members/messages/messages.ts';
import { payFinalBalance } from '../../../payments/withdrawals/final-payout.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import type { ConsoleDeps } from '../deps.ts';
import { staffOf } from '../staff-caller.ts';
import { accountOf, MemberParams, refuseWithoutWhy, Why } from './member-params.ts';

export function closeMemberRoute(http: Http, deps: Pick<ConsoleDeps, 'members' | 'payments'>): void {
  const { members, payments } = deps;
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/closure',
    config: { access: 'staff', roles: ['finance', 'owner'], stepUp: true, readByMembers: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Close the account of a suspended member: the whole balance is paid out, and open bets later',
      params: MemberParams,
      body: z.strictObject({ why: Why }),
      response: {
        201: z.object({
          payout: z
            .enum(['sent-off', 'waits', 'under-way', 'empty'])
            .describe('`waits`: no card or account yet; paid when the member adds one'),
        }),
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const { why } = request.body;
      refuseWithoutWhy(why);
      const member = accountOf(request.params);
      const staff = staffOf(request);
      const payout = await transaction(payments.db, async (tx) => {
        await closeSuspended(tx, members.sessions, member);
        const rest = await payFinalBalance(tx, payments, member);
        await notifyMember(tx, member, { kind: 'account-closing', params: {} });
        const act = { act: 'member-closed', before: { closing: false }, after: { closing: true, payout: rest } };
        await record(tx, { ...act, staff, why, member, address: request.ip });
        return rest;
      });
      return reply.code(201).send({ payout });
    },
  });
}
