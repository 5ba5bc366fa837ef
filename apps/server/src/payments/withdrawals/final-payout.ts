import { sql } from 'kysely';
import { ofMember } from '../../db/member-rows.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Account, lockBalance } from '../../ledger/lock.ts';
import type { PaymentsDeps } from '../deps.ts';
import { activePayee } from '../payees/payees.ts';
import { withdrawAll } from './withdrawals.ts';

/**
 * Result of paying out a leaving member's balance.
 *
 * - `sent-off`: a withdrawal was created now.
 * - `under-way`: an earlier withdrawal is still open.
 * - `waits`: a payee is missing, or the last payout to it failed lately.
 * - `empty`: nothing is left.
 */
export type Rest = 'sent-off' | 'waits' | 'under-way' | 'empty';

/** Hours to wait before retrying a card or account that sent money back. Another payee is tried at once. */
const REST_HOURS = 24;

/**
 * Withdraws the whole available balance of a member who is leaving. Keeps the balance locked until the transaction
 * ends.
 */
export async function payFinalBalance(
  tx: Tx,
  deps: Pick<PaymentsDeps, 'provider' | 'tell' | 'money'>,
  account: Account,
): Promise<Rest> {
  const available = await lockBalance(tx, account);
  if (available === 0n) return (await isUnderWay(tx, account)) ? 'under-way' : 'empty';
  const payee = await activePayee(tx.q, account);
  if (!payee || (await cameBackLately(tx, account, payee.id))) return 'waits';
  await withdrawAll(tx, deps, account);
  return 'sent-off';
}

async function isUnderWay(tx: Tx, { bucket, memberId }: Account): Promise<boolean> {
  const row = await tx.q
    .selectFrom('ledger.balance')
    .select('held')
    .where(ofMember({ bucket, memberId }))
    .executeTakeFirst();
  return (row?.held ?? 0n) > 0n;
}

async function cameBackLately(tx: Tx, { bucket, memberId }: Account, payeeId: string): Promise<boolean> {
  const { rows } = await sql<{ lately: boolean }>`
    select exists (
      select from payments.withdrawal w
      where ${ofMember({ bucket, memberId }, 'w')} and w.payee_id = ${payeeId}::uuid
        and w.state in ('refused', 'failed', 'returned')
        and w.ended_at > clock.now() - ${REST_HOURS}::integer * interval '1 hour') as lately`.execute(tx.q);
  return rows[0]?.lately ?? false;
}
