import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { closeEpoch } from '../epochs.ts';

/** Where the ledger is cut for a date (`YYYY-MM-DD`, UTC): at the end of an epoch. */
export interface Cut {
  date: string;
  epoch: number;
  closedAtMs: number;
}

/** A transaction that only reads, in which nothing changes any more. */
export interface Snapshot {
  q: Tx['q'];
  /** Gives the connection back. Never throws: what was read stays read when the database goes away afterwards. */
  end(): Promise<void>;
}

/** How long one question of a snapshot may take: those over a whole history do. */
export const CUT_MS_MAX = 30 * 60_000;

export async function readCut(q: Db | Tx['q'], date: string): Promise<Cut | null> {
  const { rows } = await sql<{ epoch: number; closed_at: Date }>`
    select epoch, closed_at from ledger.cut where date = ${date}::date`.execute(q);
  return rows[0] ? { date, epoch: rows[0].epoch, closedAtMs: rows[0].closed_at.getTime() } : null;
}

/**
 * Closes the current epoch as the cut of the date. Its snapshot is taken while all gates are held: every posting of the
 * epoch is in it and none of a later one, so in it the kept balances are those of the cut. For a caller who keeps
 * others from doing the same, and who ends the snapshot.
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

/** A snapshot of this moment. */
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

/** What it sees is fixed by its first question, not by its beginning. */
async function openSnapshot(db: Db): Promise<Snapshot> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  return {
    q: trx,
    async end() {
      if (trx.isCommitted || trx.isRolledBack) return;
      // A connection that cannot roll back is thrown away by the driver.
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
