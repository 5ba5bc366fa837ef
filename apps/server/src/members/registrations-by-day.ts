import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

/** Counts members by day of joining (`YYYY-MM-DD`, UTC) from `from` on, in order. Days without any are left out. */
export async function joinedOfDays(q: Db | Tx['q'], from: string): Promise<{ day: string; joined: number }[]> {
  const { rows } = await sql<{ day: string; n: bigint }>`
    select (m.created_at at time zone 'UTC')::date::text as day, count(*) as n from members.member m
    where m.created_at >= ${from}::date::timestamp at time zone 'UTC' group by 1 order by 1`.execute(q);
  return rows.map(({ day, n }) => ({ day, joined: Number(n) }));
}
