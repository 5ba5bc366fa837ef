import { type RawBuilder, sql } from 'kysely';
import type { Db } from './pool.ts';
import type { Tx } from './transaction.ts';

/** How long something took, over the newest cases. Null percentiles: no case has ended. */
export interface TimesTaken {
  /** Cases that have ended. */
  count: number;
  /** Cases that are still open. */
  open: number;
  /** Whether there are older cases that were not counted. */
  isCut: boolean;
  medianMs: number | null;
  /** 90 % took no longer. */
  p90Ms: number | null;
}

/** Most cases that are read. */
const CASES_MAX = 5_000;

/** Percentiles of the column `took` (an interval, null while open) of a query that returns at most `limit` cases. */
export async function timesTaken(q: Db | Tx['q'], cases: (limit: number) => RawBuilder<unknown>): Promise<TimesTaken> {
  const { rows } = await sql<{ n: bigint; ended: bigint; median: number | null; p90: number | null }>`
    select count(*) as n, count(c.took) as ended,
      extract(epoch from percentile_cont(0.5) within group (order by c.took))::float8 as median,
      extract(epoch from percentile_cont(0.9) within group (order by c.took))::float8 as p90
    from (${cases(CASES_MAX + 1)}) c`.execute(q);
  const { n = 0n, ended = 0n, median = null, p90 = null } = rows[0] ?? {};
  const ms = (seconds: number | null) => (seconds === null ? null : Math.max(0, Math.round(seconds * 1_000)));
  return {
    count: Number(ended),
    open: Number(n - ended),
    isCut: Number(n) > CASES_MAX,
    medianMs: ms(median),
    p90Ms: ms(p90),
  };
}
