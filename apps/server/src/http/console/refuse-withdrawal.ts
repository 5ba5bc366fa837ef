import { z } from 'zod';
import { record } from '../../audit/audit.ts';
import { transaction } from '../../db/transaction.ts';
import type { PaymentsDeps } from '../../payments/deps.ts';
import { refuse } from '../../payments/reviews.ts';
import { REFUSAL_REASONS } from '../../payments/withdrawal-rows.ts';
import type { Http } from '../http.ts';
import { FORM_BYTES_MAX, PROBLEMS, Typed } from '../member/forms.ts';
import { accountOf } from './member-params.ts';
import { staffOf } from './staff-caller.ts';
import { editsOf } from './withdrawal-edits.ts';
import { ReviewAnswer, readReviewed, WithdrawalParams } from './withdrawal-shapes.ts';

const Body = z.strictObject({
  reason: z.enum(REFUSAL_REASONS),
  words: Typed.describe('Shown to the member: 10 to 500 characters'),
});

export function refuseWithdrawalRoute(http: Http, deps: { payments: PaymentsDeps }): void {
  const { payments } = deps;
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/withdrawals/:id/refuse',
    config: { access: 'staff', roles: ['finance'], stepUp: true, readByMembers: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Refuse a withdrawal in review: done once two people gave the same reason; the money is back at once',
      params: WithdrawalParams,
      body: Body,
      response: { 200: ReviewAnswer, 202: ReviewAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const member = accountOf(request.params);
      const { reason, words } = request.body;
      const staff = staffOf(request);
      const answer = await transaction(payments.db, async (tx) => {
        const edits = () => editsOf(tx, member, id);
        const said = await refuse(tx, payments, member, id, { staffId: staff.id, reason, words }, edits);
        const waiting = said === 'waiting';
        const withdrawal = await readReviewed(tx, payments, member, id);
        const act = waiting ? 'withdrawal-refusal-proposed' : 'withdrawal-refused';
        const states = { before: { state: 'in-review' }, after: { state: withdrawal.state, reason } };
        const subject = `withdrawal/${id}`;
        await record(tx, { staff, act, why: words.trim(), member, subject, ...states, address: request.ip });
        return { waiting, withdrawal };
      });
      return reply.code(answer.waiting ? 202 : 200).send(answer);
    },
  });
}
