import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../db/pool.ts';

/** The two callers. Each passes all its waiting ids on every call. */
export type Asker = 'payouts' | 'refunds';

/**
 * Position of the archived WAL. Payouts and refunds wait until the WAL with their rows is archived. If the database
 * were lost before, a payout would be paid twice, and a refunded payment credited.
 */
export interface WalArchive {
  /**
   * Returns the ids whose WAL is archived. Their rows must be committed. Call it again with the rest: an id that its
   * caller leaves out starts waiting again.
   */
  archivedOf(ids: readonly string[], asker: Asker): Promise<Set<string>>;
}

/** Numbers of a machine's current WAL segment and of its newest archived one. */
export interface LogState {
  written: bigint;
  kept: bigint;
}

/** WAL states by machine. A member's rows are on one machine, and only the database knows which. */
export type LogStates = ReadonlyMap<string, LogState>;

/** Longest wait for the archive: a stalled archive must not block withdrawals. */
const WAIT_MS_MAX = 10 * 60_000;
const PIECE = /^[0-9A-F]{24}$/;
const PIECES_A_PAGE = 0x100n;

export interface ArchivedLogDeps {
  /** WAL states of the machines that archive their WAL. */
  readLog(): Promise<LogStates>;
  /** A monotonic clock, in milliseconds. */
  nowMs(): number;
}

/**
 * Creates the archive check. An id's row was written before the first call with it. It is therefore in the current WAL
 * segment of that moment or an earlier one, on any machine.
 */
export function createWalArchive({ readLog, nowMs }: ArchivedLogDeps): WalArchive {
  type Waiting = Map<string, { written: LogStates; sinceMs: number }>;
  const waitingOf: Record<Asker, Waiting> = { payouts: new Map(), refunds: new Map() };

  return {
    async archivedOf(ids, asker) {
      const waiting = waitingOf[asker];
      // When the WAL state is unavailable, nothing waits.
      const states = ids.length === 0 ? null : await readLog().catch(() => null);
      if (states === null || states.size === 0) return new Set(ids);
      for (const id of waiting.keys()) if (!ids.includes(id)) waiting.delete(id);
      for (const id of ids) if (!waiting.has(id)) waiting.set(id, { written: states, sinceMs: nowMs() });
      return new Set(
        ids.filter((id) => {
          const requested = waiting.get(id);
          return (
            requested === undefined || nowMs() - requested.sinceMs > WAIT_MS_MAX || isStored(requested.written, states)
          );
        }),
      );
    },
  };
}

/**
 * True when every machine has archived the segment. A machine that does not answer counts as archived: its rows cannot
 * be paid either.
 */
function isStored(written: LogStates, now: LogStates): boolean {
  return [...written].every(([machine, before]) => before.written <= (now.get(machine)?.kept ?? before.written));
}

const OWN_LOG = `
  select json_build_object('mode', current_setting('archive_mode'), 'timeout', s.setting,
    'written', pg_walfile_name(pg_current_wal_insert_lsn()), 'kept', a.last_archived_wal)
  from pg_stat_archiver a, pg_settings s where s.name = 'archive_timeout'`;

const Answer = z.object({ mode: z.string(), timeout: z.string(), written: z.string(), kept: z.string().nullable() });

/**
 * Reads the WAL state of a PostgreSQL that archives with a timeout, and of such workers in a Citus cluster. Empty when
 * nothing is archived.
 */
export async function readArchivedLog(db: Db): Promise<LogStates> {
  const own = await sql<{ answer: unknown; spread: boolean }>`
    select (${sql.raw(OWN_LOG)}) as answer, to_regproc('run_command_on_workers') is not null as spread`.execute(db);
  const workers = own.rows[0]?.spread
    ? await sql<{ machine: string; answer: string }>`
        select nodename || ':' || nodeport as machine, result as answer
        from run_command_on_workers(${OWN_LOG}) where success`.execute(db)
    : null;
  const answers = [
    { machine: '', answer: own.rows[0]?.answer },
    ...(workers?.rows ?? []).map(({ machine, answer }) => ({ machine, answer: JSON.parse(answer) })),
  ];
  return new Map(
    answers.flatMap(({ machine, answer }) => {
      const state = stateOf(Answer.parse(answer));
      return state === null ? [] : [[machine, state]];
    }),
  );
}

function stateOf({ mode, timeout, written, kept: stored }: z.infer<typeof Answer>): LogState | null {
  if (mode === 'off' || timeout === '0') return null;
  // The archive also holds history and backup files, whose names give no position. Then it is unknown (-1).
  return { written: placeOf(written), kept: PIECE.test(stored ?? '') ? placeOf(stored ?? '') : -1n };
}

/** Segment number without the timeline, which changes with each restore. */
function placeOf(piece: string): bigint {
  return BigInt(`0x${piece.slice(8, 16)}`) * PIECES_A_PAGE + BigInt(`0x${piece.slice(16)}`);
}
