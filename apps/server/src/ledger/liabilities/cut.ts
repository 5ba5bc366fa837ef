import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { closeEpoch } from '../epochs.ts';

/** The cut of the ledger for a UTC date (`YYYY-MM-DD`): the end of an epoch. */
export interface Cut {
  date: string;
  epoch: number;
  closedAtMs: number;
}

/** A read-only transaction with a fixed snapshot. */
export interface Snapshot {
  q: Tx['q'];
  /** Returns the connection. Never throws: the data stays valid even if the connection is lost afterwards. */
  end(): Promise<void>;
}

/** Longest duration of a query in a snapshot, in ms. Queries over the whole history take long. */
export const CUT_MS_MAX = 30 * 60_000;

export async function readCut(q: Db | Tx['q'], date: string): Promise<Cut | null> {
  const { rows } = await sql<{ epoch: number; closed_at: Date }>`
    select epoch, closed_at from ledger.cut where date = ${date}::date`.execute(q);
  return rows[0] ? { date, epoch: rows[0].epoch, closedAtMs: rows[0].closed_at.getTime() } : null;
}

/**
 * Closes the current epoch as the date's cut. The snapshot is taken while all gates are held. So it contains every
 * posting of the epoch and none of a later one, and its balances are those of the cut. The caller must exclude
 * concurrent calls and end the snapshot.
 */
export async function closeCut(db: Db, date: string): Promise<{ cut: Cut; snapshot: Snapshot }> {
  let snapshot: Snapshot | null = null;
  try {
    const cut = await transaction(db, async (tx): Promise<Cut> => {
      await snapshot?.end();
      const opened = await openSnapshot(db);
      snapshot = opened;
      const epoch = await closeEpoch(tx);
      await seeNow(opened);
      const { rows } = await sql<{ closed_at: Date }>`
        insert into ledger.cut (date, epoch, closed_at) values (${date}::date, ${epoch}, clock.now())
        returning closed_at`.execute(tx.q);
      return { date, epoch, closedAtMs: rows[0]?.closed_at.getTime() ?? Number.NaN };
    });
    if (snapshot === null) throw new Error('the cut has no snapshot');
    return { cut, snapshot };
  } catch (error) {
    await (snapshot as Snapshot | null)?.end();
    throw error;
  }
}

/** A snapshot of the current state. */
export async function takeSnapshot(db: Db): Promise<Snapshot> {
  const snapshot = await openSnapshot(db);
  try {
    await seeNow(snapshot);
  } catch (error) {
    await snapshot.end();
    throw error;
  }
  return snapshot;
}

/** Opens a REPEATABLE READ transaction. Its first query fixes the snapshot, not its beginning. */
async function openSnapshot(db: Db): Promise<Snapshot> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  return {
    q: trx,
    async end() {
      if (trx.isCommitted || trx.isRolledBack) return;
      // The driver discards a connection that cannot roll back.
      await trx
        .rollback()
        .execute()
        .catch(() => {});
    },
  };
}

async function seeNow({ q }: Snapshot): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(CUT_MS_MAX)}, true), txid_current_snapshot()`.execute(q);
}
