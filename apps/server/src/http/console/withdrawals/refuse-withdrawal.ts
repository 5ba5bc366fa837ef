import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import type { PaymentsDeps } from '../../../payments/deps.ts';
import { refuse } from '../../../payments/withdrawals/reviews.ts';
import { REFUSAL_REASONS } from '../../../payments/withdrawals/withdrawal-rows.ts';
import { carriedOut, instruct, refuseOrdered } from '../../../staff/instructions.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS, Typed } from '../../shared/forms.ts';
import { accountOf } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
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
      summary: 'Refuse a withdrawal in review; takes two people with the same reason, and returns the money at once',
      params: WithdrawalParams,
      body: Body,
      response: { 200: ReviewAnswer, 202: ReviewAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const member = accountOf(request.params);
      const { reason, words } = request.body;
      const staff = staffOf(request);
      const ordered = await transaction(payments.db, async (tx) => {
        const edits = () => editsOf(tx, member, id);
        const outcome = await refuse(tx, payments, member, id, { staffId: staff.id, reason, words }, edits);
        await refuseOrdered(tx, id);
        const waiting = outcome === 'waiting';
        const act = waiting ? 'withdrawal-refusal-proposed' : 'withdrawal-refused';
        const states = { before: { state: 'in-review' }, after: { state: waiting ? 'in-review' : 'refused', reason } };
        const subject = `withdrawal/${id}`;
        await record(tx, { staff, act, why: words.trim(), member, subject, ...states, address: request.ip });
        if (waiting) return null;
        const order = { what: 'withdrawal-refusal', subject: id, body: { memberId: member.memberId, reason } } as const;
        return instruct(tx, payments.macs, { ...order, staffId: staff.id });
      });
      const waiting = ordered === null;
      const pending = ordered !== null && (await carriedOut(payments.db, ordered)) === 'pending';
      const withdrawal = await transaction(payments.db, (tx) => readReviewed(tx, payments, member, id));
      return reply.code(waiting || pending ? 202 : 200).send({ waiting, pending, withdrawal });
    },
  });
}
