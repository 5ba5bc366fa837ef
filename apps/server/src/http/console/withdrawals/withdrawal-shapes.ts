import { z } from 'zod';
import type { Tx } from '../../../db/transaction.ts';
import type { Account } from '../../../ledger/lock.ts';
import { readPersonFacts } from '../../../members/persons/person-facts.ts';
import type { PaymentsDeps } from '../../../payments/deps.ts';
import { readRule } from '../../../payments/rules/rule.ts';
import { type Assignment, readAssignments } from '../../../payments/withdrawals/assignments.ts';
import { REVIEW_FLAG_KINDS, type ReviewFlag, readReviewFlags } from '../../../payments/withdrawals/review-flags.ts';
import { counting, peopleToApprove, readReviewers, readReviews } from '../../../payments/withdrawals/reviews.ts';
import { readWithdrawal, type WithdrawalRecord } from '../../../payments/withdrawals/withdrawal-records.ts';
import { REFUSAL_REASONS } from '../../../payments/withdrawals/withdrawal-rows.ts';
import { Refusal } from '../../../refusal.ts';
import { namesOfStaff } from '../../../staff/names.ts';
import { Minor, Uuid } from '../../shared/shapes.ts';
import { WithdrawalAnswer } from '../../shared/wallet-shapes.ts';
import { answerWithdrawal } from '../../shared/withdrawal-answers.ts';
import { memberNames } from '../members/member-names.ts';
import { MemberParams } from '../members/member-params.ts';
import { editsOf } from './withdrawal-edits.ts';

const ReviewFlagAnswer = z.object({
  kind: z.enum(REVIEW_FLAG_KINDS),
  atMs: z.number().int().nullable().describe('Time of the fact'),
  amountMinor: Minor.nullable().describe('Amount of the top-up'),
  words: z.string().nullable().describe('Name that the member gave, if it differs from the holder’s'),
});
z.globalRegistry.add(ReviewFlagAnswer, { id: 'WithdrawalReviewFlag' });

/** A withdrawal in a list of all members'. */
export const ConsoleWithdrawalAnswer = WithdrawalAnswer.extend({
  memberId: z.uuid(),
  userName: z.string().describe('User name of the member'),
  holder: z.string().describe('Holder of the card or account'),
  providerRef: z.string().nullable().describe('The payment provider’s name of the payout; null before it was sent'),
  peopleToApprove: z.number().int(),
  reviewFlags: z.array(ReviewFlagAnswer).describe('Review flags: facts for the reviewer; none of them decides'),
  reviewers: z.array(z.uuid()).describe('Staff who have reviewed it while it is in review'),
  assignment: z
    .object({ staffId: z.uuid(), staffName: z.string(), untilMs: z.number().int() })
    .nullable()
    .describe('Current reviewer, the only one who can decide until `untilMs`'),
});
z.globalRegistry.add(ConsoleWithdrawalAnswer, { id: 'ConsoleWithdrawal' });

/** A withdrawal with its staff reviews, oldest first. Of each person the last review counts. */
export const ReviewedWithdrawalAnswer = ConsoleWithdrawalAnswer.extend({
  reviews: z.array(
    z.object({
      staffId: z.uuid(),
      staffName: z.string(),
      verdict: z.enum(['approve', 'refuse']),
      reason: z.enum(REFUSAL_REASONS).nullable(),
      words: z.string().nullable().describe('Reason of an approval, or the message of a refusal'),
      atMs: z.number().int(),
      counts: z.boolean().describe('True if it counts towards the decision; always true once decided'),
    }),
  ),
});
z.globalRegistry.add(ReviewedWithdrawalAnswer, { id: 'ReviewedWithdrawal' });

/** Result of an act on a withdrawal in review. `waiting`: a second person has to agree. */
export const ReviewAnswer = z.object({
  waiting: z.boolean(),
  pending: z.boolean().describe('True if decided and not yet carried out'),
  withdrawal: ReviewedWithdrawalAnswer,
});

export const WithdrawalParams = MemberParams.extend({ id: Uuid });

/** Withdrawals with holders, review flags and assignments. */
export async function answerAllForConsole(
  tx: Tx,
  records: readonly WithdrawalRecord[],
): Promise<z.infer<typeof ConsoleWithdrawalAnswer>[]> {
  const rule = await readRule(tx.q);
  const assignments = await readAssignments(tx.q, records);
  const userName = await memberNames(
    tx.q,
    records.map(({ memberId }) => memberId),
  );
  const names = await namesOfStaff(tx.q, [...new Set([...assignments.values()].map(({ staffId }) => staffId))]);
  // Review flags are read only for undecided withdrawals, since only reviewers need them.
  const waiting = records.filter(({ state }) => state === 'in-review');
  const reviewers = await readReviewers(tx.q, waiting);
  const reviewFlags = await readReviewFlags(tx.q, waiting, await readPersonFacts(tx.q, waiting));
  return records.map((record) => ({
    ...answerWithdrawal(record, rule.usualSeconds),
    memberId: record.memberId,
    userName: userName(record.memberId),
    holder: record.payee.holder,
    providerRef: record.providerRef,
    peopleToApprove: peopleToApprove(rule, record.amount),
    reviewFlags: (reviewFlags.get(record.id) ?? []).map(answerReviewFlag),
    reviewers: [...new Set(reviewers.get(record.id))],
    assignment: record.state === 'in-review' ? answerAssignment(assignments.get(record.id), names) : null,
  }));
}

function answerReviewFlag({ amount, ...reviewFlag }: ReviewFlag): z.infer<typeof ReviewFlagAnswer> {
  return { ...reviewFlag, amountMinor: amount === null ? null : String(amount) };
}

function answerAssignment(assignment: Assignment | undefined, names: ReadonlyMap<string, string>) {
  if (!assignment) return null;
  const { staffId, until } = assignment;
  return { staffId, staffName: names.get(staffId) ?? '', untilMs: until.getTime() };
}

/** Throws `not-found`. */
export async function readReviewed(
  tx: Tx,
  payments: Pick<PaymentsDeps, 'people' | 'macs'>,
  account: Account,
  id: string,
): Promise<z.infer<typeof ReviewedWithdrawalAnswer>> {
  const record = await readWithdrawal(tx.q, payments.macs, account, id);
  if (!record) throw new Refusal('not-found');
  const reviews = await readReviews(tx.q, payments.macs, record);
  const isOpen = record.state === 'in-review';
  const counted = new Set(isOpen ? await counting(tx, payments, reviews, await editsOf(tx, account, id)) : reviews);
  const names = await namesOfStaff(tx.q, [...new Set(reviews.map(({ staffId }) => staffId))]);
  const [answer] = await answerAllForConsole(tx, [record]);
  if (!answer) throw new Refusal('not-found');
  return {
    ...answer,
    reviews: reviews.map((review) => {
      const { at, ...same } = review;
      return { ...same, staffName: names.get(same.staffId) ?? '', atMs: at.getTime(), counts: counted.has(review) };
    }),
  };
}
