import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';

/**
 * User names by member id, for a range of buckets (inclusive), as of `atMs` (Unix milliseconds). A name that was
 * erased later still counts for data made with it. An erased member's name is their id, which is too long to be
 * registered as a name.
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

/** Current user names of the given members, by member id. */
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
