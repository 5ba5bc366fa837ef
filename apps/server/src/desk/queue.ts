import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

/** Talks in which a member waits for an answer: how many, and since when the first of them. */
export async function deskQueue(q: Db | Tx['q']): Promise<{ count: number; oldestAt: Date | null }> {
  const { rows } = await sql<{ n: bigint; oldest: Date | null }>`
    select count(*) as n, min(t.waits_since) as oldest from desk.thread t where t.waits_since is not null`.execute(q);
  return { count: Number(rows[0]?.n ?? 0), oldestAt: rows[0]?.oldest ?? null };
}
