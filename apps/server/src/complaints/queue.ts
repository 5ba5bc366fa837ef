import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { measureQueue, type Queue } from '../db/queue.ts';
import type { Tx } from '../db/transaction.ts';

/** Unanswered complaints. */
export function complaintQueue(q: Db | Tx['q']): Promise<Queue> {
  return measureQueue(
    q,
    sql`select c.asked_at as since, c.due_at as due from complaints.complaint c
    where c.answered_at is null order by c.due_at, c.id`,
  );
}
