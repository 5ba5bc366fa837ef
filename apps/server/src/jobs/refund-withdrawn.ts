import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import { refundToMember } from '../refund-to-member.ts';

/** A title that was taken away by mistake is back before then. */
const MISTAKE_MINUTES = 10;
const AT_ONCE = 100;

/**
 * Gives back what was paid for titles that were taken away while their time still ran: nobody pays for what the house
 * does not show any more. Returns how many; called again it goes on with what is left.
 */
export async function refundWithdrawn(db: Db): Promise<number> {
  const { rows } = await sql<Account & { id: string }>`
    select p.bucket, p.member_id as "memberId", p.id from video.title t
    join video.purchase p on p.title_id = t.id
    where t.withdrawn_at < clock.now() - ${MISTAKE_MINUTES}::integer * interval '1 minute'
      and p.refunded_at is null and p.until > t.withdrawn_at
    order by p.at limit ${AT_ONCE}`.execute(db);
  for (const { id, ...account } of rows) {
    await transaction(db, async (tx) => {
      if (await isStillDue(tx, account, id)) await refundToMember(tx, account, id, null);
    });
  }
  return rows.length;
}

/** One of the staff may have been faster, or the title is back. Under the row's lock. */
async function isStillDue(tx: Tx, { bucket, memberId }: Account, id: string): Promise<boolean> {
  const { rows } = await sql`
    select p.id from video.purchase p join video.title t on t.id = p.title_id
    where p.bucket = ${bucket}::smallint and p.member_id = ${memberId}::uuid and p.id = ${id}::uuid
      and p.refunded_at is null and t.withdrawn_at is not null
    for update of p`.execute(tx.q);
  return rows.length > 0;
}
