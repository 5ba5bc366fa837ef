import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';

/** The language that a member has chosen, as a BCP 47 tag; null when they have not chosen. */
export async function readLocale(
  db: Db | Tx['q'],
  { bucket, memberId }: Pick<Identity, 'bucket' | 'memberId'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('members.member')
    .select('locale')
    .where(ofMember({ bucket, memberId }))
    .executeTakeFirst();
  return row?.locale ?? null;
}
