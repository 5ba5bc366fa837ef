import type { Tx } from '../db/transaction.ts';
import { postHold, releaseHold } from '../ledger/holds.ts';
import type { Account } from '../ledger/lock.ts';
import { post } from '../ledger/post.ts';
import type { PaymentsDeps } from './deps.ts';
import type { ProviderEvent } from './provider.ts';
import { lockWithdrawal, moveTo, noteOutcome, type WithdrawalRow, type WithdrawalState } from './withdrawal-rows.ts';

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
  if (does === 'paid') await book(tx, deps, row, event.providerRef);
  if (does === 'failed') await giveBack(tx, deps, row, event.providerRef);
  if (does === 'returned') await takeBack(tx, deps, row, event.providerRef);
  return does;
}

export function isFault(news: PayoutNews): boolean {
  return FAULTS.includes(news);
}

/** The provider said for good that it will not pay: the money never left. */
export async function failUnsent(tx: Tx, deps: Deps, account: Account, id: string): Promise<void> {
  const row = await lockWithdrawal(tx, account, id);
  if (row?.state === 'approved') await giveBack(tx, deps, row, null);
}

async function book(tx: Tx, deps: Deps, row: WithdrawalRow, providerRef: string): Promise<void> {
  await postHold(tx, row, row.id, 'cash');
  await moveTo(tx, row, 'paid', { provider_ref: providerRef, next_at: null });
  await noteOutcome(tx, row, 'paid');
  await deps.tell(tx, row, { kind: 'withdrawal-paid', params: paramsOf(row) });
}

async function giveBack(tx: Tx, deps: Deps, row: WithdrawalRow, providerRef: string | null): Promise<void> {
  await releaseHold(tx, row, row.id);
  await moveTo(tx, row, 'failed', { ...(providerRef === null ? {} : { provider_ref: providerRef }), next_at: null });
  await noteOutcome(tx, row, 'failed');
  await deps.tell(tx, row, { kind: 'withdrawal-failed', params: paramsOf(row) });
}

/** The bank sent it back. */
async function takeBack(tx: Tx, deps: Deps, row: WithdrawalRow, providerRef: string): Promise<void> {
  const { bucket, memberId, day, id: ref, amount } = row;
  await postHold(tx, row, ref, 'cash');
  await post(tx, [{ bucket, memberId, day, ref, kind: 'bounce', debit: 'cash', credit: 'available', amount }]);
  await moveTo(tx, row, 'returned', { provider_ref: providerRef, next_at: null });
  await noteOutcome(tx, row, 'failed');
  await deps.tell(tx, row, { kind: 'withdrawal-returned', params: paramsOf(row) });
}

function paramsOf({ id, amount }: WithdrawalRow): { withdrawalId: string; amountMinor: string } {
  return { withdrawalId: id, amountMinor: String(amount) };
}
