import { sql } from 'kysely';
import type { RowMacs } from '../../crypto/row-macs.ts';
import { newId } from '../../db/ids.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import type { PaymentsDeps } from '../deps.ts';
import { lockTopUp, moveTopUp, type TopUpRow, type TopUpState } from '../top-ups/top-up-rows.ts';

export const PAYMENT_STATES = ['credited', 'review', 'refunding', 'refunded'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/**
 * Why a payment needs review.
 *
 * - `amount`, `currency`: it differs from the top-up.
 * - `second`: the top-up is credited already.
 * - `cap`: it came late, and would exceed the member's daily top-up limit.
 * - `credit-card`: the house takes no credit cards. It is refunded at once.
 * - `payer`: the provider names another payer than the member.
 * - `unsigned`: the provider confirmed it when polled, but the signed webhook has not come.
 */
export type ReviewReason = 'amount' | 'currency' | 'second' | 'cap' | 'credit-card' | 'payer' | 'unsigned';

/** A payment that a provider took, as stored. Amounts are minor units. */
export interface PaymentRow extends Account {
  id: string;
  topUpId: string;
  /** Day of arrival (`YYYY-MM-DD`, UTC). All its postings carry this day. */
  day: string;
  provider: string;
  providerRef: string;
  amount: bigint;
  currency: string;
  state: PaymentState;
  /** Null for a payment that matches its top-up. */
  reason: ReviewReason | null;
  /** Reference of the refund at the provider: the payment's own id, or a new id after a failed refund. */
  refundRef: string;
  attempts: number;
  nextAt: Date;
}

/** Locks a payment and its top-up until the transaction ends. Null when there is none. */
export async function lockPayment(
  tx: Tx,
  account: Account,
  id: string,
): Promise<{ payment: PaymentRow; topUp: TopUpRow } | null> {
  // The payment's top-up never changes. It must be locked first.
  const known = await select(tx, account, id).executeTakeFirst();
  if (!known) return null;
  const topUp = await lockTopUp(tx, account, known.top_up_id);
  const row = await select(tx, account, id).forUpdate().executeTakeFirst();
  if (!row || topUp === null) return null;
  const { top_up_id: topUpId, provider_ref: providerRef, refund_ref: ref, next_at: nextAt, ...same } = row;
  const payment = {
    ...{ bucket: account.bucket, memberId: account.memberId, id, topUpId, providerRef, nextAt, refundRef: ref ?? id },
    ...same,
    state: row.state as PaymentState,
    reason: row.reason as ReviewReason | null,
  };
  return { payment, topUp };
}

function select(tx: Tx, { bucket, memberId }: Account, id: string) {
  return tx.q
    .selectFrom('payments.payment')
    .select([
      'top_up_id',
      'day',
      'provider',
      'provider_ref',
      'amount',
      'currency',
      'state',
      'reason',
      'refund_ref',
      'attempts',
      'next_at',
    ])
    .where(ofMember({ bucket, memberId }))
    .where('id', '=', id);
}

export async function changePayment(
  tx: Tx,
  { bucket, memberId, id }: Account & { id: string },
  values: {
    state?: PaymentState;
    reason?: ReviewReason | null;
    refund_ref?: string;
    ended_at?: Date | null;
    attempts?: number;
    next_at?: Date;
    payer?: string | null;
  },
): Promise<void> {
  await tx.q
    .updateTable('payments.payment')
    .set(values)
    .where(ofMember({ bucket, memberId }))
    .where('id', '=', id)
    .execute();
}

type Credited = Pick<PaymentRow, 'bucket' | 'memberId' | 'id' | 'topUpId' | 'amount'>;

/**
 * Credits a payment that matches its top-up, based on the provider's event `eventId`. Throws when the event does not
 * report the payment, or it is credited already.
 */
export async function creditPayment(
  tx: Tx,
  deps: Pick<PaymentsDeps, 'tell'>,
  payment: Credited,
  eventId: string,
): Promise<void> {
  const { bucket, memberId, id } = payment;
  await sql`select payments.credit_payment(${bucket}::smallint, ${memberId}::uuid, ${id}::uuid, ${eventId})`.execute(
    tx.q,
  );
  await notifyCredited(tx, deps, payment);
}

/** Credits a payment in review. Throws when too few people decided so. */
export async function creditReviewed(tx: Tx, deps: Pick<PaymentsDeps, 'tell'>, payment: Credited): Promise<void> {
  const { bucket, memberId, id } = payment;
  await sql`select payments.credit_in_review(${bucket}::smallint, ${memberId}::uuid, ${id}::uuid)`.execute(tx.q);
  await notifyCredited(tx, deps, payment);
}

/** True when the payment is in the balance, credited automatically or by staff. */
export async function isCredited(tx: Tx, { bucket, memberId, id, day }: PaymentRow): Promise<boolean> {
  const { rows } = await sql<{ credited: boolean }>`
    select payments.is_credited(${bucket}::smallint, ${memberId}::uuid, ${day}::date, ${id}::uuid) as credited`.execute(
    tx.q,
  );
  return rows[0]?.credited !== false;
}

async function notifyCredited(
  tx: Tx,
  deps: Pick<PaymentsDeps, 'tell'>,
  { bucket, memberId, topUpId, amount }: Credited,
): Promise<void> {
  const params = { topUpId, amountMinor: String(amount) };
  await deps.tell(tx, { bucket, memberId }, { kind: 'top-up-credited', params });
}

/** Derives the state of a locked top-up from its payments. Without payments it stays as it is. */
export async function followPayments(tx: Tx, topUp: TopUpRow): Promise<void> {
  const payments = await tx.q
    .selectFrom('payments.payment')
    .select('state')
    .where(ofMember(topUp))
    .where('top_up_id', '=', topUp.id)
    .execute();
  await moveTopUp(tx, topUp, stateBy(payments.map(({ state }) => state as PaymentState)) ?? topUp.state);
}

function stateBy(payments: readonly PaymentState[]): TopUpState | null {
  if (payments.includes('credited')) return 'credited';
  if (payments.includes('review') || payments.includes('refunding')) return 'review';
  return payments.includes('refunded') ? 'refunded' : null;
}

/** Claims a provider's payment for a row of ours. False when another row holds it. */
export async function claimPayment(tx: Tx, provider: string, providerRef: string, paymentId: string): Promise<boolean> {
  const made = await tx.q
    .insertInto('payments.payment_claim')
    .values({ provider, provider_ref: providerRef, payment_id: paymentId })
    .onConflict((oc) => oc.doNothing())
    .returning('payment_id')
    .executeTakeFirst();
  return made !== undefined;
}

/** Id of our row that holds a provider's payment; null when none does. */
export async function claimedBy(tx: Tx, provider: string, providerRef: string): Promise<string | null> {
  const row = await tx.q
    .selectFrom('payments.payment_claim')
    .select('payment_id')
    .where('provider', '=', provider)
    .where('provider_ref', '=', providerRef)
    .executeTakeFirst();
  return row?.payment_id ?? null;
}

/** Stores a staff member's verdict on a payment, with its reason. */
export async function noteReview(
  tx: Tx,
  macs: RowMacs,
  { bucket, memberId, id }: Account & { id: string },
  text: { staffId: string; verdict: 'credit' | 'refund'; why: string; at: Date },
): Promise<void> {
  const { staffId, ...rest } = text;
  const row = { bucket, member_id: memberId, payment_id: id, id: newId(), staff_id: staffId, ...rest };
  const mac = macs.of('payments.payment_review', row);
  await tx.q
    .insertInto('payments.payment_review')
    .values({ ...row, mac })
    .execute();
}
