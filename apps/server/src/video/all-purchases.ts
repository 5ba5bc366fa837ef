import { type RawBuilder, sql } from 'kysely';
import { type AmountSpan, withinAmounts } from '../db/amount-span.ts';
import { type DaySpan, withinDays } from '../db/day-span.ts';
import { cursorOf, pageOf, type SortBy, type SortColumn, sortingOf } from '../db/keyset.ts';
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

/** Columns that purchases can be sorted by. */
export const PURCHASE_SORTS = {
  at: { column: sql.ref('p.at'), kind: 'time' },
} as const satisfies Record<string, SortColumn>;

/** The spans are those of the purchase and its price. */
export interface PurchaseQuery extends DaySpan, AmountSpan {
  memberId?: string;
  titleId?: string;
  state?: PurchaseState;
  /** `-at` by default. */
  sort?: SortBy<keyof typeof PURCHASE_SORTS>;
  /** `nextCursor` of the previous page. */
  cursor?: string;
  limit: number;
}

export interface PurchasePage {
  items: MemberPurchase[];
  nextCursor: string | null;
  total: number;
}

/** Purchases of all members, by default newest first. */
export async function listPurchases(q: Db | Tx['q'], query: PurchaseQuery): Promise<PurchasePage> {
  const { memberId, titleId, state, cursor, limit, sort = '-at' } = query;
  const sorting = sortingOf(PURCHASE_SORTS, sort, 'p.id');
  const such = sql`true
    ${memberId === undefined ? sql`` : sql`and p.member_id = ${memberId}::uuid`}
    ${titleId === undefined ? sql`` : sql`and p.title_id = ${titleId}::uuid`}
    ${state === undefined ? sql`` : sql`and ${STATE} = ${state}`}
    ${withinDays('p.at', query)} ${withinAmounts('p.price', query)}`;
  const rows = await select(q, sql`${such} ${sorting.after(cursor)}`, limit + 1, sorting);
  const { rows: counts } = await sql<{ n: bigint }>`
    select count(*) as n from video.purchase p where ${such}`.execute(q);
  const { page, nextCursor } = pageOf(rows, limit, cursorOf);
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
  sorted: bigint;
  until: Date;
  refunded_at: Date | null;
  state: PurchaseState;
}

async function select(
  q: Db | Tx['q'],
  where: RawBuilder<unknown>,
  limit: number,
  sorting = sortingOf(PURCHASE_SORTS, '-at', 'p.id'),
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.member_id, p.id, p.title_id, t.texts, p.price, p.at, p.until, p.refunded_at, ${STATE} as state,
      ${sorting.value} as sorted
    from video.purchase p join video.title t on t.id = p.title_id
    where ${where} ${sorting.order} limit ${limit}`.execute(q);
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
