import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { MINUTE_MS } from '../durations.ts';
import { firstAnswers } from './answer-times.ts';

/** Fewer answered conversations than this say nothing about the usual time. */
const ANSWERED_MIN = 20;
/** Newest conversations that are looked at, so that the cost has a limit. */
const LOOKED_AT_MAX = 2_000;
/** Lifetime of a result in this process. */
const KNOWN_MS = 10 * MINUTE_MS;

/**
 * Median time from the start of a conversation to the house's first answer, in whole minutes rounded up; over the
 * conversations of the last 30 days that were answered. Null with fewer than `ANSWERED_MIN`.
 */
export async function usualFirstAnswer(q: Db | Tx['q']): Promise<number | null> {
  const { rows } = await sql<{ answered: bigint; seconds: number | null }>`
    with first_answers as (${firstAnswers(sql`t.opened_at > clock.now() - interval '30 days'`, LOOKED_AT_MAX)})
    select count(*) as answered,
      extract(epoch from percentile_cont(0.5) within group (order by took))::float8 as seconds
    from first_answers where took is not null`.execute(q);
  const { answered = 0n, seconds = null } = rows[0] ?? {};
  return answered < ANSWERED_MIN || seconds === null ? null : Math.max(1, Math.ceil(seconds / 60));
}

/** Keeps the last result for ten minutes. Concurrent callers share one query. */
export function createUsualFirstAnswer(db: Db, nowMs: () => number): () => Promise<number | null> {
  let known: { minutes: Promise<number | null>; untilMs: number } | null = null;
  return () => {
    if (known !== null && nowMs() < known.untilMs) return known.minutes;
    const minutes = usualFirstAnswer(db);
    known = { minutes, untilMs: nowMs() + KNOWN_MS };
    // A failure is not kept.
    minutes.catch(() => {
      known = null;
    });
    return minutes;
  };
}
