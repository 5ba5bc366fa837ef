import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';

/** What a provider is told about under an id of ours. */
export type Referred = 'top-up' | 'withdrawal' | 'payment';

/** Whose an id is that a provider knows, and what it names; null for any other. */
export async function findReference(q: Db | Tx['q'], id: string): Promise<(Account & { what: Referred }) | null> {
  const row = await q
    .selectFrom('payments.reference')
    .select(['bucket', 'member_id', 'what'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { bucket: row.bucket, memberId: row.member_id, what: row.what as Referred } : null;
}

/** Before a provider is told of it, so that its answer finds its member. */
export async function addReference(tx: Tx, account: Account, what: Referred, id: string): Promise<void> {
  await tx.q
    .insertInto('payments.reference')
    .values({ id, bucket: account.bucket, member_id: account.memberId, what })
    .onConflict((oc) => oc.doNothing())
    .execute();
}
