import { sql } from 'kysely';
import type { RowMacs } from '../../crypto/row-macs.ts';
import { clockNow } from '../../db/clock.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Account, lockBalance } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';
import type { PaymentsDeps } from '../deps.ts';
import { addReference } from '../provider/references.ts';
import { readRule } from '../rules/rule.ts';
import { capsOf, isBeyondCap } from '../top-ups/top-up-limits.ts';
import { creditReviewed, followPayments, lockPayment, noteReview, type PaymentRow } from './payment-rows.ts';

/** Roles whose verdict counts. */
const ROLES = ['finance'];

export interface Verdict {
  staffId: string;
  why: string;
}

/**
 * Votes to credit a payment in review with the amount received. `creditDecided` carries it out. From `twoPeopleFrom`
 * on it takes two people: the first vote returns `waiting`.
 *
 * Throws:
 *
 * - `not-found`, `reason-needed`
 * - `too-late` for a payment that is settled or being refunded
 * - `refund-only` for another currency, for an amount beyond a cap of the house or the member, and for an unsigned
 * payment of a credited top-up, and for a credit card that the house refuses
 * - when two people are needed: `too-new`, and `second-person-needed` for the first voter
 */
export async function creditInReview(
  tx: Tx,
  deps: Pick<PaymentsDeps, 'tell' | 'money' | 'memberCaps' | 'people' | 'macs'>,
  account: Account,
  paymentId: string,
  { staffId, why }: Verdict,
): Promise<{ waiting: boolean; payment: PaymentRow }> {
  const { payment, topUp } = await lockInReview(tx, account, paymentId, why);
  // A provider may name the same money twice; the signed payment is in the balance already.
  const mayBeTwice = payment.reason === 'unsigned' && topUp.state === 'credited';
  const isRefused = payment.reason === 'credit-card';
  if (payment.currency !== deps.money.currency || mayBeTwice || isRefused) throw new Refusal('refund-only');
  const rule = await readRule(tx.q);
  await lockBalance(tx, account);
  const caps = [...capsOf(rule), ...(await deps.memberCaps(tx.q, account))];
  if (await isBeyondCap(tx.q, account, caps, { amount: payment.amount, topUpId: topUp.id })) {
    throw new Refusal('refund-only');
  }
  const needsTwo = payment.amount >= rule.twoPeopleFrom;
  if (needsTwo) await deps.people.refuseTooNew(tx.q, staffId);
  const others = needsTwo ? await proposersOf(tx, deps, payment) : [];
  if (others.length > 0 && others.every((other) => other === staffId)) throw new Refusal('second-person-needed');
  const at = await clockNow(tx.q);
  await noteReview(tx, deps.macs, payment, { staffId, verdict: 'credit', why, at });
  if (needsTwo && others.length === 0) return { waiting: true, payment };
  return { waiting: false, payment };
}

/**
 * Credits a payment as `creditInReview` decided. Throws `not-found`, `too-late` when it is not in review, and
 * `second-person-needed` when too few votes are genuine.
 */
export async function creditDecided(
  tx: Tx,
  deps: Pick<PaymentsDeps, 'tell' | 'macs'>,
  account: Account,
  paymentId: string,
): Promise<void> {
  const held = await lockPayment(tx, account, paymentId);
  if (held === null) throw new Refusal('not-found');
  const { payment, topUp } = held;
  if (payment.state !== 'review') throw new Refusal('too-late');
  await lockBalance(tx, account);
  const { twoPeopleFrom } = await readRule(tx.q);
  const reviews = await lastVerdicts(tx, deps.macs, payment);
  const credits = [...reviews.values()].filter((verdict) => verdict === 'credit').length;
  if (credits < (payment.amount >= twoPeopleFrom ? 2 : 1)) throw new Refusal('second-person-needed');
  await creditReviewed(tx, deps, payment);
  await followPayments(tx, topUp);
}

/**
 * Decides to refund a payment in review; one person is enough. `refundDecided` carries it out. Throws `not-found`,
 * `reason-needed`, and `too-late` like `creditInReview`.
 */
export async function refundInReview(
  tx: Tx,
  { macs }: Pick<PaymentsDeps, 'macs'>,
  account: Account,
  paymentId: string,
  { staffId, why }: Verdict,
): Promise<void> {
  const { payment } = await lockInReview(tx, account, paymentId, why);
  const at = await clockNow(tx.q);
  await noteReview(tx, macs, payment, { staffId, verdict: 'refund', why, at });
}

/**
 * Starts a refund that `refundInReview` decided. Throws `not-found`, `too-late` when the payment is not in review, and
 * `second-person-needed` when this person's last genuine vote is not a refund.
 */
export async function refundDecided(
  tx: Tx,
  { macs }: Pick<PaymentsDeps, 'macs'>,
  account: Account,
  paymentId: string,
  staffId: string,
): Promise<void> {
  const held = await lockPayment(tx, account, paymentId);
  if (held === null) throw new Refusal('not-found');
  if (held.payment.state !== 'review') throw new Refusal('too-late');
  const reviews = await lastVerdicts(tx, macs, held.payment);
  if (reviews.get(staffId) !== 'refund') throw new Refusal('second-person-needed');
  await startRefund(tx, held.payment);
}

/**
 * Starts a refund. From now on a job polls the provider until the money is back. Throws unless staff decided so or the
 * review is overdue.
 */
export async function startRefund(tx: Tx, payment: PaymentRow): Promise<void> {
  const { bucket, memberId, id } = payment;
  await addReference(tx, payment, 'payment', payment.refundRef);
  await sql`select payments.refund_in_review(${bucket}::smallint, ${memberId}::uuid, ${id}::uuid)`.execute(tx.q);
}

async function lockInReview(tx: Tx, account: Account, paymentId: string, why: string) {
  if (why.trim() === '') throw new Refusal('reason-needed');
  const held = await lockPayment(tx, account, paymentId);
  if (held === null) throw new Refusal('not-found');
  if (held.payment.state !== 'review') throw new Refusal('too-late');
  return held;
}

/** Staff whose last verdict is to credit the payment, and who still count. */
async function proposersOf(
  tx: Tx,
  { people, macs }: Pick<PaymentsDeps, 'people' | 'macs'>,
  payment: PaymentRow,
): Promise<string[]> {
  const last = await lastVerdicts(tx, macs, payment);
  const known = await people.counted(tx.q, [...last.keys()], ROLES);
  return [...last].filter(([id, verdict]) => verdict === 'credit' && known.has(id)).map(([staffId]) => staffId);
}

/** The last verdict of each staff member, keyed by id. Rows that the server did not write are dropped. */
async function lastVerdicts(tx: Tx, macs: RowMacs, { bucket, memberId, id }: PaymentRow): Promise<Map<string, string>> {
  const rows = await tx.q
    .selectFrom('payments.payment_review')
    .selectAll()
    .where(ofMember({ bucket, memberId }))
    .where('payment_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const stated = rows.filter((row) => macs.isGenuine('payments.payment_review', row, row.mac));
  return new Map(stated.map((row) => [row.staff_id, row.verdict]));
}
