import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import type { Account } from './lock.ts';

/** Whether the full amount of a withdrawal is held: the hold is pending, neither posted nor released. */
export async function isHeld(
  tx: Tx,
  { bucket, memberId, id, day, amount }: Account & { id: string; day: string; amount: bigint },
): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select ledger.is_held(${bucket}::smallint, ${memberId}::uuid, ${day}::date, ${id}::uuid, ${amount}::bigint) as held
    `.execute(tx.q);
  return rows[0]?.held === true;
}
