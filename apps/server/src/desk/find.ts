import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Asker } from './threads.ts';

/** The member of a conversation; null if there is no conversation with this id. */
export async function findAsker(q: Db | Tx['q'], id: string): Promise<Asker | null> {
  const { rows } = await sql<Asker>`
    select t.bucket, t.member_id as "memberId" from desk.thread t where t.id = ${id}::uuid`.execute(q);
  return rows[0] ?? null;
}
