import { sql } from 'kysely';
import { type ConsistentRead, fixState, openConsistentRead } from '../../db/consistent-read.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { closeEpoch } from '../epochs.ts';

/** The snapshot of the ledger for a UTC date (`YYYY-MM-DD`): the end of an epoch. */
export interface LedgerSnapshot {
  date: string;
  epoch: number;
  closedAtMs: number;
}

export async function readSnapshot(q: Db | Tx['q'], date: string): Promise<LedgerSnapshot | null> {
  const { rows } = await sql<{ epoch: number; closed_at: Date }>`
    select epoch, closed_at from ledger.snapshot where date = ${date}::date`.execute(q);
  return rows[0] ? { date, epoch: rows[0].epoch, closedAtMs: rows[0].closed_at.getTime() } : null;
}

/**
 * Closes the current epoch as the date's snapshot. The consistent read begins while all gates are held. So it sees
 * every posting of the epoch and none of a later one, and its balances are those of the snapshot. The caller must
 * exclude concurrent calls and end the read.
 */
export async function takeSnapshot(db: Db, date: string): Promise<{ snapshot: LedgerSnapshot; read: ConsistentRead }> {
  let read: ConsistentRead | null = null;
  try {
    const snapshot = await transaction(db, async (tx): Promise<LedgerSnapshot> => {
      await read?.end();
      const opened = await openConsistentRead(db);
      read = opened;
      const epoch = await closeEpoch(tx);
      await fixState(opened);
      const { rows } = await sql<{ closed_at: Date }>`
        insert into ledger.snapshot (date, epoch, closed_at) values (${date}::date, ${epoch}, clock.now())
        returning closed_at`.execute(tx.q);
      return { date, epoch, closedAtMs: rows[0]?.closed_at.getTime() ?? Number.NaN };
    });
    if (read === null) throw new Error('the snapshot has no consistent read');
    return { snapshot, read };
  } catch (error) {
    await (read as ConsistentRead | null)?.end();
    throw error;
  }
}
