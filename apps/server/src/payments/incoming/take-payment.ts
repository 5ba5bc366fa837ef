import { isSameOrShortened } from '@tercet/contract/words.ts';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import type { Tx } from '../../db/transaction.ts';
import { HOUR_MS } from '../../durations.ts';
import { type Account, lockBalance } from '../../ledger/lock.ts';
import type { PaymentsDeps } from '../deps.ts';
import type { ProviderEvent } from '../provider/provider.ts';
import { isCorrectedPayment } from '../rules/corrections.ts';
import { readRule } from '../rules/rule.ts';
import { capsOf, isBeyondCap, isBeyondCredited } from '../top-ups/top-up-limits.ts';
import { lockTopUp, OPEN_STATES, type TopUpRow } from '../top-ups/top-up-rows.ts';
import {
  changePayment,
  claimedBy,
  claimPayment,
  creditPayment,
  followPayments,
  lockPayment,
  type ReviewReason,
} from './payment-rows.ts';

export type PaidIn = Extract<ProviderEvent, { kind: 'paid-in' }>;

export type Taken = 'credited' | 'review' | 'known' | 'unknown-reference' | 'bad-amount' | 'other-sum';

type TakeDeps = Pick<PaymentsDeps, 'tell' | 'memberCaps' | 'refusesCreditCards' | 'nameOf'>;

/** A payment that nobody settles within this time is refunded. */
export const REVIEW_MS = 72 * HOUR_MS;
const AMOUNT_MAX = 2n ** 63n - 1n;
/** A trailing `*` marks the provider's own units (`CLP*`). No house uses such a currency, so staff review it. */
const CURRENCY = /^[A-Z]{3,8}\*?$/;

/**
 * Takes a payment that a signed webhook reports, once per payment. It is credited at once when amount and currency
 * match its top-up, and no payment of the top-up is credited yet. Lateness does not matter, nor does another payment
 * in review.
 *
 * Any other payment goes to review, outside every balance. Polled answers go to `takeUnsigned` instead.
 */
export async function takePayment(
  tx: Tx,
  deps: TakeDeps,
  account: Account,
  provider: string,
  event: PaidIn,
): Promise<Taken> {
  const topUp = await lockTopUp(tx, account, event.reference);
  if (topUp === null || topUp.provider !== provider) return 'unknown-reference';
  if (!isPayment(event)) return 'bad-amount';
  const { amount } = event;
  const id = newId();
  if (!(await claimPayment(tx, provider, event.providerRef, id))) return signUnsigned(tx, deps, topUp, event);
  const isOpen = OPEN_STATES.includes(topUp.state);
  const reason = (await reasonFor(tx, deps, topUp, event)) ?? (await reasonByCap(tx, deps, topUp, event, isOpen));
  await insertPayment(tx, topUp, id, event, reason);
  if (reason === null) await creditPayment(tx, deps, { ...account, id, topUpId: topUp.id, amount }, event.eventId);
  else await notifyOfReview(tx, deps, topUp, { ...event, reason });
  await followPayments(tx, topUp);
  return reason === null ? 'credited' : 'review';
}

/** True when the amount and currency fit the columns of a payment. */
export function isPayment({ amount, currency }: PaidIn): boolean {
  return amount > 0n && amount <= AMOUNT_MAX && CURRENCY.test(currency);
}

/**
 * Applies the signed webhook of a known payment. A payment that was in review only as `unsigned` is then treated as if
 * the webhook had come first.
 *
 * The locked top-up has kept its room under the house's cap, as an open one does, unless a refund was started
 * meanwhile. Returns `other-sum` when the known payment has another amount, or a correction for another member has
 * claimed it. Only this outcome shows that money is missing.
 */
async function signUnsigned(tx: Tx, deps: TakeDeps, topUp: TopUpRow, event: PaidIn): Promise<Taken> {
  const id = await claimedBy(tx, topUp.provider, event.providerRef);
  const payment = id === null ? undefined : (await lockPayment(tx, topUp, id))?.payment;
  if (payment === undefined) {
    const isCorrected = event.currency === topUp.currency && (await isCorrectedPayment(tx.q, topUp, id, event.amount));
    return isCorrected ? 'known' : 'other-sum';
  }
  if (payment.amount !== event.amount || payment.currency !== event.currency) return 'other-sum';
  if (payment.topUpId !== topUp.id || payment.state !== 'review' || payment.reason !== 'unsigned') return 'known';
  const hasRoom = payment.refundRef === payment.id;
  const reason = (await reasonFor(tx, deps, topUp, event)) ?? (await reasonByCap(tx, deps, topUp, event, hasRoom));
  if (reason === null) {
    await changePayment(tx, payment, { state: 'credited', reason, ended_at: await clockNow(tx.q) });
    await creditPayment(tx, deps, payment, event.eventId);
  } else await changePayment(tx, payment, { reason, ...(await reviewOf(tx, reason, event)) });
  await followPayments(tx, topUp);
  return reason === null ? 'credited' : 'review';
}

async function reasonFor(
  tx: Tx,
  { refusesCreditCards, nameOf }: Pick<PaymentsDeps, 'refusesCreditCards' | 'nameOf'>,
  topUp: TopUpRow,
  { amount, currency, payer, funding }: PaidIn,
): Promise<ReviewReason | null> {
  if (funding === 'credit' && refusesCreditCards) return 'credit-card';
  if (topUp.state === 'credited') return 'second';
  if (currency !== topUp.currency) return 'currency';
  if (amount !== topUp.amount) return 'amount';
  const name = payer === undefined ? null : await nameOf(tx.q, topUp);
  return payer === undefined || name === null || isSameOrShortened(payer, name) ? null : 'payer';
}

/** When a payment in review is refunded automatically, and the payer whom staff compare with the member. */
async function reviewOf(
  tx: Tx,
  reason: ReviewReason,
  { payer }: PaidIn,
): Promise<{ next_at: Date; payer: string | null }> {
  const now = await clockNow(tx.q);
  return {
    next_at: reason === 'credit-card' ? now : new Date(now.getTime() + REVIEW_MS),
    payer: reason === 'payer' ? (payer ?? null) : null,
  };
}

/**
 * Returns `cap` when the payment would exceed a cap. The room of an ended top-up may be used by now, so every cap
 * applies. A top-up with reserved room (`hasRoom`) is checked only against the member's own caps. Those may be tighter
 * by now and apply at once.
 */
async function reasonByCap(
  tx: Tx,
  { memberCaps }: Pick<PaymentsDeps, 'memberCaps'>,
  topUp: TopUpRow,
  { amount }: PaidIn,
  hasRoom: boolean,
): Promise<ReviewReason | null> {
  await lockBalance(tx, topUp);
  const own = await memberCaps(tx.q, topUp);
  if (hasRoom) return (await isBeyondCredited(tx.q, topUp, own, amount)) ? 'cap' : null;
  const caps = [...capsOf(await readRule(tx.q)), ...own];
  return (await isBeyondCap(tx.q, topUp, caps, { amount, topUpId: topUp.id })) ? 'cap' : null;
}

export async function insertPayment(
  tx: Tx,
  { bucket, memberId, id: topUpId, provider }: TopUpRow,
  id: string,
  event: PaidIn,
  reason: ReviewReason | null,
): Promise<void> {
  const { providerRef, amount, currency } = event;
  const now = await clockNow(tx.q);
  await tx.q
    .insertInto('payments.payment')
    .values({
      ...{ bucket, member_id: memberId, id, top_up_id: topUpId, provider, provider_ref: providerRef, amount, currency },
      day: now.toISOString().slice(0, 10),
      state: reason === null ? 'credited' : 'review',
      reason,
      at: now,
      ended_at: reason === null ? now : null,
      ...(reason === null ? { next_at: now } : await reviewOf(tx, reason, event)),
    })
    .execute();
}

export async function notifyOfReview(
  tx: Tx,
  deps: Pick<PaymentsDeps, 'tell'>,
  { id: topUpId, ...account }: TopUpRow,
  { amount, currency, reason }: Pick<PaidIn, 'amount' | 'currency'> & { reason: ReviewReason | null },
): Promise<void> {
  const params = { topUpId, amountMinor: String(amount), currency };
  const kind = reason === 'credit-card' ? 'top-up-credit-card' : 'top-up-review';
  await deps.tell(tx, account, { kind, params });
}
