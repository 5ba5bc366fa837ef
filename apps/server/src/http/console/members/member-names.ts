import { bucketOf } from '../../../db/ids.ts';
import type { Db } from '../../../db/pool.ts';
import type { Tx } from '../../../db/transaction.ts';
import { userNamesByMember } from '../../../members/account/names.ts';

/** Current user names of members, by member id. Without a member of that id, an empty name. */
export async function memberNames(q: Db | Tx['q'], ids: readonly string[]): Promise<(memberId: string) => string> {
  const names = await userNamesByMember(
    q,
    ids.map((memberId) => ({ bucket: bucketOf(memberId), memberId })),
  );
  return (memberId) => names.get(memberId) ?? '';
}
