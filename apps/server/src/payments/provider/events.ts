import { clockNow } from '../../db/clock.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { PaymentsDeps } from '../deps.ts';
import { failRefund, finishRefund } from '../incoming/refunds.ts';
import { takePayment } from '../incoming/take-payment.ts';
import { followTopUp } from '../top-ups/follow-top-up.ts';
import { applyPayoutEvent } from '../withdrawals/payouts.ts';
import { dueEvents, type EventKey, lockEvent, markHandled, putOff } from './event-rows.ts';
import { verifyDueMessages } from './messages.ts';
import type { ProviderEvent } from './provider.ts';
import { findReference } from './references.ts';
import { isUnmatched } from './unmatched.ts';

/**
 * Verifies delivered messages, then handles every event that is due. A failure does not stop the rest; the last error
 * is thrown at the end. Returns how many events it handled.
 */
export async function handleMessages(deps: PaymentsDeps): Promise<number> {
  const verified = await verifyDueMessages(deps).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const count = await handleDueEvents(deps);
  if (verified !== null) throw verified.error;
  return count;
}

/** Handles the events that are due. Returns how many. Throws the last error after trying all. */
export async function handleDueEvents(deps: PaymentsDeps): Promise<number> {
  return handleEvents(deps, await dueEvents(deps.db));
}

/** Handles each event in its own transaction; failures are retried later. Throws the last error after trying all. */
export async function handleEvents(deps: PaymentsDeps, keys: readonly EventKey[]): Promise<number> {
  let count = 0;
  let fault: unknown = null;
  for (const key of keys) {
    try {
      if (await handleEvent(deps, key)) count += 1;
    } catch (error) {
      fault = error;
      await putOffLater(deps.db, key);
    }
  }
  if (fault !== null) throw fault;
  return count;
}

async function putOffLater(db: Db, key: EventKey): Promise<void> {
  await transaction(db, async (tx) => putOff(tx, key, await clockNow(tx.q)));
}

async function handleEvent(deps: PaymentsDeps, key: EventKey): Promise<boolean> {
  const done = await transaction(deps.db, async (tx) => {
    const open = await lockEvent(tx, key);
    if (open === null) return null;
    const { event } = open;
    const isBelieved = open.isSigned || WITHOUT_SIGNATURE.includes(event.kind);
    const outcome = isBelieved ? await apply(tx, deps, key.provider, event) : 'not-signed';
    await markHandled(tx, key, outcome, await clockNow(tx.q));
    return { event, outcome };
  });
  if (done === null) return false;
  if (isUnmatched(done.event, done.outcome)) deps.onUnmatched?.(key.eventId, done.outcome);
  return true;
}

/**
 * Event kinds that move no money. They are accepted without a signature, as answers to a poll. Polled answers about
 * payouts are applied and stored where the poll happens, not here.
 */
const WITHOUT_SIGNATURE: readonly ProviderEvent['kind'][] = [
  'pending',
  'declined',
  'expired',
  'refunded',
  'refund-failed',
];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Applies an event and returns its outcome code. */
async function apply(tx: Tx, deps: PaymentsDeps, provider: string, event: ProviderEvent): Promise<string> {
  const of = UUID.test(event.reference) ? await findReference(tx.q, event.reference) : null;
  if (of === null) return 'unknown-reference';
  switch (event.kind) {
    case 'pending':
    case 'declined':
    case 'expired':
      return of.what === 'top-up' ? followTopUp(tx, deps, of, provider, event) : 'unknown-reference';
    case 'paid-in':
      return of.what === 'top-up' ? takePayment(tx, deps, of, provider, event) : 'unknown-reference';
    case 'refunded':
      return of.what === 'payment' ? finishRefund(tx, deps, of, provider, event) : 'unknown-reference';
    case 'refund-failed':
      if (of.what === 'payment') return failRefund(tx, deps, of, provider, event);
      return of.what === 'top-up' ? event.kind : 'unknown-reference';
    case 'capture-failed':
    case 'charged-back':
      // The house bears the loss. No code changes a balance here.
      return of.what === 'top-up' ? event.kind : 'unknown-reference';
    case 'paid-out':
    case 'failed':
    case 'returned':
      return of.what === 'withdrawal' ? applyPayoutEvent(tx, deps, of, provider, event) : 'unknown-reference';
  }
}
