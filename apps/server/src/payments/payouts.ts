import { clockNow } from '../db/clock.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import type { PaymentsDeps } from './deps.ts';
import { keepEvents, markHandled } from './event-rows.ts';
import type { ProviderEvent } from './provider.ts';
import { endPayout, lockWithdrawal, noteOutcome, type WithdrawalRow, type WithdrawalState } from './withdrawal-rows.ts';

/** What a provider says became of a payout. */
export type PayoutEvent = Extract<ProviderEvent, { kind: 'paid-out' | 'failed' | 'returned' }>;

/** What came of an event; `known`: nothing new. */
export type PayoutNews = 'paid' | 'failed' | 'returned' | 'known' | PayoutFault;

/**
 * Moves no money; people have to ask the provider. `other-sum`: not what was asked for. `contradicted`: something else
 * was done already, which cannot be undone.
 */
export type PayoutFault = 'other-sum' | 'contradicted' | 'unknown-reference';

const FAULTS: readonly PayoutNews[] = ['other-sum', 'contradicted', 'unknown-reference'];

/** What an event does to a withdrawal in a state; nothing stands for a contradiction. */
const DOES: Record<
  PayoutEvent['kind'],
  Partial<Record<WithdrawalState, Extract<PayoutNews, 'paid' | 'failed' | 'returned' | 'known'>>>
> = {
  'paid-out': { approved: 'paid', sent: 'paid', paid: 'known', returned: 'known' },
  failed: { approved: 'failed', sent: 'failed', failed: 'known', returned: 'known' },
  // What returns was paid before, also where nobody has told us yet.
  returned: { approved: 'returned', sent: 'returned', paid: 'returned', returned: 'known', failed: 'known' },
};

type Deps = Pick<PaymentsDeps, 'tell'>;

/**
 * Does what the provider's event about a payout asks for. Events may come in any order and more than once: a payout is
 * booked once, and its money comes back once.
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
  return does;
}

export function isFault(news: PayoutNews): boolean {
  return FAULTS.includes(news);
}

/**
 * Does what the provider answers when it is asked about a payout. The answer is kept under a name of its own: the
 * signed message about the same, which may still come, stands for itself.
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

/** The provider said for good, when it was asked to pay, that it will not: the money never left. */
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
