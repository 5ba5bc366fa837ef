import { BETS, type Bet, payoutOf, type Stake, winsOnSum } from '@tercet/fair';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Identity } from '../identity.ts';
import type { Account } from '../ledger/lock.ts';
import type { Catalogue, Lottery } from '../lottery/catalogue.ts';
import { scheduleOf, tableOf } from '../lottery/catalogue.ts';
import type { HouseTable } from '../lottery/tables.ts';
import { Refusal } from '../refusal.ts';

export const SLIP_STATES = ['pending', 'won', 'lost', 'void', 'returned'] as const;
export type SlipState = (typeof SLIP_STATES)[number];

export interface SelectionRecord {
  bet: Bet;
  stakeMinor: bigint;
  /** In 1/10 000. */
  multiplier: number;
  won: boolean | null;
  payoutMinor: bigint | null;
}

/** A slip as its member sees it. Whether it won follows from the draw; what was paid, from the ledger. */
export interface SlipRecord {
  id: string;
  key: string;
  drawId: string;
  lottery: Lottery;
  period: number;
  placedAtMs: number;
  selections: SelectionRecord[];
  totalMinor: bigint;
  state: SlipState;
  payoutMinor: bigint | null;
  dice: number[] | null;
  settledAtMs: number | null;
}

export interface SlipRow {
  id: string;
  key: string;
  day: string;
  lottery_id: number;
  period: bigint;
  accepted_ms: bigint;
  total: bigint;
  stakes: (bigint | null)[];
  dice: number[] | null;
  draw_total: number | null;
  void_at: Date | null;
  paid_step: string | null;
  paid_at: Date | null;
  credited: bigint | null;
  won: boolean | null;
}

/** Own slips joined with what became of their periods. */
export const OF_MEMBER = (identity: Account, more: RawBuilder<unknown>) => sql<SlipRow>`
  select s.id, s.key, s.day, s.lottery_id, s.period, s.accepted_ms, s.total, s.stakes, d.dice, d.total as draw_total,
    v.at as void_at, p.step as paid_step, p.at as paid_at, t.credited, t.won
  from lottery.slip s
  left join draw.draw d on d.lottery_id = s.lottery_id and d.period = s.period
  left join draw.void v on v.lottery_id = s.lottery_id and v.period = s.period
  left join lateral (
    select x.step, x.at from draw.paid x
    where x.lottery_id = s.lottery_id and x.period = s.period and x.bucket = -1
    order by array_position(array['settle', 'refund', 'return'], x.step) limit 1
  ) p on true
  left join lateral (
    select sum(y.amount)::bigint as credited, bool_or(y.kind = 'payout') as won from ledger.transfer y
    where y.bucket = s.bucket and y.member_id = s.member_id and y.day = s.day and y.ref = s.id and y.kind <> 'stake'
  ) t on true
  where s.bucket = ${identity.bucket}::smallint and s.member_id = ${identity.memberId}::uuid ${more}`;

const STATE_FILTER: Record<SlipState, RawBuilder<unknown>> = {
  pending: sql`and p.step is null`,
  won: sql`and p.step = 'settle' and t.won`,
  lost: sql`and p.step = 'settle' and t.won is null`,
  void: sql`and p.step = 'refund'`,
  returned: sql`and (p.step = 'return' or p.step = 'settle' and not t.won)`,
};

export interface SlipQuery {
  state?: SlipState;
  lotteryId?: number;
  /** Of an earlier page: `<day>~<accepted ms>~<id>`. Anything else is refused as `invalid-body`. */
  cursor?: string;
  limit: number;
}

export interface SlipPage {
  items: SlipRecord[];
  nextCursor: string | null;
  total: number;
}

/** A member's own slips, newest first. */
export async function listSlips(db: Db, catalogue: Catalogue, identity: Identity, query: SlipQuery): Promise<SlipPage> {
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor);
  const isFiltered = query.state !== undefined || query.lotteryId !== undefined;
  const filters = sql`${query.state ? STATE_FILTER[query.state] : sql``} ${
    query.lotteryId === undefined ? sql`` : sql`and s.lottery_id = ${query.lotteryId}::smallint`
  }`;
  const after = cursor
    ? sql`and s.day <= ${cursor.day}::date
        and (s.day, s.accepted_ms, s.id) < (${cursor.day}::date, ${cursor.acceptedMs}::bigint, ${cursor.id}::uuid)`
    : sql``;
  const { rows } = await OF_MEMBER(
    identity,
    sql`${filters} ${after} order by s.day desc, s.accepted_ms desc, s.id desc limit ${query.limit + 1}`,
  ).execute(db);
  const kept = rows.slice(0, query.limit);
  const last = kept.at(-1);
  return {
    items: kept.map((row) => recordOf(catalogue, row)),
    nextCursor: rows.length > query.limit && last ? `${last.day}~${last.accepted_ms}~${last.id}` : null,
    total: isFiltered ? await countOf(db, OF_MEMBER(identity, filters)) : await countSlips(db, identity),
  };
}

/** Each slip has a key, and the keys lie in one table, whatever days the slips are of. */
function countSlips(db: Db, { bucket, memberId }: Account): Promise<number> {
  return countOf(
    db,
    sql`select from lottery.slip_key k where k.bucket = ${bucket}::smallint and k.member_id = ${memberId}::uuid`,
  );
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

export async function findSlip(
  db: Db,
  catalogue: Catalogue,
  identity: Identity,
  id: string,
): Promise<SlipRecord | null> {
  for (const near of nearSlip(id)) {
    const { rows } = await OF_MEMBER(identity, sql`and s.id = ${id}::uuid ${near} limit 1`).execute(db);
    if (rows[0]) return recordOf(catalogue, rows[0]);
  }
  return null;
}

const DAY_MS = 86_400_000;

/**
 * Where to look for a slip: in the days around the time in its id, so that not every day of the house is opened. And
 * then everywhere, as the id has that time from a server whose clock may have been wrong.
 */
export function nearSlip(id: string): RawBuilder<unknown>[] {
  const ms = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  const day = (days: number): string => new Date(ms + days * DAY_MS).toISOString().slice(0, 10);
  if (ms > SLIP_MS_MAX) return [sql``];
  // A slip is of the day of its lock, and a period is no longer than a day.
  return [sql`and s.day between ${day(-1)}::date and ${day(2)}::date`, sql``];
}

/** Years of four digits. */
const SLIP_MS_MAX = Date.UTC(9999, 0);

/** Own slips of one period, for those who are watching when it is settled. */
export async function slipsOfPeriod(
  db: Db,
  catalogue: Catalogue,
  identity: Identity,
  lottery: Lottery,
  period: number,
): Promise<SlipRecord[]> {
  const table = tableOf(lottery, period);
  if (!table) return [];
  const day = new Date(scheduleOf(lottery, table, period).locks * 1_000).toISOString().slice(0, 10);
  const { rows } = await OF_MEMBER(
    identity,
    sql`and s.day = ${day}::date and s.lottery_id = ${lottery.id}::smallint and s.period = ${period}::bigint limit 200`,
  ).execute(db);
  return rows.map((row) => recordOf(catalogue, row));
}

/** Throws for a slip of a table that the catalogue does not know. */
export function recordOf(catalogue: Catalogue, row: SlipRow): SlipRecord {
  const lottery = catalogue.byId.get(row.lottery_id);
  const table = lottery && tableOf(lottery, Number(row.period));
  if (!lottery || !table) throw new Error(`slip ${row.id}: its table is unknown`);
  const state = stateOf(row);
  const sum = row.paid_step === 'settle' ? row.draw_total : null;
  return {
    id: row.id,
    key: row.key,
    drawId: scheduleOf(lottery, table, Number(row.period)).drawId,
    lottery,
    period: Number(row.period),
    placedAtMs: Number(row.accepted_ms),
    selections: selectionsOf(table, row.stakes, sum),
    totalMinor: row.total,
    state,
    payoutMinor: state === 'pending' ? null : (row.credited ?? 0n),
    dice: row.dice,
    settledAtMs: row.paid_at?.getTime() ?? null,
  };
}

function stateOf(row: SlipRow): SlipState {
  return row.paid_step === null ? 'pending' : paidState(row.paid_step, row.won);
}

/**
 * What a step that is paid made of a slip. `won`: whether there is a payout among its credits, null without any. A
 * stake that was returned because the beacon was late stays with a member who loses in the end.
 */
export function paidState(step: string, won: boolean | null): Exclude<SlipState, 'pending'> {
  if (step === 'refund') return 'void';
  if (step === 'return') return 'returned';
  return won ? 'won' : won === null ? 'lost' : 'returned';
}

function selectionsOf(table: HouseTable, stakes: readonly (bigint | null)[], sum: number | null): SelectionRecord[] {
  return stakesOf(stakes).map(({ bet, stakeMinor }) => {
    const multiplier = Number(table.entryMultipliers[bet] ?? 0);
    const won = sum === null ? null : winsOnSum(bet, sum);
    return {
      bet,
      stakeMinor,
      multiplier,
      won,
      payoutMinor: won === null ? null : won ? payoutOf(stakeMinor, multiplier) : 0n,
    };
  });
}

/** Stakes by place in `BETS` as selections. */
export function stakesOf(stakes: readonly (bigint | null)[]): Stake[] {
  return BETS.flatMap((bet, index) => {
    const stakeMinor = stakes[index];
    return stakeMinor === null || stakeMinor === undefined ? [] : [{ bet, stakeMinor }];
  });
}
