import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { HOUR_MS, MINUTE_MS } from '../../durations.ts';
import type { Account } from '../../ledger/lock.ts';
import type { PaymentsDeps } from '../deps.ts';
import { keepEvents } from '../provider/event-rows.ts';
import { type PaymentProvider, ProviderFailure } from '../provider/provider.ts';
import {
  changePayment,
  followPayments,
  isCredited,
  lockPayment,
  type PaymentRow,
  type PaymentState,
} from './payment-rows.ts';
import { startRefund } from './settle-payment.ts';
import { notifyOfReview, REVIEW_MS } from './take-payment.ts';

const BATCH = 20;
/** Refunds to check against the WAL archive at once. */
const LOOKED_AT_MAX = 5_000;
/** Backoff doubles from one minute up to one hour. */
const DOUBLINGS_MAX = 6;
/** Wait after the provider refused a refund for good. Staff may credit the payment meanwhile; else we retry. */
const REFUSED_MS = 24 * HOUR_MS;

/**
 * Starts the refund of payments whose review is overdue, so that no money stays unassigned. Returns how many. Throws
 * the last error after trying all.
 */
export async function refundUnsettled(deps: Pick<PaymentsDeps, 'db'>): Promise<number> {
  let count = 0;
  let fault: unknown = null;
  for (const due of await duePayments(deps.db, 'review', BATCH)) {
    try {
      count += (await transaction(deps.db, (tx) => refundIfDue(tx, due))) ? 1 : 0;
    } catch (error) {
      fault = error;
    }
  }
  if (fault !== null) throw fault;
  return count;
}

async function refundIfDue(tx: Tx, due: Due): Promise<boolean> {
  const payment = await lockDue(tx, due, 'review');
  if (payment === null) return false;
  await startRefund(tx, payment);
  return true;
}

/**
 * Requests due refunds from the provider, and polls those it has accepted. Retrying with the same reference is safe.
 *
 * A refund waits until the WAL with its row is archived. Otherwise a restored database would show the payment in
 * review, and staff might credit it. Returns how many refunds it requested. Throws the last error after trying all.
 */
export async function sendRefunds(deps: PaymentsDeps): Promise<number> {
  const { provider } = deps;
  if (provider === null) return 0;
  let count = 0;
  let fault: unknown = null;
  for (const due of await storedRefunds(deps)) {
    let payment: PaymentRow | null = null;
    try {
      payment = await transaction(deps.db, (tx) => claimRefund(tx, due, provider));
      if (payment === null) continue;
      await sendRefund(deps, provider, payment);
      count += 1;
    } catch (error) {
      fault = error;
      if (payment !== null && error instanceof ProviderFailure && error.final) await takeBack(deps.db, payment);
    }
  }
  if (fault !== null) throw fault;
  return count;
}

async function storedRefunds({ db, walArchive }: Pick<PaymentsDeps, 'db' | 'walArchive'>): Promise<Due[]> {
  const due = await duePayments(db, 'refunding', LOOKED_AT_MAX);
  // A refund requested again has a new reference; the archived WAL of the first does not cover it.
  const stored = await walArchive?.archivedOf(
    due.map((one) => one.refundRef),
    'refunds',
  );
  return (stored ? due.filter((one) => stored.has(one.refundRef)) : due).slice(0, BATCH);
}

/**
 * Claims a refund: stores the time of the next try first, so only one process sends it. Throws for a payment that is
 * in a balance, which must never be refunded as well.
 */
async function claimRefund(tx: Tx, due: Due, provider: PaymentProvider): Promise<PaymentRow | null> {
  const payment = await lockDue(tx, due, 'refunding');
  if (payment === null || payment.provider !== provider.name) return null;
  if (await isCredited(tx, payment))
    throw new Error(`payment ${payment.id} is to be refunded but was credited to a balance`);
  const wait = MINUTE_MS * 2 ** Math.min(payment.attempts, DOUBLINGS_MAX);
  const next = new Date((await clockNow(tx.q)).getTime() + Math.min(wait, HOUR_MS));
  await changePayment(tx, payment, { attempts: payment.attempts + 1, next_at: next });
  return payment;
}

async function sendRefund(deps: PaymentsDeps, provider: PaymentProvider, payment: PaymentRow): Promise<void> {
  const { refundRef: reference, providerRef, amount, currency } = payment;
  const { exponent } = deps.money;
  await provider.refund({ reference, providerRef, amount, currency, exponent });
  // The webhook about the result may have been lost since the last try.
  if (payment.attempts === 0) return;
  // Skip payments: they count only by signed webhook. Stored here, their event id would make that webhook a duplicate.
  const known = await provider.lookUp('top-up', payment.topUpId);
  const events = known.filter(({ kind }) => kind === 'refunded' || kind === 'refund-failed');
  await transaction(deps.db, (tx) => keepEvents(tx, provider.name, events));
}

/** Returns a payment to review after the provider refused the refund for good. */
async function takeBack(db: Db, { id, ...account }: PaymentRow): Promise<void> {
  await transaction(db, async (tx) => {
    const held = await lockPayment(tx, account, id);
    if (held?.payment.state !== 'refunding') return;
    const next = new Date((await clockNow(tx.q)).getTime() + REFUSED_MS);
    await changePayment(tx, held.payment, { state: 'review', next_at: next });
  });
}

export type Refunded = 'refunded' | 'known' | 'credited-before' | 'contradicted' | 'unknown-reference';

/** Handles the provider's report that a refund reached the payer. */
export async function finishRefund(
  tx: Tx,
  deps: Pick<PaymentsDeps, 'tell'>,
  account: Account,
  provider: string,
  { reference }: { reference: string },
): Promise<Refunded> {
  const held = await lockRefunded(tx, account, reference);
  // The reference belongs to a refund that the provider has reported as failed.
  if (held === null) return 'contradicted';
  if (held.payment.provider !== provider) return 'unknown-reference';
  const { payment, topUp } = held;
  if (payment.state === 'refunded') return 'known';
  if (payment.state === 'credited') return 'credited-before';
  await changePayment(tx, payment, { state: 'refunded', ended_at: await clockNow(tx.q) });
  await followPayments(tx, topUp);
  const { topUpId, amount, currency } = payment;
  const params = { topUpId, amountMinor: String(amount), currency };
  await deps.tell(tx, account, { kind: 'top-up-refunded', params });
  return 'refunded';
}

export type RefundFailed = 'refund-failed' | 'known' | 'unknown-reference';

/**
 * Handles the provider's report that a refund failed or came back. The payment returns to review, outside every
 * balance, so nothing is posted. The next refund gets a new reference, because the provider acts once per reference.
 */
export async function failRefund(
  tx: Tx,
  deps: Pick<PaymentsDeps, 'tell'>,
  account: Account,
  provider: string,
  { reference }: { reference: string },
): Promise<RefundFailed> {
  const held = await lockRefunded(tx, account, reference);
  if (held === null || held.payment.state === 'credited') return 'known';
  const { payment, topUp } = held;
  if (payment.provider !== provider) return 'unknown-reference';
  const values = { state: 'review', refund_ref: newId(), attempts: 0, ended_at: null } as const;
  // A refund that the provider refused earlier is in review already, and keeps its deadline.
  const nextAt = payment.state === 'review' ? payment.nextAt : new Date((await clockNow(tx.q)).getTime() + REVIEW_MS);
  await changePayment(tx, payment, { ...values, next_at: nextAt });
  await followPayments(tx, topUp);
  if (payment.state !== 'review') await notifyOfReview(tx, deps, topUp, payment);
  return 'refund-failed';
}

/** Locks the payment whose current refund has this reference, and its top-up. Null for a failed refund. */
async function lockRefunded(tx: Tx, account: Account, reference: string): ReturnType<typeof lockPayment> {
  const row = await tx.q
    .selectFrom('payments.payment')
    .select('id')
    .where(ofMember(account))
    .where((eb) => eb(eb.fn.coalesce('refund_ref', 'id'), '=', reference))
    .executeTakeFirst();
  const held = row ? await lockPayment(tx, account, row.id) : null;
  return held?.payment.refundRef === reference ? held : null;
}

interface Due extends Account {
  id: string;
  refundRef: string;
}

async function duePayments(db: Db, state: PaymentState, max: number): Promise<Due[]> {
  return db
    .selectFrom('payments.payment')
    .select((eb) => ['bucket', 'member_id as memberId', 'id', eb.fn.coalesce('refund_ref', 'id').as('refundRef')])
    .where('state', '=', state)
    .where('next_at', '<=', sql<Date>`clock.now()`)
    .orderBy('next_at')
    .limit(max)
    .execute();
}

/** Locks the payment if it is still due; null when another process or person has changed it. */
async function lockDue(tx: Tx, { id, ...account }: Due, state: PaymentState): Promise<PaymentRow | null> {
  const held = await lockPayment(tx, account, id);
  if (held?.payment.state !== state) return null;
  return held.payment.nextAt <= (await clockNow(tx.q)) ? held.payment : null;
}
