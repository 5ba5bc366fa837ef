import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Account } from '../../ledger/lock.ts';

/** Maps payment ids, which postings name, to the ids of their top-ups. */
export async function topUpsOfPayments(
  db: Db,
  { bucket, memberId }: Account,
  paymentIds: readonly string[],
): Promise<Map<string, string>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('payments.payment')
    .select(['id', 'top_up_id'])
    .where(ofMember({ bucket, memberId }))
    .where('id', 'in', [...paymentIds])
    .execute();
  return new Map(rows.map((row) => [row.id, row.top_up_id]));
}

/** Ids of the payments of a top-up, which postings name. */
export async function paymentsOfTopUp(db: Db, { bucket, memberId }: Account, topUpId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payments.payment')
    .select('id')
    .where(ofMember({ bucket, memberId }))
    .where('top_up_id', '=', topUpId)
    .execute();
  return rows.map(({ id }) => id);
}
