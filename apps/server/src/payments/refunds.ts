import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import type { PaymentsDeps } from './deps.ts';
import { keepEvents } from './event-rows.ts';
import {
  changePayment,
  followPayments,
  isCredited,
  lockPayment,
  type PaymentRow,
  type PaymentState,
} from './payment-rows.ts';
import { type PaymentProvider, ProviderFailure } from './provider.ts';
import { startRefund } from './settle-payment.ts';
import { REVIEW_MS, tellOfReview } from './take-payment.ts';

const BATCH = 20;
/** Those that wait for the archive wait together. */
const LOOKED_AT_MAX = 5_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A provider that does not answer is asked again after a minute, then after two, four, … an hour. */
const DOUBLINGS_MAX = 6;
/** A payment that the provider will not give back: a person may credit it meanwhile, then it is tried again. */
const REFUSED_MS = 24 * HOUR_MS;

/**
 * Sends back what has waited in review for too long: nobody's money stays between two chairs. Returns how many. Throws
 * what went wrong last, after it tried all.
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
 * Asks the provider for the refunds that are due, and for its word on those that it has taken: asking again with the
 * same reference is safe. What a restore of the database would forget waits for the archive of its log: the payment
 * would be in review again, and might be credited. Returns how many it took. Throws what went wrong last, after it
 * tried all.
 */
export async function sendRefunds(deps: PaymentsDeps): Promise<number> {
  const { provider } = deps;
  if (provider === null) return 0;
  let count = 0;
  let fault: unknown = null;
  for (const due of await keptRefunds(deps)) {
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

async function keptRefunds({ db, walArchive }: Pick<PaymentsDeps, 'db' | 'walArchive'>): Promise<Due[]> {
  const due = await duePayments(db, 'refunding', LOOKED_AT_MAX);
  // One that is asked for anew is another one, which the log of the first does not have.
  const kept = await walArchive?.archivedOf(
    due.map((one) => one.refundRef),
    'refunds',
  );
  return (kept ? due.filter((one) => kept.has(one.refundRef)) : due).slice(0, BATCH);
}

/**
 * One process at a time asks for one refund: the next try is written down before this one. Throws for a payment that is
 * in a balance, which must never be paid back as well.
 */
async function claimRefund(tx: Tx, due: Due, provider: PaymentProvider): Promise<PaymentRow | null> {
  const payment = await lockDue(tx, due, 'refunding');
  if (payment === null || payment.provider !== provider.name) return null;
  if (await isCredited(tx, payment)) throw new Error(`payment ${payment.id} is to be refunded and is in a balance`);
  const wait = MINUTE_MS * 2 ** Math.min(payment.tries, DOUBLINGS_MAX);
  const next = new Date((await clockNow(tx.q)).getTime() + Math.min(wait, HOUR_MS));
  await changePayment(tx, payment, { tries: payment.tries + 1, next_at: next });
  return payment;
}

async function sendRefund(deps: PaymentsDeps, provider: PaymentProvider, payment: PaymentRow): Promise<void> {
  const { refundRef: reference, providerRef, amount, currency } = payment;
  const { exponent } = deps.money;
  await provider.refund({ reference, providerRef, amount, currency, exponent });
  // The message that it is done may have been lost since the last try.
  if (payment.tries === 0) return;
  // That something was paid counts by the signed message alone, which under its own id would then be known already.
  const known = await provider.lookUp('top-up', payment.topUpId);
  const events = known.filter(({ kind }) => kind === 'refunded' || kind === 'refund-failed');
  await transaction(deps.db, (tx) => keepEvents(tx, provider.name, events));
}

/** The provider said no for good: the payment is a person's to settle again. */
async function takeBack(db: Db, { id, ...account }: PaymentRow): Promise<void> {
  await transaction(db, async (tx) => {
    const held = await lockPayment(tx, account, id);
    if (held?.payment.state !== 'refunding') return;
    const next = new Date((await clockNow(tx.q)).getTime() + REFUSED_MS);
    await changePayment(tx, held.payment, { state: 'review', next_at: next });
  });
}

export type Refunded = 'refunded' | 'known' | 'credited-before' | 'contradicted' | 'unknown-reference';

/** A provider says that a payment is back with who paid it. */
export async function finishRefund(
  tx: Tx,
  deps: Pick<PaymentsDeps, 'tell'>,
  account: Account,
  provider: string,
  { reference }: { reference: string },
): Promise<Refunded> {
  const held = await lockRefunded(tx, account, reference);
  // Of a refund that had failed by the provider's own word.
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
 * A provider says that it has the money of a refund again, or never gave it away. The payment waits in review as it did
 * before, outside of every balance, so nothing is posted; its next refund is another one to the provider, which does
 * each reference once.
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
  const values = { state: 'review', refund_ref: newId(), tries: 0, ended_at: null } as const;
  // One that the provider had refused before is in review already, and keeps its time.
  const nextAt = payment.state === 'review' ? payment.nextAt : new Date((await clockNow(tx.q)).getTime() + REVIEW_MS);
  await changePayment(tx, payment, { ...values, next_at: nextAt });
  await followPayments(tx, topUp);
  if (payment.state !== 'review') await tellOfReview(tx, deps, topUp, payment);
  return 'refund-failed';
}

/** The payment whose refund has this reference now, held like by `lockPayment`; null for a refund that has failed. */
async function lockRefunded(tx: Tx, account: Account, reference: string): ReturnType<typeof lockPayment> {
  const row = await tx.q
    .selectFrom('payments.payment')
    .select('id')
    .where('bucket', '=', account.bucket)
    .where('member_id', '=', account.memberId)
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

/** The payment, held, if it is still due; null where somebody else has been at it. */
async function lockDue(tx: Tx, { id, ...account }: Due, state: PaymentState): Promise<PaymentRow | null> {
  const held = await lockPayment(tx, account, id);
  if (held?.payment.state !== state) return null;
  return held.payment.nextAt <= (await clockNow(tx.q)) ? held.payment : null;
}
