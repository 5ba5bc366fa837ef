import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import type { PaymentsDeps } from '../deps.ts';
import { lockTopUp, moveTopUp, OPEN_STATES } from './top-up-rows.ts';

export type Followed = 'moved' | 'too-late' | 'unknown-reference';

/**
 * Applies a provider's news about an unpaid top-up: pending, declined or expired. Events arrive in any order, so a
 * paid top-up is left as it is (`too-late`).
 */
export async function followTopUp(
  tx: Tx,
  deps: Pick<PaymentsDeps, 'tell'>,
  account: Account,
  provider: string,
  { reference, kind }: { reference: string; kind: 'pending' | 'declined' | 'expired' },
): Promise<Followed> {
  const topUp = await lockTopUp(tx, account, reference);
  if (topUp === null || topUp.provider !== provider) return 'unknown-reference';
  if (!OPEN_STATES.includes(topUp.state)) return 'too-late';
  if (kind === 'pending') {
    await moveTopUp(tx, topUp, 'pending');
    return 'moved';
  }
  const state = kind === 'declined' ? 'failed' : 'expired';
  await moveTopUp(tx, topUp, state);
  const params = { topUpId: topUp.id, amountMinor: String(topUp.amount) };
  await deps.tell(tx, account, { kind: `top-up-${state}`, params });
  return 'moved';
}
