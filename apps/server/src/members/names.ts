import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

/** User names by member, of some buckets (both ends included). */
export async function userNamesOf(
  q: Db | Tx['q'],
  { from, to }: { from: number; to: number },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ member_id: string; user_name: string }>`
    select member_id, user_name from members.member
    where bucket between ${from}::smallint and ${to}::smallint`.execute(q);
  return new Map(rows.map((row) => [row.member_id, row.user_name]));
}
