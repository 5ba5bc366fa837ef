import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { hasOpenSlips } from '../draw/slips/open-slips.ts';
import type { Account } from '../ledger/lock.ts';
import { noteClosureDone } from '../members/account/closures.ts';
import { IN_FORCE } from '../members/limits/exclusion-in-force.ts';
import type { PaymentsDeps } from '../payments/deps.ts';
import { payFinalBalance } from '../payments/withdrawals/final-payout.ts';

const PAGE = 200;
const NONE: Account = { bucket: -1, memberId: '00000000-0000-0000-0000-000000000000' };

type Pages = (db: Db, after: Account) => Promise<Account[]>;

/**
 * Pays out what members of closing accounts still receive, such as settled bets, late payments and returned payouts,
 * until nothing is left. Amounts that arrive later are paid out, too.
 */
export function finishClosures(payments: PaymentsDeps): Promise<void> {
  return forEach(payments, closuresAfter, (tx, account) => finishOne(tx, payments, account));
}

/** Pays out the balances of self-excluded members who agreed to it, and amounts that arrive later. */
export function payOutExcluded(payments: PaymentsDeps): Promise<void> {
  return forEach(payments, excludedAfter, async (tx, account) => {
    await payFinalBalance(tx, payments, account);
  });
}

/** A failing account does not stop the others: the first error is thrown at the end. */
async function forEach(
  { db }: PaymentsDeps,
  pageAfter: Pages,
  act: (tx: Tx, account: Account) => Promise<void>,
): Promise<void> {
  const faults: unknown[] = [];
  let after = NONE;
  for (;;) {
    const page = await pageAfter(db, after);
    for (const account of page) {
      after = account;
      await transaction(db, (tx) => act(tx, account)).catch((error) => faults.push(error));
    }
    if (page.length < PAGE) break;
  }
  if (faults.length > 0) throw faults[0];
}

async function excludedAfter(db: Db, { bucket, memberId }: Account): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select distinct e.bucket, e.member_id as "memberId" from members.exclusion e
    join ledger.balance b on b.bucket = e.bucket and b.member_id = e.member_id
    where e.pays_out and b.available > 0 and (e.bucket, e.member_id) > (${bucket}::smallint, ${memberId}::uuid)
      and ${IN_FORCE} and exists (select from payments.payee p where p.bucket = e.bucket and p.member_id = e.member_id
        and p.active_at <= clock.now() and coalesce(p.ended_at > clock.now(), true))
    order by e.bucket, e.member_id limit ${PAGE}`.execute(db);
  return rows;
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
