import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

/** Count of conversations in which a member waits for an answer, and since when the first one waits. */
export async function deskQueue(q: Db | Tx['q']): Promise<{ count: number; oldestAt: Date | null }> {
  const { rows } = await sql<{ n: bigint; oldest: Date | null }>`
    select count(*) as n, min(t.waits_since) as oldest from desk.thread t where t.waits_since is not null`.execute(q);
  return { count: Number(rows[0]?.n ?? 0), oldestAt: rows[0]?.oldest ?? null };
}
