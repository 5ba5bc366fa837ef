import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import type { PaymentsDeps } from '../../../payments/deps.ts';
import { approve } from '../../../payments/withdrawals/reviews.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { accountOf, refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { editsOf } from './withdrawal-edits.ts';
import { ReviewAnswer, readReviewed, WithdrawalParams } from './withdrawal-shapes.ts';

export function approveWithdrawalRoute(http: Http, deps: { payments: PaymentsDeps }): void {
  const { payments } = deps;
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/withdrawals/:id/approve',
    config: { access: 'staff', roles: ['finance'], readByMembers: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Approve a withdrawal in review; a large one also needs a second person',
      params: WithdrawalParams,
      body: z.strictObject({ why: Why }),
      response: { 200: ReviewAnswer, 202: ReviewAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const member = accountOf(request.params);
      const { why } = request.body;
      refuseWithoutWhy(why);
      const staff = staffOf(request);
      const answer = await transaction(payments.db, async (tx) => {
        const edits = () => editsOf(tx, member, id);
        const waiting = (await approve(tx, payments, member, id, staff.id, edits, why)) === 'waiting';
        const withdrawal = await readReviewed(tx, payments, member, id);
        const act = waiting ? 'withdrawal-approval-proposed' : 'withdrawal-approved';
        const states = { before: { state: 'in-review' }, after: { state: withdrawal.state } };
        await record(tx, { staff, act, why, member, subject: `withdrawal/${id}`, ...states, address: request.ip });
        return { waiting, pending: false, withdrawal };
      });
      return reply.code(answer.waiting ? 202 : 200).send(answer);
    },
  });
}
