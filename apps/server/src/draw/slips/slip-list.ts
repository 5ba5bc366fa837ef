import { type RawBuilder, sql } from 'kysely';
import type { DaySpan } from '../../db/day-span.ts';
import { pageOf } from '../../db/keyset.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import { DAY_MS } from '../../durations.ts';
import type { Identity } from '../../identity.ts';
import type { Account } from '../../ledger/lock.ts';
import type { Catalogue } from '../../lottery/catalogue.ts';
import { Refusal } from '../../refusal.ts';
import {
  OF_MEMBER,
  type OfDays,
  PAID_STEP,
  recordOf,
  type SlipRecord,
  type SlipRow,
  type SlipState,
} from './slip-records.ts';

const STATE_FILTER: Record<SlipState, RawBuilder<unknown>> = {
  pending: sql`and ${PAID_STEP} is null`,
  won: sql`and ${PAID_STEP} = 'settle' and t.won`,
  lost: sql`and ${PAID_STEP} = 'settle' and t.won is null`,
  void: sql`and ${PAID_STEP} = 'refund'`,
  returned: sql`and (${PAID_STEP} = 'return' or ${PAID_STEP} = 'settle' and not t.won)`,
};

/** The span is that of acceptance. */
export interface SlipQuery extends DaySpan {
  state?: SlipState;
  lotteryId?: number;
  /** From the previous page: `<day>~<accepted ms>~<id>`. Other values are refused as `invalid-body`. */
  cursor?: string;
  limit: number;
}

export interface SlipPage {
  items: SlipRecord[];
  nextCursor: string | null;
  total: number;
}

/**
 * A member's own slips, newest first. Opens only partitions of days with their slips, and no more than the page needs.
 */
export async function listSlips(db: Db, catalogue: Catalogue, identity: Identity, query: SlipQuery): Promise<SlipPage> {
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor);
  const isFiltered =
    query.state !== undefined || query.lotteryId !== undefined || query.from !== undefined || query.to !== undefined;
  const ofTable = query.lotteryId === undefined ? sql`` : sql`and s.lottery_id = ${query.lotteryId}::smallint`;
  const filters = sql`${query.state ? STATE_FILTER[query.state] : sql``} ${ofTable} ${acceptedWithin(query)}`;
  const after = cursor
    ? sql`and (s.day, s.accepted_ms, s.id) < (${cursor.day}::date, ${cursor.acceptedMs}::bigint, ${cursor.id}::uuid)`
    : sql``;
  const days = (await slipDays(db, identity)).filter(({ day }) => mayHold(day, query));
  const rows: SlipRow[] = [];
  for (const some of stretches(cursor ? days.filter(({ day }) => day <= cursor.day) : days, query.limit + 1)) {
    const more = sql`${filters} ${after} order by s.day desc, s.accepted_ms desc, s.id desc
      limit ${query.limit + 1 - rows.length}`;
    rows.push(...(await OF_MEMBER(identity, more, among(some)).execute(db)).rows);
    if (rows.length > query.limit) break;
  }
  const { page, nextCursor } = pageOf(rows, query.limit, (last) => `${last.day}~${last.accepted_ms}~${last.id}`);
  return {
    items: page.map((row) => recordOf(catalogue, row)),
    nextCursor,
    total: isFiltered
      ? await countOf(db, OF_MEMBER(identity, filters, among(days)))
      : days.reduce((sum, { slips }) => sum + slips, 0),
  };
}

function acceptedWithin({ from, to }: DaySpan): RawBuilder<unknown> {
  const since = from === undefined ? sql`` : sql`and s.accepted_ms >= ${startMs(from)}::bigint`;
  return to === undefined ? since : sql`${since} and s.accepted_ms < ${startMs(to) + DAY_MS}::bigint`;
}

/** Whether a slip accepted in the span can belong to the day of a lock. A period lasts at most a day. */
function mayHold(day: string, { from, to }: DaySpan): boolean {
  return (from === undefined || day >= from) && (to === undefined || startMs(day) <= startMs(to) + 2 * DAY_MS);
}

function startMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

interface SlipDay {
  day: string;
  slips: number;
}

/** Days with slips, by the slip keys, which are in one table for all days. */
async function slipDays(db: Db, { bucket, memberId }: Account): Promise<SlipDay[]> {
  const { rows } = await sql<{ day: string; n: bigint }>`
    select k.day, count(*) as n from lottery.slip_key k
    where ${ofMember({ bucket, memberId }, 'k')} group by k.day order by k.day desc`.execute(db);
  return rows.map(({ day, n }) => ({ day, slips: Number(n) }));
}

/**
 * Yields groups of days with enough slips for a page, then doubles the group's size, because a filter may drop some.
 */
function* stretches(days: readonly SlipDay[], wanted: number): Generator<SlipDay[]> {
  let some: SlipDay[] = [];
  let slips = 0;
  for (const day of days) {
    some.push(day);
    slips += day.slips;
    if (slips < wanted) continue;
    yield some;
    some = [];
    slips = 0;
    wanted *= 2;
  }
  if (some.length > 0) yield some;
}

function among(days: readonly SlipDay[]): OfDays {
  return (column) => sql`and ${column} = any (${days.map(({ day }) => day)}::date[])`;
}

async function countOf(db: Db, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: counts } = await sql<{ n: bigint }>`select count(*) as n from (${rows}) q`.execute(db);
  return Number(counts[0]?.n ?? 0);
}

const CURSOR = /^(\d{4}-\d{2}-\d{2})~(\d{1,15})~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function readCursor(text: string): { day: string; acceptedMs: bigint; id: string } {
  const [, day, acceptedMs, id] = CURSOR.exec(text) ?? [];
  if (!day || !acceptedMs || !id || !isDay(day)) throw new Refusal('invalid-body', {}, { cursor: 'invalid-body' });
  return { day, acceptedMs: BigInt(acceptedMs), id };
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
