import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../db/pool.ts';

/** Each asks with all that it has waiting. */
export type Asker = 'payouts' | 'refunds';

/**
 * Position of the archived WAL. Payouts and refunds wait until the WAL with their rows is archived: if the database were
 * lost before, a payout would be paid twice, and a refunded payment credited.
 */
export interface WalArchive {
  /**
   * Of these ids, whose rows are committed, those whose WAL is archived. Call it again with the others: an id that its
   * asker leaves out starts to wait anew.
   */
  archivedOf(ids: readonly string[], asker: Asker): Promise<Set<string>>;
}

/** How far the log of a machine of the database was written, and how far it is kept elsewhere, in pieces. */
export interface LogState {
  written: bigint;
  kept: bigint;
}

/** By machine: a member's rows lie on one of them, and which is the database's own affair. */
export type LogStates = ReadonlyMap<string, LogState>;

/** An archive that does not come on must not close the only door that opens outwards. */
const WAIT_MS_MAX = 10 * 60_000;
const PIECE = /^[0-9A-F]{24}$/;
const PIECES_A_PAGE = 0x100n;

export interface KeptLogDeps {
  /** Of those machines whose log somebody keeps in time. */
  readLog(): Promise<LogStates>;
  /** Of a clock that only goes forward. */
  nowMs(): number;
}

/**
 * What was written when an id was first asked for lies in the piece of the log of that moment or an earlier one, on
 * whichever machine.
 */
export function createWalArchive({ readLog, nowMs }: KeptLogDeps): WalArchive {
  type Waiting = Map<string, { written: LogStates; sinceMs: number }>;
  const waitingOf: Record<Asker, Waiting> = { payouts: new Map(), refunds: new Map() };

  return {
    async archivedOf(ids, asker) {
      const waiting = waitingOf[asker];
      // Where the state of the log is not to be had, nobody waits for it.
      const states = ids.length === 0 ? null : await readLog().catch(() => null);
      if (states === null || states.size === 0) return new Set(ids);
      for (const id of waiting.keys()) if (!ids.includes(id)) waiting.delete(id);
      for (const id of ids) if (!waiting.has(id)) waiting.set(id, { written: states, sinceMs: nowMs() });
      return new Set(
        ids.filter((id) => {
          const asked = waiting.get(id);
          return asked === undefined || nowMs() - asked.sinceMs > WAIT_MS_MAX || isKept(asked.written, states);
        }),
      );
    },
  };
}

/** A machine that does not answer has no rows to be paid by either. */
function isKept(written: LogStates, now: LogStates): boolean {
  return [...written].every(([machine, before]) => before.written <= (now.get(machine)?.kept ?? before.written));
}

const OWN_LOG = `
  select json_build_object('mode', current_setting('archive_mode'), 'timeout', s.setting,
    'written', pg_walfile_name(pg_current_wal_insert_lsn()), 'kept', a.last_archived_wal)
  from pg_stat_archiver a, pg_settings s where s.name = 'archive_timeout'`;

const Answer = z.object({ mode: z.string(), timeout: z.string(), written: z.string(), kept: z.string().nullable() });

/**
 * Of a PostgreSQL that hands on its log piece by piece, each after a while at the latest, and of the workers of a Citus
 * cluster that do. Empty for any other.
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

function stateOf({ mode, timeout, written, kept }: z.infer<typeof Answer>): LogState | null {
  if (mode === 'off' || timeout === '0') return null;
  // Besides pieces there are small files about them: what was kept before one of those is not known.
  return { written: placeOf(written), kept: PIECE.test(kept ?? '') ? placeOf(kept ?? '') : -1n };
}

/** Without the timeline, of which there is a new one after each restore. */
function placeOf(piece: string): bigint {
  return BigInt(`0x${piece.slice(8, 16)}`) * PIECES_A_PAGE + BigInt(`0x${piece.slice(16)}`);
}
