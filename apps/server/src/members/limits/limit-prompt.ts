import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';

/** When the member answered the prompt for a deposit limit; null when they have not answered. */
export async function promptedAt(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<Date | null> {
  const row = await q
    .selectFrom('members.limit_prompt')
    .select('at')
    .where(ofMember({ bucket, memberId }))
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Records that the member answered, with or without a limit. The first answer counts. */
export async function notePrompted(tx: Tx, { bucket, memberId }: Account): Promise<void> {
  await tx.q
    .insertInto('members.limit_prompt')
    .values({ bucket, member_id: memberId })
    .onConflict((on) => on.doNothing())
    .execute();
}
