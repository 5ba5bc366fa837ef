import { sql } from 'kysely';
import { type DaySpan, withinDays } from '../../db/day-span.ts';
import { cursorOf, pageOf, sortingOf } from '../../db/keyset.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';
import type { TopUpState } from './top-up-rows.ts';

/** A top-up as its member sees it. Amounts are minor units. */
export interface TopUp {
  id: string;
  amount: bigint;
  state: TopUpState;
  createdAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
  /** The provider's page; null when it cannot be paid yet or any more. */
  checkoutUrl: string | null;
  /** What the provider received, when it differs from the request; else null. */
  received: { amount: bigint; currency: string } | null;
  /** State changes, oldest first. */
  steps: { state: TopUpState; at: Date }[];
}

export interface TopUpPage {
  items: TopUp[];
  nextCursor: string | null;
  total: number;
}

export interface TopUpQuery extends DaySpan {
  state?: TopUpState;
  limit: number;
  /** `nextCursor` of an earlier page. Any other text starts at the newest. */
  cursor?: string;
}

/** Reads one top-up of a member. Throws `not-found`. */
export async function readTopUp(db: Db, account: Account, id: string): Promise<TopUp> {
  const rows = await select(db, account, sql`and t.id = ${id}::uuid`, 1);
  const [topUp] = await withSteps(db, account, rows);
  if (!topUp) throw new Refusal('not-found');
  return topUp;
}

/** Lists a member's top-ups, newest first. */
export async function listTopUps(db: Db, account: Account, query: TopUpQuery): Promise<TopUpPage> {
  const { state, limit } = query;
  const ofState = state === undefined ? sql`` : sql`and t.state = ${state}`;
  const wanted = sql`${ofState} ${withinDays('t.created_at', query)}`;
  const rows = await select(db, account, sql`${wanted} ${NEWEST_FIRST.after(query.cursor)}`, limit + 1);
  const { rows: counts } = await sql<{ n: bigint }>`
    select count(*) as n from payments.top_up t
    where ${ofMember(account, 't')} ${wanted}`.execute(db);
  const { page, nextCursor } = pageOf(rows, limit, cursorOf);
  return {
    items: await withSteps(db, account, page),
    nextCursor,
    total: Number(counts[0]?.n ?? 0),
  };
}

const CREATED = { created: { column: sql.ref('t.created_at'), kind: 'time' } } as const;
const NEWEST_FIRST = sortingOf(CREATED, '-created', 't.id');

interface Row {
  id: string;
  amount: bigint;
  state: TopUpState;
  created_at: Date;
  sorted: bigint;
  expires_at: Date;
  ended_at: Date | null;
  checkout_url: string | null;
  received_amount: bigint | null;
  received_currency: string | null;
}

async function select(db: Db, account: Account, which: ReturnType<typeof sql>, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select t.id, t.amount, t.state, t.created_at, ${NEWEST_FIRST.value} as sorted,
      t.expires_at, t.ended_at,
      case when t.state in ('created', 'pending') and t.expires_at > clock.now() then t.checkout_url end as checkout_url,
      p.amount as received_amount, p.currency as received_currency
    from payments.top_up t
    left join lateral (
      select p.amount, p.currency from payments.payment p
      where p.bucket = t.bucket and p.member_id = t.member_id and p.top_up_id = t.id
        and (p.amount <> t.amount or p.currency <> t.currency)
      order by p.at desc, p.id desc limit 1
    ) p on true
    where ${ofMember(account, 't')} ${which}
    order by t.created_at desc, t.id desc limit ${limit}`.execute(db);
  return rows;
}

async function withSteps(db: Db, { bucket, memberId }: Account, rows: readonly Row[]): Promise<TopUp[]> {
  if (rows.length === 0) return [];
  const steps = await db
    .selectFrom('payments.top_up_event')
    .select(['top_up_id', 'state', 'at'])
    .where(ofMember({ bucket, memberId }))
    .where(
      'top_up_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    amount: row.amount,
    state: row.state,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
    checkoutUrl: row.checkout_url,
    received:
      row.received_amount === null || row.received_currency === null
        ? null
        : { amount: row.received_amount, currency: row.received_currency },
    steps: steps
      .filter((step) => step.top_up_id === row.id)
      .map((step) => ({ state: step.state as TopUpState, at: step.at })),
  }));
}

/** Whether the member ever started a top-up, whatever became of it. */
export async function hasTopUps(q: Db | Tx['q'], account: Account): Promise<boolean> {
  const row = await q.selectFrom('payments.top_up').select('id').where(ofMember(account)).limit(1).executeTakeFirst();
  return row !== undefined;
}
