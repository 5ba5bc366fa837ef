import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';

/** Members whose card or account, bound now, ends in these four digits. The newest binding comes first. */
export async function membersByLastFour(q: Db | Tx['q'], digits: string, limit: number): Promise<Account[]> {
  const { rows } = await sql<{ bucket: number; memberId: string }>`
    select p.bucket, p.member_id as "memberId" from payments.payee p
    where right(p.masked, 4) = ${digits} and coalesce(p.ended_at > clock.now(), true)
    order by p.bound_at desc limit ${limit}`.execute(q);
  return rows;
}
