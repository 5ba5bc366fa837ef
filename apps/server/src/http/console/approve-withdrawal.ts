import { z } from 'zod';
import { listDoers } from '../../audit/acts.ts';
import { record } from '../../audit/audit.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import type { PaymentsDeps } from '../../payments/deps.ts';
import { approve, type Edit } from '../../payments/reviews.ts';
import { readWithdrawal } from '../../payments/withdrawal-records.ts';
import { Refusal } from '../../refusal.ts';
import type { Http } from '../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../member/forms.ts';
import { accountOf, refuseWithoutWhy, Why } from './member-params.ts';
import { staffOf } from './staff-caller.ts';
import { ReviewAnswer, readReviewed, WithdrawalParams } from './withdrawal-shapes.ts';

/** What changes whose money it is, or where it goes. */
const EDITS = ['real-name', 'payee-permit', 'finance-password-reset'];
const EDITS_BEFORE_MS = 30 * 86_400_000;

export function approveWithdrawalRoute(http: Http, deps: { payments: PaymentsDeps }): void {
  const { payments } = deps;
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/withdrawals/:id/approve',
    config: { access: 'staff', roles: ['finance'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Let a withdrawal in review go; a large one waits for a second person to say so too',
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
        const waiting =
          (await approve(tx, payments, member, id, staff.id, await editsOf(tx, member, id))) === 'waiting';
        const withdrawal = await readReviewed(tx, member, id);
        const act = waiting ? 'withdrawal-approval-proposed' : 'withdrawal-approved';
        const states = { before: { state: 'in-review' }, after: { state: withdrawal.state } };
        await record(tx, { staff, act, why, member, subject: `withdrawal/${id}`, ...states, address: request.ip });
        return { waiting, withdrawal };
      });
      return reply.code(answer.waiting ? 202 : 200).send(answer);
    },
  });
}

/** From a month before it was submitted on. */
async function editsOf(tx: Tx, member: Account, id: string): Promise<Edit[]> {
  const withdrawal = await readWithdrawal(tx.q, member, id);
  if (withdrawal === null) throw new Refusal('not-found');
  return listDoers(tx.q, member, EDITS, new Date(withdrawal.submittedAtMs - EDITS_BEFORE_MS));
}
