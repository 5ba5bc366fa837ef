import { sql } from 'kysely';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

/** The name of the one switch of money: top-up, betting and buying. Withdrawal has none. */
export const MONEY_IN = 'money-in';

/** Why the switch is off while the ledger has faults that nobody has looked at. */
export const LEDGER_WRONG = 'ledger-wrong';

export interface SwitchState {
  open: boolean;
  /** A code: why it was last switched. Null where it never was. */
  reason: string | null;
}

/** How the switch stands; it is open until it is closed for the first time. */
export async function readSwitch(q: Db | Tx['q']): Promise<SwitchState> {
  const row = await q
    .selectFrom('house.switch')
    .select(['open', 'reason'])
    .where('what', '=', MONEY_IN)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? { open: true, reason: null };
}

/**
 * Whether money may come in: the switch is open, and nothing was found wrong with payouts since, for which it is only
 * still to be closed.
 */
export async function isMoneyInOpen(q: Db | Tx['q']): Promise<boolean> {
  return (await whyMoneyInClosed(q)) === null;
}

/** Why money may not come in; null where it may. */
export async function whyMoneyInClosed(q: Db | Tx['q']): Promise<'payouts-unhealthy' | 'ledger-wrong' | null> {
  const { open, reason } = await readSwitch(q);
  if (!open) return reason === LEDGER_WRONG ? 'ledger-wrong' : 'payouts-unhealthy';
  const health = await q.selectFrom('payments.payout_health').select('fault').executeTakeFirst();
  return (health?.fault ?? null) === null ? null : 'payouts-unhealthy';
}

/**
 * Switches, from now on, with an entry in the book. What faults closed opens only as `reviewed`, once two people have
 * confirmed it.
 */
export async function writeSwitch(tx: Tx, open: boolean, reason: string): Promise<void> {
  await sql`select house.write_switch(${newId()}::uuid, ${open}, ${reason})`.execute(tx.q);
}
