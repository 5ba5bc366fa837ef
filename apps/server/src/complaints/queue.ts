import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

/** Counts unanswered complaints, with the oldest and the first deadline. */
export async function complaintQueue(
  q: Db | Tx['q'],
): Promise<{ count: number; oldestAt: Date | null; dueAt: Date | null }> {
  const { rows } = await sql<{ n: bigint; oldest: Date | null; due: Date | null }>`
    select count(*) as n, min(c.asked_at) as oldest, min(c.due_at) as due
    from complaints.complaint c where c.answered_at is null`.execute(q);
  return { count: Number(rows[0]?.n ?? 0), oldestAt: rows[0]?.oldest ?? null, dueAt: rows[0]?.due ?? null };
}
