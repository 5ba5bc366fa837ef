import { sql } from 'kysely';
import { newId } from '../../db/ids.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';

/** Name of the single money switch. It covers top-ups, bets and purchases. Withdrawals have no switch. */
export const MONEY_IN = 'money-in';

/** Reason for closing the switch: the ledger has unreviewed faults. */
export const LEDGER_WRONG = 'ledger-wrong';

export interface SwitchState {
  open: boolean;
  /** Code of the last change's reason; null when the switch was never changed. */
  reason: string | null;
}

/** Reads the switch. It is open until it is closed for the first time. */
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
 * Why money may not come in; null when it may: the switch is open, and payouts are healthy. A payout fault counts
 * before it has closed the switch.
 */
export async function whyMoneyInClosed(q: Db | Tx['q']): Promise<'payouts-unhealthy' | 'ledger-wrong' | null> {
  const { open, reason } = await readSwitch(q);
  if (!open) return reason === LEDGER_WRONG ? 'ledger-wrong' : 'payouts-unhealthy';
  const health = await q.selectFrom('payments.payout_health').select('fault').executeTakeFirst();
  return (health?.fault ?? null) === null ? null : 'payouts-unhealthy';
}

/**
 * Changes the switch from now on, with an entry in the book. After a closing for faults, only the reason `reviewed`
 * opens it, which two people must confirm.
 */
export async function writeSwitch(tx: Tx, open: boolean, reason: string): Promise<void> {
  await sql`select house.write_switch(${newId()}::uuid, ${open}, ${reason})`.execute(tx.q);
}
