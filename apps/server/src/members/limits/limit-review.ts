import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Account, lockBalance } from '../../ledger/lock.ts';

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

/** The member has looked at his limits and lets them be. Said again within a day, the first look counts. */
export async function noteReviewed(tx: Tx, account: Account): Promise<void> {
  // Of two at once, the second finds the first.
  await lockBalance(tx, account);
  const { bucket, memberId } = account;
  const { rows } = await sql`
    select 1 from members.limit_review r
    where r.bucket = ${bucket}::smallint and r.member_id = ${memberId}::uuid
      and r.at > clock.now() - interval '1 day' limit 1`.execute(tx.q);
  if (rows.length > 0) return;
  await tx.q.insertInto('members.limit_review').values({ bucket, member_id: memberId }).execute();
}
