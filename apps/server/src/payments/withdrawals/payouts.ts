import { clockNow } from '../../db/clock.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import type { PaymentsDeps } from '../deps.ts';
import { keepEvents, markHandled } from '../provider/event-rows.ts';
import type { ProviderEvent } from '../provider/provider.ts';
import {
  endPayout,
  lockWithdrawal,
  noteOutcome,
  noteTrace,
  type WithdrawalRow,
  type WithdrawalState,
} from './withdrawal-rows.ts';

/** A provider's report about a payout. */
export type PayoutEvent = Extract<ProviderEvent, { kind: 'paid-out' | 'failed' | 'returned' }>;

/** Outcome of an event. `known`: it changed nothing. */
export type PayoutNews = 'paid' | 'failed' | 'returned' | 'known' | PayoutFault;

/**
 * Outcomes that move no money. Staff must ask the provider.
 *
 * - `other-sum`: the amount or currency differs from the withdrawal.
 * - `contradicted`: the withdrawal ended otherwise, which cannot be undone.
 * - `unknown-reference`: no withdrawal matches.
 */
export type PayoutFault = 'other-sum' | 'contradicted' | 'unknown-reference';

const FAULTS: readonly PayoutNews[] = ['other-sum', 'contradicted', 'unknown-reference'];

/** What an event does to a withdrawal, by the withdrawal's state. A missing entry means `contradicted`. */
const DOES: Record<
  PayoutEvent['kind'],
  Partial<Record<WithdrawalState, Extract<PayoutNews, 'paid' | 'failed' | 'returned' | 'known'>>>
> = {
  'paid-out': { approved: 'paid', sent: 'paid', paid: 'known', returned: 'known' },
  failed: { approved: 'failed', sent: 'failed', failed: 'known', returned: 'known' },
  // A returned payout was paid first, even when that event has not arrived.
  returned: { approved: 'returned', sent: 'returned', paid: 'returned', returned: 'known', failed: 'known' },
};

type Deps = Pick<PaymentsDeps, 'tell'>;

/**
 * Applies a provider's event to its withdrawal. Events may arrive in any order and repeatedly: a payout is booked
 * once, and its money returns once.
 */
export async function applyPayoutEvent(
  tx: Tx,
  deps: Deps,
  account: Account,
  provider: string,
  event: PayoutEvent,
): Promise<PayoutNews> {
  const row = await lockWithdrawal(tx, account, event.reference);
  if (row?.provider !== provider) return 'unknown-reference';
  if (event.kind === 'paid-out' && (event.amount !== row.amount || event.currency !== row.currency)) return 'other-sum';
  const does = DOES[event.kind][row.state];
  if (does === undefined) return 'contradicted';
  if (does !== 'known') await end(tx, deps, row, does, event);
  // A bank may name its reference after the payout.
  if (event.kind === 'paid-out' && event.traceRef !== undefined) await noteTrace(tx, row, event.traceRef);
  return does;
}

export function isFault(news: PayoutNews): boolean {
  return FAULTS.includes(news);
}

/**
 * Applies the provider's answer to a poll about a payout. It is stored under its own event id, so that the signed
 * message about the same payout is handled separately.
 */
export async function applyAnswer(
  tx: Tx,
  deps: Deps,
  account: Account,
  provider: string,
  answer: PayoutEvent,
): Promise<PayoutNews> {
  const event = { ...answer, eventId: `asked/${answer.eventId}` };
  const fresh = await keepEvents(tx, provider, [event]);
  const news = await applyPayoutEvent(tx, deps, account, provider, event);
  for (const key of fresh) await markHandled(tx, key, news, await clockNow(tx.q));
  return news;
}

/** Fails a withdrawal that the provider refused for good when it was submitted. The money never left. */
export async function failUnsent(tx: Tx, deps: Deps, account: Account, id: string): Promise<void> {
  const row = await lockWithdrawal(tx, account, id);
  if (row?.state !== 'approved') return;
  const event = { eventId: `unsent/${id}`, kind: 'failed', reference: id, providerRef: '' } as const;
  await keepEvents(tx, row.provider, [event]);
  await markHandled(tx, { provider: row.provider, eventId: event.eventId }, 'failed', await clockNow(tx.q));
  await end(tx, deps, row, 'failed', { eventId: event.eventId, providerRef: null });
}

async function end(
  tx: Tx,
  deps: Deps,
  row: WithdrawalRow,
  state: 'paid' | 'failed' | 'returned',
  event: { eventId: string; providerRef: string | null },
): Promise<void> {
  await endPayout(tx, row, state, event);
  await noteOutcome(tx, row, state === 'paid' ? 'paid' : 'failed');
  await deps.tell(tx, row, { kind: `withdrawal-${state}`, params: paramsOf(row) });
}

function paramsOf({ id, amount }: WithdrawalRow): { withdrawalId: string; amountMinor: string } {
  return { withdrawalId: id, amountMinor: String(amount) };
}
