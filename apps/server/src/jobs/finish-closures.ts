import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { hasOpenSlips } from '../draw/slips/open-slips.ts';
import type { Account } from '../ledger/lock.ts';
import { noteClosureDone } from '../members/account/closures.ts';
import type { PaymentsDeps } from '../payments/deps.ts';
import { payFinalBalance } from '../payments/withdrawals/final-payout.ts';

const PAGE = 200;
const NONE: Account = { bucket: -1, memberId: '00000000-0000-0000-0000-000000000000' };

/**
 * Pays out what members of closing accounts still receive, such as settled bets, late payments and returned payouts,
 * until nothing is left. Amounts that arrive later are paid out, too. A failing account does not stop the others: the
 * first error is thrown at the end.
 */
export async function finishClosures(payments: PaymentsDeps): Promise<void> {
  const faults: unknown[] = [];
  let after = NONE;
  for (;;) {
    const page = await closuresAfter(payments.db, after);
    for (const account of page) {
      after = account;
      await transaction(payments.db, (tx) => finishOne(tx, payments, account)).catch((error) => faults.push(error));
    }
    if (page.length < PAGE) break;
  }
  if (faults.length > 0) throw faults[0];
}

async function closuresAfter(db: Db, { bucket, memberId }: Account): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select c.bucket, c.member_id as "memberId" from members.closure c
    join ledger.balance b on b.bucket = c.bucket and b.member_id = c.member_id
    where (c.bucket, c.member_id) > (${bucket}::smallint, ${memberId}::uuid)
      and (c.done_at is null or b.available > 0)
    order by c.bucket, c.member_id limit ${PAGE}`.execute(db);
  return rows;
}

/** Runs under the balance lock, so that slips settled by now are included. */
async function finishOne(tx: Tx, payments: PaymentsDeps, account: Account): Promise<void> {
  const rest = await payFinalBalance(tx, payments, account);
  if (rest === 'empty' && !(await hasOpenSlips(tx.q, account))) await noteClosureDone(tx, account);
}
