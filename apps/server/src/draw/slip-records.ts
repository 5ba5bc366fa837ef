import { BETS, type Bet, payoutOf, type Stake, winsOnSum } from '@tercet/fair';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Identity } from '../identity.ts';
import type { Account } from '../ledger/lock.ts';
import type { Catalogue, Lottery } from '../lottery/catalogue.ts';
import { scheduleOf, tableOf } from '../lottery/catalogue.ts';
import { leafDataOf, leafTailOf } from '../lottery/slip.ts';
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

/** The step that counts where there are several. */
const PAID_STEP = sql`coalesce(settle.step, refund.step, back.step)`;

/** Own slips joined with what became of their periods. */
export const OF_MEMBER = (identity: Account, more: RawBuilder<unknown>) => sql<SlipRow>`
  select s.id, s.key, s.day, s.lottery_id, s.period, s.accepted_ms, s.total, s.stakes, d.dice, d.total as draw_total,
    v.at as void_at, ${PAID_STEP} as paid_step, coalesce(settle.at, refund.at, back.at) as paid_at, t.credited, t.won
  from lottery.slip s
  left join draw.draw d on d.lottery_id = s.lottery_id and d.period = s.period
  left join draw.void v on v.lottery_id = s.lottery_id and v.period = s.period
  left join draw.paid settle on settle.lottery_id = s.lottery_id and settle.period = s.period
    and settle.step = 'settle' and settle.bucket = -1
  left join draw.paid refund on refund.lottery_id = s.lottery_id and refund.period = s.period
    and refund.step = 'refund' and refund.bucket = -1
  left join draw.paid back on back.lottery_id = s.lottery_id and back.period = s.period
    and back.step = 'return' and back.bucket = -1
  left join lateral (
    select sum(y.amount)::bigint as credited, bool_or(y.kind = 'payout') as won from ledger.transfer y
    where y.bucket = ${identity.bucket}::smallint and y.member_id = ${identity.memberId}::uuid and y.day = s.day
      and y.ref = s.id and y.kind <> 'stake'
  ) t on true
  where s.bucket = ${identity.bucket}::smallint and s.member_id = ${identity.memberId}::uuid ${more}`;

const STATE_FILTER: Record<SlipState, RawBuilder<unknown>> = {
  pending: sql`and ${PAID_STEP} is null`,
  won: sql`and ${PAID_STEP} = 'settle' and t.won`,
  lost: sql`and ${PAID_STEP} = 'settle' and t.won is null`,
  void: sql`and ${PAID_STEP} = 'refund'`,
  returned: sql`and (${PAID_STEP} = 'return' or ${PAID_STEP} = 'settle' and not t.won)`,
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
  const { rows: counts } = await sql<{ n: bigint }>`
    select count(*) as n from (${OF_MEMBER(identity, filters)}) q`.execute(db);
  const kept = rows.slice(0, query.limit);
  const last = kept.at(-1);
  return {
    items: kept.map((row) => recordOf(catalogue, row)),
    nextCursor: rows.length > query.limit && last ? `${last.day}~${last.accepted_ms}~${last.id}` : null,
    total: Number(counts[0]?.n ?? 0),
  };
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
  const { rows } = await OF_MEMBER(identity, sql`and s.id = ${id}::uuid limit 1`).execute(db);
  return rows[0] ? recordOf(catalogue, rows[0]) : null;
}

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

/** What a receipt is made of, as stored. `salt` is null once the member's data was erased. */
export interface StoredReceipt {
  slipId: string;
  drawId: string;
  lottery: Lottery;
  period: number;
  leafData: Buffer;
  leaf: Buffer;
  salt: Buffer | null;
}

/** The receipt of an own slip, by its id or by the idempotency key that placed it. */
export async function findReceipt(
  db: Db,
  catalogue: Catalogue,
  identity: Identity,
  by: { slipId: string } | { key: string },
): Promise<StoredReceipt | null> {
  const which = 'key' in by ? sql`k.key = ${by.key}::uuid` : sql`s.id = ${by.slipId}::uuid`;
  const { rows } = await sql<{
    id: string;
    lottery_id: number;
    period: bigint;
    accepted_ms: bigint;
    stakes: (bigint | null)[];
    commitment: Buffer;
    leaf: Buffer;
    salt: Buffer | null;
  }>`
    select s.id, s.lottery_id, s.period, s.accepted_ms, s.stakes, s.commitment, s.leaf, k.salt
    from lottery.slip s
    join lottery.slip_key k on k.bucket = s.bucket and k.member_id = s.member_id and k.key = s.key
    where s.bucket = ${identity.bucket}::smallint and s.member_id = ${identity.memberId}::uuid
      and k.bucket = ${identity.bucket}::smallint and k.member_id = ${identity.memberId}::uuid and ${which}
      and s.day = k.day and s.lottery_id = k.lottery_id and s.period = k.period
    limit 1`.execute(db);
  const row = rows[0];
  const lottery = row && catalogue.byId.get(row.lottery_id);
  const table = lottery && tableOf(lottery, Number(row.period));
  if (!row || !lottery || !table) return null;
  const schedule = scheduleOf(lottery, table, Number(row.period));
  const selections = stakesOf(row.stakes).sort((a, b) => (a.bet < b.bet ? -1 : 1));
  const parts = {
    table,
    schedule,
    slipId: row.id,
    commitment: row.commitment,
    leafTail: leafTailOf(selections),
  };
  return {
    slipId: row.id,
    drawId: schedule.drawId,
    lottery,
    period: schedule.period,
    leafData: leafDataOf(parts, Number(row.accepted_ms)),
    leaf: row.leaf,
    salt: row.salt,
  };
}
