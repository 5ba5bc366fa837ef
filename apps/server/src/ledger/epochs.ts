import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

/** The epoch that postings carry now. Those before it are closed: they gain no posting any more. */
export async function currentEpoch(q: Db | Tx['q']): Promise<number> {
  const { rows } = await sql<{ epoch: number }>`select min(epoch) as epoch from ledger.gate`.execute(q);
  if (rows[0]?.epoch == null) throw new Error('the ledger has no gates');
  return rows[0].epoch;
}

/**
 * Closes the current epoch and returns it. The UPDATE waits for every transaction that holds a gate, that is for every
 * posting that carries the epoch; later ones wait for it and find the next. So once this is committed, the sums over
 * the epoch are final.
 */
export async function closeEpoch(tx: Tx): Promise<number> {
  const { rows } = await sql<{ epoch: number | null }>`select ledger.close_epoch() as epoch`.execute(tx.q);
  if (rows[0]?.epoch == null) throw new Error('the ledger has no gates');
  return rows[0].epoch;
}
