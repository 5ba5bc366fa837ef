import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { claimRequest } from '../ledger/idempotency.ts';
import { type Account, lockBalance } from '../ledger/lock.ts';
import { Refusal } from '../refusal.ts';
import { accessOf } from './access.ts';
import { readVideoTerms } from './terms.ts';
import { findShownTitle } from './titles.ts';
import { readVideoChoice } from './watch-history.ts';

export interface PurchaseAsk {
  /** UUID made by the client and kept across retries. */
  key: string;
  titleId: string;
  /** The price that the member saw, in minor units. A changed price is refused. */
  price: bigint;
  /** The hours that the member saw. A changed duration is refused. */
  hours: number;
  /** Throws to refuse a member. Runs in the purchase's transaction; the rules belong to the caller. */
  admit(tx: Tx): Promise<void>;
  /** The member's age in whole years. */
  yearsOf(tx: Tx): Promise<number>;
}

export interface Purchase {
  id: string;
  titleId: string;
  price: bigint;
  atMs: number;
  untilMs: number;
  refundedAtMs: number | null;
}

/**
 * Buys a title for its hours by one transfer from the available balance. The same key returns the same purchase.
 * Throws `not-found` if the title is not visible, `not-for-sale`, `price-changed`, `too-young`, `films-off`,
 * `bought-already`, `balance-too-small`, `key-reused`, and the refusals of `admit`.
 */
export async function buyTitle(tx: Tx, account: Account, ask: PurchaseAsk): Promise<Purchase> {
  const available = await lockBalance(tx, account);
  const claim = await claimRequest(tx, { ...account, key: ask.key, bodyHash: hashOf(ask) });
  if (!claim.first) return readPurchase(tx.q, account, claim.ref);
  await ask.admit(tx);
  const title = await findShownTitle(tx.q, ask.titleId);
  if (title === null) throw new Refusal('not-found');
  const access = accessOf(title, await readVideoTerms(tx.q));
  if (access.kind !== 'bought') throw new Refusal('not-for-sale');
  if (access.price !== ask.price || access.hours !== ask.hours) {
    throw new Refusal('price-changed', { priceMinor: String(access.price), hours: access.hours });
  }
  if ((await ask.yearsOf(tx)) < title.age) throw new Refusal('too-young');
  // The member switched films off and could not watch it.
  if (!(await readVideoChoice(tx.q, account)).access) throw new Refusal('films-off');
  const now = await clockNow(tx.q);
  const until = await boughtUntil(tx.q, account, title.id);
  if (until !== null && until > now) throw new Refusal('bought-already', { untilMs: until.getTime() });
  if (access.price > available) {
    throw new Refusal('balance-too-small', { missingMinor: String(access.price - available) });
  }
  await sql`
    select video.buy_title(${account.bucket}::smallint, ${account.memberId}::uuid, ${claim.ref}::uuid,
      ${title.id}::uuid, ${access.price}::bigint, ${access.hours}::integer)`.execute(tx.q);
  return readPurchase(tx.q, account, claim.ref);
}

/**
 * Refunds the price and ends the access, once; returns the purchase. `staffId` null: refunded by the house itself.
 * Throws `not-found`, and `too-late` if it was refunded before.
 */
export async function refundPurchase(tx: Tx, account: Account, id: string, staffId: string | null): Promise<Purchase> {
  await lockBalance(tx, account);
  const purchase = await readPurchase(tx.q, account, id);
  if (purchase.refundedAtMs !== null) throw new Refusal('too-late');
  const of = sql`${account.bucket}::smallint, ${account.memberId}::uuid, ${id}::uuid`;
  await (staffId === null
    ? sql`select video.refund_withdrawn(${of})`.execute(tx.q)
    : sql`select video.refund_purchase(${of}, ${staffId}::uuid)`.execute(tx.q));
  return readPurchase(tx.q, account, id);
}

/** End of a member's purchase of a title; null if never bought, or all refunded. */
export async function boughtUntil(q: Db | Tx['q'], account: Account, titleId: string): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(p.until) as until from video.purchase p
    where ${ofMember(account, 'p')}
      and p.title_id = ${titleId}::uuid and p.refunded_at is null`.execute(q);
  return rows[0]?.until ?? null;
}

/** Throws `not-found`. */
export async function readPurchase(q: Db | Tx['q'], { bucket, memberId }: Account, id: string): Promise<Purchase> {
  const row = await q
    .selectFrom('video.purchase')
    .select(['id', 'title_id as titleId', 'price', 'at', 'until', 'refunded_at as refundedAt'])
    .where(ofMember({ bucket, memberId }))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  const { at, until, refundedAt, ...same } = row;
  return { ...same, atMs: at.getTime(), untilMs: until.getTime(), refundedAtMs: refundedAt?.getTime() ?? null };
}

function hashOf({ titleId, price, hours }: PurchaseAsk): Buffer {
  return createHash('sha256').update(`tercet/purchase/${titleId}/${price}/${hours}`).digest();
}
