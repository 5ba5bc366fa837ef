import { type RawBuilder, sql } from 'kysely';
import { type AmountSpan, withinAmounts } from '../../db/amount-span.ts';
import { type DaySpan, withinDays } from '../../db/day-span.ts';
import { bucketOf } from '../../db/ids.ts';
import { cursorOf, pageOf, type SortBy, type SortColumn, sortingOf } from '../../db/keyset.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import type { PaymentState, ReviewReason } from './payment-rows.ts';

/** A payment as staff see it: what arrived, what was requested, and each verdict. Amounts are minor units. */
export interface Payment extends Account {
  id: string;
  topUpId: string;
  asked: { amount: bigint; currency: string };
  received: { amount: bigint; currency: string };
  state: PaymentState;
  reason: ReviewReason | null;
  /** The payer's name, where it differs from the member's; null otherwise. */
  payer: string | null;
  atMs: number;
  endedAtMs: number | null;
  /** When it is refunded automatically; null when it is not in review. */
  refundsAtMs: number | null;
  reviews: { staffId: string; verdict: 'credit' | 'refund'; why: string; atMs: number }[];
}

export interface PaymentPage {
  items: Payment[];
  nextCursor: string | null;
  total: number;
}

/** Columns that payments can be sorted by. */
export const PAYMENT_SORTS = {
  at: { column: sql.ref('p.at'), kind: 'time' },
  amount: { column: sql.ref('p.amount'), kind: 'number' },
} as const satisfies Record<string, SortColumn>;

/** The spans are those of arrival and of the received amount. */
export interface PaymentQuery extends DaySpan, AmountSpan {
  state: PaymentState;
  memberId?: string;
  /** Currency of the received amount. */
  currency?: string;
  /** First day of ending (`YYYY-MM-DD`, UTC), inclusive. */
  endedFrom?: string;
  /** Last day of ending, inclusive. */
  endedTo?: string;
  /** `at` by default. */
  sort?: SortBy<keyof typeof PAYMENT_SORTS>;
  /** `nextCursor` of an earlier page. Any other text starts at the oldest payment. */
  cursor?: string;
  limit: number;
}

/** Lists all members' payments in a state, by default longest waiting first. */
export async function listPayments(q: Db | Tx['q'], query: PaymentQuery): Promise<PaymentPage> {
  const { cursor, limit, sort = 'at' } = query;
  const sorting = sortingOf(PAYMENT_SORTS, sort, 'p.id');
  const where = narrowed(query);
  const rows = await select(q, sql`${where} ${sorting.after(cursor)}`, limit + 1, sorting);
  const { rows: counts } = await sql<{ n: bigint }>`
    select count(*) as n from payments.payment p where ${where}`.execute(q);
  const { page, nextCursor } = pageOf(rows, limit, cursorOf);
  return {
    items: page.map(paymentOf),
    nextCursor,
    total: Number(counts[0]?.n ?? 0),
  };
}

function narrowed(query: PaymentQuery): RawBuilder<unknown> {
  const { state, memberId, currency, endedFrom, endedTo } = query;
  const parts = [sql`p.state = ${state}`];
  if (memberId !== undefined) parts.push(ofMember({ bucket: bucketOf(memberId), memberId }, 'p'));
  if (currency !== undefined) parts.push(sql`p.currency = ${currency}`);
  const ended = withinDays('p.ended_at', { from: endedFrom, to: endedTo });
  return sql`${sql.join(parts, sql` and `)} ${ended} ${withinDays('p.at', query)} ${withinAmounts('p.amount', query)}`;
}

/** Reads one payment of a member; null when there is none. */
export async function readPayment(q: Db | Tx['q'], account: Account, id: string): Promise<Payment | null> {
  const { bucket, memberId } = account;
  const of = sql`${ofMember({ bucket, memberId }, 'p')} and p.id = ${id}::uuid`;
  const [row] = await select(q, of, 1);
  return row ? paymentOf(row) : null;
}

interface Row {
  bucket: number;
  member_id: string;
  id: string;
  top_up_id: string;
  asked_amount: bigint;
  asked_currency: string;
  amount: bigint;
  currency: string;
  state: PaymentState;
  reason: ReviewReason | null;
  payer: string | null;
  at: Date;
  sorted: bigint;
  ended_at: Date | null;
  next_at: Date;
  reviews: { staffId: string; verdict: 'credit' | 'refund'; why: string; atMs: number }[];
}

async function select(
  q: Db | Tx['q'],
  where: RawBuilder<unknown>,
  limit: number,
  sorting = sortingOf(PAYMENT_SORTS, 'at', 'p.id'),
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.bucket, p.member_id, p.id, p.top_up_id, t.amount as asked_amount, t.currency as asked_currency, p.amount,
      p.currency, p.state, p.reason, p.payer, p.at, ${sorting.value} as sorted, p.ended_at,
      p.next_at,
      coalesce((
        select json_agg(json_build_object('staffId', r.staff_id, 'verdict', r.verdict, 'why', r.why,
          'atMs', floor(extract(epoch from r.at) * 1000)) order by r.at, r.id)
        from payments.payment_review r
        where r.bucket = p.bucket and r.member_id = p.member_id and r.payment_id = p.id
      ), '[]') as reviews
    from payments.payment p
    join payments.top_up t on t.bucket = p.bucket and t.member_id = p.member_id and t.id = p.top_up_id
    where ${where} ${sorting.order} limit ${limit}`.execute(q);
  return rows;
}

function paymentOf(row: Row): Payment {
  return {
    bucket: row.bucket,
    memberId: row.member_id,
    id: row.id,
    topUpId: row.top_up_id,
    asked: { amount: row.asked_amount, currency: row.asked_currency },
    received: { amount: row.amount, currency: row.currency },
    state: row.state,
    reason: row.reason,
    payer: row.payer,
    atMs: row.at.getTime(),
    endedAtMs: row.ended_at?.getTime() ?? null,
    refundsAtMs: row.state === 'review' ? row.next_at.getTime() : null,
    reviews: row.reviews,
  };
}
