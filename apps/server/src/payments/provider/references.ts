import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';

/** Kinds of records that a provider knows by our id. */
export type Referred = 'top-up' | 'withdrawal' | 'payment';

/** Finds the member and kind of an id that a provider knows; null when it is unknown. */
export async function findReference(q: Db | Tx['q'], id: string): Promise<(Account & { what: Referred }) | null> {
  const row = await q
    .selectFrom('payments.reference')
    .select(['bucket', 'member_id', 'what'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { bucket: row.bucket, memberId: row.member_id, what: row.what as Referred } : null;
}

/** Registers an id before it is sent to a provider, so that the provider's events find the member. */
export async function addReference(tx: Tx, account: Account, what: Referred, id: string): Promise<void> {
  await tx.q
    .insertInto('payments.reference')
    .values({ id, bucket: account.bucket, member_id: account.memberId, what })
    .onConflict((oc) => oc.doNothing())
    .execute();
}
