import { sql } from 'kysely';
import type { Db } from './pool.ts';
import type { Tx } from './transaction.ts';

/** How many rows a table has. */
export type Total = (q: Db | Tx['q']) => Promise<number>;

/** A point in time as PostgreSQL writes it: a date of JavaScript would lose microseconds. */
type Moment = string;

interface Known {
  /** Of the first row that counted not. */
  until: Moment;
  n: bigint;
  countedAtMs: number;
}

const NOTHING: Known = { until: '-infinity', n: 0n, countedAtMs: Number.NEGATIVE_INFINITY };
/** What is removed, which is little and seldom, is seen after so long. */
const KEPT_MS = 600_000;

/**
 * Counts a table whose rows are written with the time and hardly ever removed. An hour after it was written each row
 * has been seen: what is older is counted once in ten minutes by a process, and not for each list. `at` has an index.
 */
export function createTotal(table: string, at: string): Total {
  let known = NOTHING;
  return async (q) => {
    const edge = await edgeOf(q, known);
    const { until, n, countedAtMs } = edge.isNext ? known : { ...NOTHING, countedAtMs: edge.nowMs };
    // Times as values: by them the planner knows how few there are.
    const { rows } = await sql<{ before: bigint; after: bigint }>`
      select (select count(*) from ${sql.table(table)}
          where ${sql.ref(at)} >= ${until}::timestamptz and ${sql.ref(at)} < ${edge.at}::timestamptz) as before,
        (select count(*) from ${sql.table(table)} where ${sql.ref(at)} >= ${edge.at}::timestamptz) as after`.execute(q);
    const { before, after } = rows[0] ?? { before: 0n, after: 0n };
    known = { until: edge.at, n: n + before, countedAtMs };
    return Number(n + before + after);
  };
}

/** An hour ago, and whether what is known may be counted on from: not where the clock was set back. */
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
