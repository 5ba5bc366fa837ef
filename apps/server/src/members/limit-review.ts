import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';

const MONTHS = 6;

/** When it is time to look at the limits again: half a year after the last look or change. Null where none was set. */
export async function reviewAt(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(
      (select max(s.set_at) from members.limit_set s
        where s.bucket = ${bucket}::smallint and s.member_id = ${memberId}::uuid),
      (select max(r.at) from members.limit_review r
        where r.bucket = ${bucket}::smallint and r.member_id = ${memberId}::uuid)
    ) + ${MONTHS}::integer * interval '1 month' as at`.execute(q);
  return rows[0]?.at ?? null;
}

/** The member has looked at his limits and lets them be. */
export async function noteReviewed(tx: Tx, { bucket, memberId }: Account): Promise<void> {
  await tx.q
    .insertInto('members.limit_review')
    .values({ bucket, member_id: memberId })
    .onConflict((on) => on.doNothing())
    .execute();
}
