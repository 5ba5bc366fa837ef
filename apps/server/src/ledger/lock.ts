import { sql } from 'kysely';
import { ofMember } from '../db/member-rows.ts';
import type { Tx } from '../db/transaction.ts';

/** A member's key in the ledger. */
export interface Account {
  bucket: number;
  memberId: string;
}

/**
 * Locks the member's epoch gate and balance until the transaction ends. The member's money cannot change until then.
 * Returns the available balance. Throws if there is no balance row.
 */
export async function lockBalance(tx: Tx, { bucket, memberId }: Account): Promise<bigint> {
  await sql`select ledger.lock(array[${bucket}::smallint], array[${memberId}::uuid])`.execute(tx.q);
  const balance = await tx.q
    .selectFrom('ledger.balance')
    .select('available')
    .where(ofMember({ bucket, memberId }))
    .executeTakeFirst();
  if (!balance) throw new Error(`member ${memberId} has no balance row`);
  return balance.available;
}
