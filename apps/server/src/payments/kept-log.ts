import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** Each asks with all that it has waiting. */
export type Asker = 'payouts' | 'refunds';

/**
 * Says which acts would outlive the loss of the database. A payout that goes out and is then forgotten leaves its money
 * in the member's balance, to be paid a second time; a refund leaves a payment in review, to be credited: so both wait
 * until the log that asks for them is kept elsewhere.
 */
export interface KeptLog {
  /**
   * Of these ids, whose rows are committed, those that are safe by now. To be asked again for the others: one that its
   * asker does not name any more is forgotten, and would begin to wait anew.
   */
  keptOf(ids: readonly string[], asker: Asker): Promise<Set<string>>;
}

/** How far the database's log was written, and how far it is kept elsewhere. Null where nobody keeps it in time. */
export interface LogState {
  written: bigint;
  kept: bigint;
}

/** An archive that does not come on must not close the only door that opens outwards. */
const WAIT_MS_MAX = 10 * 60_000;
const PIECE = /^[0-9A-F]{24}$/;
const PIECES_A_PAGE = 0x100n;

export interface KeptLogDeps {
  readLog(): Promise<LogState | null>;
  /** Of a clock that only goes forward. */
  nowMs(): number;
}

/** What was written when an id was first asked for lies in the piece of the log of that moment or an earlier one. */
export function createKeptLog({ readLog, nowMs }: KeptLogDeps): KeptLog {
  type Waiting = Map<string, { piece: bigint; sinceMs: number }>;
  const waitingOf: Record<Asker, Waiting> = { payouts: new Map(), refunds: new Map() };

  return {
    async keptOf(ids, asker) {
      const waiting = waitingOf[asker];
      // Where the state of the log is not to be had, nobody waits for it.
      const state = ids.length === 0 ? null : await readLog().catch(() => null);
      if (state === null) return new Set(ids);
      for (const id of waiting.keys()) if (!ids.includes(id)) waiting.delete(id);
      for (const id of ids) if (!waiting.has(id)) waiting.set(id, { piece: state.written, sinceMs: nowMs() });
      return new Set(
        ids.filter((id) => {
          const { piece, sinceMs } = waiting.get(id) ?? { piece: 0n, sinceMs: 0 };
          return piece <= state.kept || nowMs() - sinceMs > WAIT_MS_MAX;
        }),
      );
    },
  };
}

/** Of a PostgreSQL that hands on its log piece by piece, each after a while at the latest; null for any other. */
export async function readArchivedLog(db: Db): Promise<LogState | null> {
  const { rows } = await sql<{ mode: string; timeout: string; written: string; kept: string | null }>`
    select current_setting('archive_mode') as mode, s.setting as timeout,
      pg_walfile_name(pg_current_wal_insert_lsn()) as written, a.last_archived_wal as kept
    from pg_stat_archiver a, pg_settings s where s.name = 'archive_timeout'`.execute(db);
  const [row] = rows;
  if (!row || row.mode === 'off' || row.timeout === '0') return null;
  // Besides pieces there are small files about them: what was kept before one of those is not known.
  return { written: placeOf(row.written), kept: PIECE.test(row.kept ?? '') ? placeOf(row.kept ?? '') : -1n };
}

/** Without the timeline, of which there is a new one after each restore. */
function placeOf(piece: string): bigint {
  return BigInt(`0x${piece.slice(8, 16)}`) * PIECES_A_PAGE + BigInt(`0x${piece.slice(16)}`);
}
