import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { isBack } from './thread-query.ts';

// What concerns the conversations of all members at once.

/** Gives back all conversations of a person who no longer answers any. */
export async function releaseThreadsOf(tx: Tx, staffId: string): Promise<void> {
  await sql`update desk.thread t set assigned_to = null, assigned_at = null
    where t.assigned_to = ${staffId}::uuid`.execute(tx.q);
}

export interface InboxCounts {
  mine: number;
  unassigned: number;
  snoozed: number;
  /** Back from a snooze, of the person or of nobody, and without a member who waits for an answer. */
  back: number;
  /** All open ones. */
  all: number;
}

/** Counts of open conversations as one person sees them. Snoozed ones count as snoozed alone, and in `all`. */
export async function inboxCounts(q: Db | Tx['q'], staffId: string): Promise<InboxCounts> {
  const { rows } = await sql<{ [K in keyof InboxCounts]: bigint }>`
    select count(*) as "all", count(*) filter (where s.is_snoozed) as snoozed,
      count(*) filter (where ${isBack(staffId)}) as back,
      count(*) filter (where t.assigned_to = ${staffId}::uuid and not s.is_snoozed) as mine,
      count(*) filter (where t.assigned_to is null and not s.is_snoozed) as unassigned
    from desk.thread t
    cross join lateral (select coalesce(t.snoozed_until > clock.now(), false) as is_snoozed) s
    where t.closed_at is null`.execute(q);
  const [row] = rows;
  return {
    mine: Number(row?.mine ?? 0),
    unassigned: Number(row?.unassigned ?? 0),
    snoozed: Number(row?.snoozed ?? 0),
    back: Number(row?.back ?? 0),
    all: Number(row?.all ?? 0),
  };
}

/** Ratings of the conversations that members opened in the last 30 days; null without any. */
export async function recentRatings(q: Db | Tx['q']): Promise<{ count: number; average: number } | null> {
  const { rows } = await sql<{ n: bigint; average: number | null }>`
    select count(t.rating) as n, avg(t.rating)::float8 as average from desk.thread t
    where t.opened_at > clock.now() - interval '30 days' and t.rating is not null`.execute(q);
  const { n = 0n, average = null } = rows[0] ?? {};
  return average === null ? null : { count: Number(n), average: Math.round(average * 10) / 10 };
}
