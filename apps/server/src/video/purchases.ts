import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { type Account, lockBalance } from '../ledger/lock.ts';
import { claimRequest } from '../ledger/requests.ts';
import { Refusal } from '../refusal.ts';
import { accessOf } from './access.ts';
import { readVideoChoice } from './own-video.ts';
import { readVideoTerms } from './terms.ts';
import { findShownTitle } from './titles.ts';

export interface PurchaseAsk {
  /** UUID made by the client and kept across retries. */
  key: string;
  titleId: string;
  /** What stood on the door, in minor units: who taps at one price never pays another. */
  price: bigint;
  /** And for how long: who taps at two days never gets one. */
  hours: number;
  /** Refuses a member who may not buy, for reasons that are not of this domain; in the purchase's transaction. */
  admit(tx: Tx): Promise<void>;
  /** Of the member, in whole years. */
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
 * Buys a title for its time: one transfer from the available balance. The same key again gives the same purchase.
 * Throws `not-found` for a title that is not shown, `not-for-sale`, `price-changed`, `too-young`, `films-off`,
 * `bought-already`, `balance-too-small`, `key-reused`, and what `admit` throws.
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
  // He would pay for what he has closed to himself.
  if (!(await readVideoChoice(tx.q, account)).access) throw new Refusal('films-off');
  const now = await clockNow(tx.q);
  const until = await boughtUntil(tx.q, account, title.id);
  if (until !== null && until > now) throw new Refusal('bought-already', { untilMs: until.getTime() });
  if (access.price > available) {
    throw new Refusal('balance-too-small', { missingMinor: String(access.price - available) });
  }
  await sql`
    select video.buy_title(${account.bucket}::smallint, ${account.memberId}::uuid, ${claim.ref}::uuid,
      ${title.id}::uuid, ${claim.day}::date, ${access.price}::bigint, ${access.hours}::integer)`.execute(tx.q);
  return readPurchase(tx.q, account, claim.ref);
}

/**
 * Gives the price back and ends the access, once; `staffId` null: by the house itself. Returns the purchase. Throws
 * `not-found`, `too-late` for one that was refunded.
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

/** Until when a member has bought a title; null: never, or each was refunded. */
export async function boughtUntil(q: Db | Tx['q'], account: Account, titleId: string): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(p.until) as until from video.purchase p
    where p.bucket = ${account.bucket}::smallint and p.member_id = ${account.memberId}::uuid
      and p.title_id = ${titleId}::uuid and p.refunded_at is null`.execute(q);
  return rows[0]?.until ?? null;
}

/** Throws `not-found`. */
export async function readPurchase(q: Db | Tx['q'], { bucket, memberId }: Account, id: string): Promise<Purchase> {
  const row = await q
    .selectFrom('video.purchase')
    .select(['id', 'title_id as titleId', 'price', 'at', 'until', 'refunded_at as refundedAt'])
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  const { at, until, refundedAt, ...same } = row;
  return { ...same, atMs: at.getTime(), untilMs: until.getTime(), refundedAtMs: refundedAt?.getTime() ?? null };
}

function hashOf({ titleId, price, hours }: PurchaseAsk): Buffer {
  return createHash('sha256').update(`tercet/purchase/${titleId}/${price}/${hours}`).digest();
}
