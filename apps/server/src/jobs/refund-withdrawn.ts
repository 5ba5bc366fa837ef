import { sql } from 'kysely';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { refundToMember } from '../decisions/refund-to-member.ts';
import { type Account, lockBalance } from '../ledger/lock.ts';

/** Grace period, in which staff can undo a mistaken withdrawal of a title. */
const MISTAKE_MINUTES = 10;
const AT_ONCE = 100;
/** Sorts before all ids. */
const NONE = '00000000-0000-0000-0000-000000000000';

/** When a title became unavailable: withdrawn, its class hidden, or moved into a hidden class. */
const GONE_AT = sql`least(t.withdrawn_at, case when c.hidden_at is not null then greatest(c.hidden_at, t.class_since) end)`;
const IS_DUE = sql`${GONE_AT} < clock.now() - ${sql.lit(MISTAKE_MINUTES)} * interval '1 minute'
  and p.refunded_at is null and p.until > ${GONE_AT}`;

/**
 * Refunds purchases of titles that were withdrawn or whose class was hidden during the rental: members do not pay for
 * unavailable titles. Returns the number of refunds. A failing refund does not stop the others: the first error is
 * thrown at the end.
 */
export async function refundWithdrawn(db: Db): Promise<number> {
  const faults: unknown[] = [];
  let refunded = 0;
  let after = NONE;
  for (;;) {
    const { rows } = await sql<Account & { id: string }>`
      select p.bucket, p.member_id as "memberId", p.id from video.title t
      join video.class c on c.id = t.class_id
      join video.purchase p on p.title_id = t.id
      where ${IS_DUE} and p.id > ${after}::uuid
      order by p.id limit ${AT_ONCE}`.execute(db);
    for (const { id, ...account } of rows) {
      after = id;
      try {
        if (await refundIfDue(db, account, id)) refunded += 1;
      } catch (error) {
        faults.push(error);
      }
    }
    if (rows.length < AT_ONCE) break;
  }
  if (faults.length > 0) throw faults[0];
  return refunded;
}

function refundIfDue(db: Db, account: Account, id: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    if (!(await isStillDue(tx, account, id))) return false;
    await refundToMember(tx, account, id, null);
    return true;
  });
}

/** Whether the refund is still due, under the balance lock. Staff may have refunded it, or the title may be back. */
async function isStillDue(tx: Tx, { bucket, memberId }: Account, id: string): Promise<boolean> {
  const mine = sql`${ofMember({ bucket, memberId }, 'p')} and p.id = ${id}::uuid`;
  await lockBalance(tx, { bucket, memberId });
  const { rows } = await sql`
    select from video.purchase p join video.title t on t.id = p.title_id join video.class c on c.id = t.class_id
    where ${mine} and ${IS_DUE}`.execute(tx.q);
  return rows.length > 0;
}
