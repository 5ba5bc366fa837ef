import { type RawBuilder, sql } from 'kysely';
import { afterMoment, microsOf, pageOf } from '../db/keyset.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import { Refusal } from '../refusal.ts';
import type { TitleTexts } from './manage-titles.ts';
import type { Purchase } from './purchases.ts';

/** `open`: the paid time has not ended. */
export const PURCHASE_STATES = ['open', 'over', 'refunded'] as const;
export type PurchaseState = (typeof PURCHASE_STATES)[number];

/** A purchase as staff see it, with its member and title. */
export interface MemberPurchase extends Purchase {
  memberId: string;
  texts: TitleTexts;
  state: PurchaseState;
}

export interface PurchaseQuery {
  memberId?: string;
  titleId?: string;
  state?: PurchaseState;
  /** `nextCursor` of the previous page. */
  cursor?: string;
  limit: number;
}

export interface PurchasePage {
  items: MemberPurchase[];
  nextCursor: string | null;
  total: number;
}

/** Microseconds and id of a page's last purchase. */
/** Purchases of all members, newest first. */
export async function listPurchases(q: Db | Tx['q'], query: PurchaseQuery): Promise<PurchasePage> {
  const { memberId, titleId, state, cursor, limit } = query;
  const such = sql`true
    ${memberId === undefined ? sql`` : sql`and p.member_id = ${memberId}::uuid`}
    ${titleId === undefined ? sql`` : sql`and p.title_id = ${titleId}::uuid`}
    ${state === undefined ? sql`` : sql`and ${STATE} = ${state}`}`;
  const after = afterMoment(cursor, { at: 'p.at', id: 'p.id', order: 'desc' });
  const rows = await select(q, sql`${such} ${after}`, limit + 1);
  const { rows: counts } = await sql<{ n: bigint }>`
    select count(*) as n from video.purchase p where ${such}`.execute(q);
  const { page, nextCursor } = pageOf(rows, limit, (last) => `${last.micros}~${last.id}`);
  return {
    items: page.map(purchaseOf),
    nextCursor,
    total: Number(counts[0]?.n ?? 0),
  };
}

/** A purchase of one member. Throws `not-found`. */
export async function readMemberPurchase(
  q: Db | Tx['q'],
  { bucket, memberId }: Account,
  id: string,
): Promise<MemberPurchase> {
  const own = sql`${ofMember({ bucket, memberId }, 'p')} and p.id = ${id}::uuid`;
  const [row] = await select(q, own, 1);
  if (!row) throw new Refusal('not-found');
  return purchaseOf(row);
}

const STATE: RawBuilder<string> = sql`case
  when p.refunded_at is not null then 'refunded'
  when p.until > clock.now() then 'open'
  else 'over' end`;

interface Row {
  member_id: string;
  id: string;
  title_id: string;
  texts: TitleTexts;
  price: bigint;
  at: Date;
  micros: bigint;
  until: Date;
  refunded_at: Date | null;
  state: PurchaseState;
}

async function select(q: Db | Tx['q'], where: RawBuilder<unknown>, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.member_id, p.id, p.title_id, t.texts, p.price, p.at, p.until, p.refunded_at, ${STATE} as state,
      ${microsOf('p.at')} as micros
    from video.purchase p join video.title t on t.id = p.title_id
    where ${where} order by p.at desc, p.id desc limit ${limit}`.execute(q);
  return rows;
}

function purchaseOf(row: Row): MemberPurchase {
  return {
    memberId: row.member_id,
    id: row.id,
    titleId: row.title_id,
    texts: row.texts,
    price: row.price,
    atMs: row.at.getTime(),
    untilMs: row.until.getTime(),
    refundedAtMs: row.refunded_at?.getTime() ?? null,
    state: row.state,
  };
}
