import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';

/**
 * User names by member, of some buckets (both ends included), as they were at a moment (unix milliseconds): the name
 * of a member whose data was erased later still counts for what was made with it. One whose name is gone has his id
 * for it, which is too long for anybody to register as a name.
 */
export async function userNamesOf(
  q: Db | Tx['q'],
  { from, to }: { from: number; to: number },
  atMs: number,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ member_id: string; user_name: string }>`
    select m.member_id, coalesce(e.user_name, m.user_name) as user_name from members.member m
    left join members.erasure e on e.bucket = m.bucket and e.member_id = m.member_id and e.kind = 'person'
      and e.at > to_timestamp(${atMs}::numeric / 1000)
    where m.bucket between ${from}::smallint and ${to}::smallint`.execute(q);
  return new Map(rows.map((row) => [row.member_id, row.user_name]));
}

/** User names as they are now, of a few members by their ids. */
export async function userNamesByMember(
  q: Db | Tx['q'],
  members: readonly Pick<Identity, 'bucket' | 'memberId'>[],
): Promise<Map<string, string>> {
  if (members.length === 0) return new Map();
  const rows = await q
    .selectFrom('members.member')
    .select(['member_id', 'user_name'])
    .where('bucket', 'in', [...new Set(members.map(({ bucket }) => bucket))])
    .where('member_id', 'in', [...new Set(members.map(({ memberId }) => memberId))])
    .execute();
  return new Map(rows.map((row) => [row.member_id, row.user_name]));
}
