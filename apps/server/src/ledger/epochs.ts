import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

/** The open epoch, which new postings carry. Earlier epochs are closed and receive no more postings. */
export async function currentEpoch(q: Db | Tx['q']): Promise<number> {
  const { rows } = await sql<{ epoch: number }>`select min(epoch) as epoch from ledger.gate`.execute(q);
  if (rows[0]?.epoch == null) throw new Error('the ledger has no row in ledger.gate');
  return rows[0].epoch;
}

/**
 * Closes the current epoch and returns it. The UPDATE waits for every transaction that holds a gate, so for every
 * posting with the epoch. Later postings wait for it and carry the next epoch. After the commit, sums over the epoch
 * are final.
 */
export async function closeEpoch(tx: Tx): Promise<number> {
  const { rows } = await sql<{ epoch: number | null }>`select ledger.close_epoch() as epoch`.execute(tx.q);
  if (rows[0]?.epoch == null) throw new Error('the ledger has no row in ledger.gate');
  return rows[0].epoch;
}
