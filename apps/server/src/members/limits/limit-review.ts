import { sql } from 'kysely';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Account, lockBalance } from '../../ledger/lock.ts';

const MONTHS = 6;

/** When the limits are due for review: six months after the last review or change. Null when none was ever set. */
export async function reviewAt(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(
      (select max(s.set_at) from members.limit_set s
        where ${ofMember({ bucket, memberId }, 's')}),
      (select max(r.at) from members.limit_review r
        where ${ofMember({ bucket, memberId }, 'r')})
    ) + ${MONTHS}::integer * interval '1 month' as at`.execute(q);
  return rows[0]?.at ?? null;
}

/** Records that the member reviewed their limits without a change. Within a day, only the first review counts. */
export async function noteReviewed(tx: Tx, account: Account): Promise<void> {
  // The lock makes concurrent calls see each other.
  await lockBalance(tx, account);
  const { bucket, memberId } = account;
  const { rows } = await sql`
    select 1 from members.limit_review r
    where ${ofMember({ bucket, memberId }, 'r')}
      and r.at > clock.now() - interval '1 day' limit 1`.execute(tx.q);
  if (rows.length > 0) return;
  await tx.q.insertInto('members.limit_review').values({ bucket, member_id: memberId }).execute();
}
