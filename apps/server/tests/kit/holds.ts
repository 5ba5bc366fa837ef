/**
 * Ledger holds for any purpose, posted by the owner. They are for tests of the effects of holds. The club itself holds
 * money only for withdrawals (`payments.hold_withdrawal`).
 */

import { sql } from 'kysely';
import type { Db } from '../../src/db/pool.ts';
import type { LedgerAccount, LedgerKind } from '../../src/db/schema.d.ts';
import type { Tx } from '../../src/db/transaction.ts';
import { type Account, lockBalance } from '../../src/ledger/lock.ts';
import { Refusal } from '../../src/refusal.ts';
import { post } from './money.ts';

/** An amount held from the available balance. */
export interface Hold extends Account {
  /** Names the act; the `ref` of its transfers. */
  id: string;
  /** Day of the act (`YYYY-MM-DD`, UTC). The end of the hold has the same day, however late. */
  day: string;
  amount: bigint;
  /** Such as `withdrawal`. */
  purpose: string;
}

/** `pending` changes once: to `posted` (the money left the member) or `released` (it is available again). */
export type HoldState = 'pending' | 'posted' | 'released';

export interface HoldRecord extends Hold {
  state: HoldState;
}

/** The house account that receives a posted hold. */
export type CounterAccount = Exclude<LedgerAccount, 'available' | 'held'>;

/** A hold that has ended in another way, or exists with different contents. */
export class HoldConflict extends Error {}

/** Holds an amount. Idempotent. Throws `balance-too-small`, or `HoldConflict` if the id belongs to a different hold. */
export async function hold(tx: Tx, wanted: Hold): Promise<void> {
  const available = await lockBalance(tx, wanted);
  const known = await readHold(tx.q, wanted, wanted.id);
  if (known) {
    if (known.amount === wanted.amount && known.purpose === wanted.purpose && known.day === wanted.day) return;
    throw new HoldConflict(`hold ${wanted.id} is another one`);
  }
  if (available < wanted.amount) {
    throw new Refusal('balance-too-small', { missingMinor: String(wanted.amount - available) });
  }
  const { bucket, memberId, id, day, amount, purpose } = wanted;
  await sql`
    insert into ledger.hold (bucket, member_id, id, day, amount, purpose, at)
    values (${bucket}::smallint, ${memberId}::uuid, ${id}::uuid, ${day}::date, ${amount}::bigint, ${purpose}, clock.now())
    `.execute(tx.q);
  await move(tx, wanted, 'hold', 'available', 'held');
}

/**
 * Posts a hold to a house account. Idempotent. Throws `HoldConflict` if the hold does not exist, was released, or was
 * posted to another account.
 */
export async function postHold(tx: Tx, account: Account, id: string, to: CounterAccount): Promise<void> {
  const pending = await pendingHold(tx, account, id, 'posted');
  if (pending) await move(tx, pending, 'post', 'held', to);
  else if ((await accountOfPost(tx, account, id)) !== to) throw new HoldConflict(`hold ${id} was posted elsewhere`);
}

/** Releases a hold: the money is available again. Idempotent. Throws `HoldConflict` like `postHold`. */
export async function releaseHold(tx: Tx, account: Account, id: string): Promise<void> {
  const pending = await pendingHold(tx, account, id, 'released');
  if (pending) await move(tx, pending, 'release', 'held', 'available');
}

/** A member's hold with its state, derived from its transfers; null if it does not exist. */
export async function readHold(q: Db | Tx['q'], account: Account, id: string): Promise<HoldRecord | null> {
  const { rows } = await sql<{ day: string; amount: bigint; purpose: string; ends: LedgerKind[] }>`
    select h.day, h.amount, h.purpose, array(
      select t.kind::text from ledger.transfer t
      where t.bucket = h.bucket and t.member_id = h.member_id and t.day = h.day and t.ref = h.id
        and t.kind in ('post', 'release')) as ends
    from ledger.hold h
    where h.bucket = ${account.bucket}::smallint and h.member_id = ${account.memberId}::uuid and h.id = ${id}::uuid
    `.execute(q);
  const row = rows[0];
  if (!row) return null;
  const { bucket, memberId } = account;
  return { bucket, memberId, id, day: row.day, amount: row.amount, purpose: row.purpose, state: stateOf(row.ends) };
}

function stateOf(ends: readonly LedgerKind[]): HoldState {
  if (ends.includes('post')) return 'posted';
  return ends.includes('release') ? 'released' : 'pending';
}

/** The hold if it is pending; null if it already ended as wanted. The balance lock orders concurrent ends. */
async function pendingHold(
  tx: Tx,
  account: Account,
  id: string,
  wanted: Exclude<HoldState, 'pending'>,
): Promise<HoldRecord | null> {
  await lockBalance(tx, account);
  const known = await readHold(tx.q, account, id);
  if (!known) throw new HoldConflict(`there is no hold ${id}`);
  if (known.state === 'pending') return known;
  if (known.state === wanted) return null;
  throw new HoldConflict(`hold ${id} was ${known.state}`);
}

async function move(tx: Tx, of: Hold, kind: LedgerKind, debit: LedgerAccount, credit: LedgerAccount): Promise<void> {
  const { bucket, memberId, id, day, amount } = of;
  await post(tx, [{ bucket, memberId, day, ref: id, kind, debit, credit, amount }]);
}

async function accountOfPost(tx: Tx, account: Account, id: string): Promise<LedgerAccount | null> {
  const row = await tx.q
    .selectFrom('ledger.transfer')
    .select('credit')
    .where('bucket', '=', account.bucket)
    .where('member_id', '=', account.memberId)
    .where('ref', '=', id)
    .where('kind', '=', 'post')
    .executeTakeFirst();
  return row?.credit ?? null;
}
