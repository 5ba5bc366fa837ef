import { z } from 'zod';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { peopleToApprove, readReviews } from '../../payments/reviews.ts';
import { type Rule, readRule } from '../../payments/rule.ts';
import { readWithdrawal, type WithdrawalRecord } from '../../payments/withdrawal-records.ts';
import { REFUSAL_REASONS } from '../../payments/withdrawal-rows.ts';
import { Refusal } from '../../refusal.ts';
import { namesOfStaff } from '../../staff/names.ts';
import { WithdrawalAnswer } from '../member/wallet-shapes.ts';
import { answerWithdrawal } from '../member/withdrawal-answers.ts';
import { MemberParams } from './member-params.ts';

/** One withdrawal among those of all members. */
export const ConsoleWithdrawalAnswer = WithdrawalAnswer.extend({
  memberId: z.uuid(),
  holder: z.string().describe('Whose card or account it goes to'),
  peopleToApprove: z.number().int(),
});
z.globalRegistry.add(ConsoleWithdrawalAnswer, { id: 'ConsoleWithdrawal' });

/** With what the staff said about it, oldest first; of each person the last counts. */
export const ReviewedWithdrawalAnswer = ConsoleWithdrawalAnswer.extend({
  reviews: z.array(
    z.object({
      staffId: z.uuid(),
      staffName: z.string(),
      verdict: z.enum(['approve', 'refuse']),
      reason: z.enum(REFUSAL_REASONS).nullable(),
      words: z.string().nullable(),
      atMs: z.number().int(),
    }),
  ),
});
z.globalRegistry.add(ReviewedWithdrawalAnswer, { id: 'ReviewedWithdrawal' });

/** What an act on a withdrawal in review led to; `waiting`: for another person to say the same. */
export const ReviewAnswer = z.object({ waiting: z.boolean(), withdrawal: ReviewedWithdrawalAnswer });

export const WithdrawalParams = MemberParams.extend({ id: z.uuid() });

export function answerForConsole(record: WithdrawalRecord, rule: Rule): z.infer<typeof ConsoleWithdrawalAnswer> {
  return {
    ...answerWithdrawal(record, rule.usualSeconds),
    memberId: record.memberId,
    holder: record.payee.holder,
    peopleToApprove: peopleToApprove(rule, record.amount),
  };
}

/** Throws `not-found`. */
export async function readReviewed(
  tx: Tx,
  account: Account,
  id: string,
): Promise<z.infer<typeof ReviewedWithdrawalAnswer>> {
  const record = await readWithdrawal(tx.q, account, id);
  if (!record) throw new Refusal('not-found');
  const reviews = await readReviews(tx.q, record);
  const names = await namesOfStaff(tx.q, [...new Set(reviews.map(({ staffId }) => staffId))]);
  return {
    ...answerForConsole(record, await readRule(tx.q)),
    reviews: reviews.map(({ at, ...review }) => ({
      ...review,
      staffName: names.get(review.staffId) ?? '',
      atMs: at.getTime(),
    })),
  };
}
