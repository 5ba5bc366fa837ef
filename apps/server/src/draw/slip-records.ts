import { BETS, type Bet, payoutOf, type Stake, winsOnSum } from '@tercet/fair';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Identity } from '../identity.ts';
import type { Account } from '../ledger/lock.ts';
import type { Catalogue, Lottery } from '../lottery/catalogue.ts';
import { scheduleOf, tableOf } from '../lottery/catalogue.ts';
import type { HouseTable } from '../lottery/tables.ts';

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

/** Of which days a row may be, by its column. Said of slips and of what was paid for them, no other day is opened. */
export type OfDays = (day: RawBuilder<unknown>) => RawBuilder<unknown>;

/** The step that counts where there are several. */
export const PAID_STEP = sql`coalesce(settle.step, refund.step, back.step)`;

/** Own slips joined with what became of their periods. */
export const OF_MEMBER = (identity: Account, more: RawBuilder<unknown>, ofDays: OfDays = () => sql``) => sql<SlipRow>`
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
      and y.ref = s.id and y.kind <> 'stake' ${ofDays(sql`y.day`)}
  ) t on true
  where s.bucket = ${identity.bucket}::smallint and s.member_id = ${identity.memberId}::uuid ${ofDays(sql`s.day`)} ${more}`;

export async function findSlip(
  db: Db,
  catalogue: Catalogue,
  identity: Identity,
  id: string,
): Promise<SlipRecord | null> {
  for await (const days of daysOfSlip(db, identity, id)) {
    const { rows } = await OF_MEMBER(identity, sql`and s.id = ${id}::uuid limit 1`, days).execute(db);
    if (rows[0]) return recordOf(catalogue, rows[0]);
  }
  return null;
}

const DAY_MS = 86_400_000;

/**
 * Where to look for an own slip: in the days around the time in its id. And then, as the id has that time from a
 * server whose clock may have been wrong, on the day that its key names. Keys of all days lie in one table: an id of
 * nobody has none, and opens no other day.
 */
export async function* daysOfSlip(db: Db, { bucket, memberId }: Account, id: string): AsyncGenerator<OfDays> {
  const ms = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  const day = (days: number): string => new Date(ms + days * DAY_MS).toISOString().slice(0, 10);
  // A slip is of the day of its lock, and a period is no longer than a day.
  if (ms <= SLIP_MS_MAX) yield (column) => sql`and ${column} between ${day(-1)}::date and ${day(2)}::date`;
  const { rows } = await sql<{ day: string }>`
    select k.day from lottery.slip_key k
    where k.bucket = ${bucket}::smallint and k.member_id = ${memberId}::uuid and k.slip_id = ${id}::uuid`.execute(db);
  for (const own of rows) yield (column) => sql`and ${column} = ${own.day}::date`;
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
