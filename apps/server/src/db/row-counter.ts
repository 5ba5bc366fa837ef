import { sql } from 'kysely';
import type { Db } from './pool.ts';
import type { Tx } from './transaction.ts';

/** Returns the number of rows of a table. */
export type RowCounter = (q: Db | Tx['q']) => Promise<number>;

/** Timestamp as PostgreSQL text. A JavaScript date would lose microseconds. */
type Moment = string;

interface Known {
  /** Start of the rows that are not counted yet. */
  until: Moment;
  n: bigint;
  countedAtMs: number;
}

const NOTHING: Known = { until: '-infinity', n: 0n, countedAtMs: Number.NEGATIVE_INFINITY };
/** The cached count is rebuilt after this time. Deletions, which are rare, show up then. */
const KEPT_MS = 600_000;

/**
 * Creates a row counter for a table that grows by time and rarely loses rows. Rows older than an hour are counted once
 * and cached for ten minutes per process; each call counts only newer rows. `at` must be an indexed time column.
 */
export function createRowCounter(table: string, at: string): RowCounter {
  let known = NOTHING;
  return async (q) => {
    const edge = await edgeOf(q, known);
    const { until, n, countedAtMs } = edge.isNext ? known : { ...NOTHING, countedAtMs: edge.nowMs };
    // Passing times as values lets the planner see how few rows match.
    const { rows } = await sql<{ before: bigint; after: bigint }>`
      select (select count(*) from ${sql.table(table)}
          where ${sql.ref(at)} >= ${until}::timestamptz and ${sql.ref(at)} < ${edge.at}::timestamptz) as before,
        (select count(*) from ${sql.table(table)} where ${sql.ref(at)} >= ${edge.at}::timestamptz) as after`.execute(q);
    const { before, after } = rows[0] ?? { before: 0n, after: 0n };
    known = { until: edge.at, n: n + before, countedAtMs };
    return Number(n + before + after);
  };
}

/**
 * Time one hour ago, and whether the cached count can be extended. False after ten minutes or if the clock was set
 * back.
 */
async function edgeOf(
  q: Db | Tx['q'],
  { until, countedAtMs }: Known,
): Promise<{ at: Moment; nowMs: number; isNext: boolean }> {
  const { rows } = await sql<{ at: Moment; now_ms: bigint; later: boolean }>`
    select e.at::text as at, (extract(epoch from e.at) * 1000)::bigint as now_ms, e.at >= ${until}::timestamptz as later
    from (select clock.now() - interval '1 hour' as at) e`.execute(q);
  const { at, now_ms, later } = rows[0] ?? { at: until, now_ms: 0n, later: false };
  const nowMs = Number(now_ms);
  return { at, nowMs, isNext: later && nowMs <= countedAtMs + KEPT_MS };
}
