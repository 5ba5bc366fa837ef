import { BETS, type Bet, type Dice, hitsOf, multiplierList, payoutOf, type Stake } from '@tercet/fair';
import { type RawBuilder, sql } from 'kysely';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { DAY_MS } from '../../durations.ts';
import type { Account } from '../../ledger/lock.ts';
import type { Catalogue, Lottery } from '../../lottery/catalogue.ts';
import { scheduleOf, tableOf } from '../../lottery/catalogue.ts';
import type { HouseTable } from '../../lottery/tables.ts';

export const SLIP_STATES = ['pending', 'won', 'lost', 'void', 'returned'] as const;
export type SlipState = (typeof SLIP_STATES)[number];

export interface SelectionRecord {
  bet: Bet;
  stakeMinor: bigint;
  /** In 1/10,000: the one that the dice gave, or the first of `multipliers`. */
  multiplier: number;
  /** Three for a bet on one number, otherwise one. */
  multipliers: number[];
  won: boolean | null;
  payoutMinor: bigint | null;
}

/** A slip as its member sees it. Whether it won follows from the draw. The paid amount comes from the ledger. */
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
  void_at: Date | null;
  paid_step: string | null;
  paid_at: Date | null;
  credited: bigint | null;
  won: boolean | null;
}

/** SQL condition on a day column. Applied to slips and their payments, it limits the partitions that are opened. */
export type OfDays = (day: RawBuilder<unknown>) => RawBuilder<unknown>;

/** The decisive step if there are several. */
export const PAID_STEP = sql`coalesce(settle.step, refund.step, back.step)`;

/** A member's slips joined with the results of their periods. */
export const OF_MEMBER = (identity: Account, more: RawBuilder<unknown>, ofDays: OfDays = () => sql``) => sql<SlipRow>`
  select s.id, s.key, s.day, s.lottery_id, s.period, s.accepted_ms, s.total, s.stakes, d.dice,
    v.at as void_at, ${PAID_STEP} as paid_step, coalesce(settle.at, refund.at, back.at) as paid_at, t.credited, t.won
  from lottery.slip s
  left join draw.draw d on d.lottery_id = s.lottery_id and d.period = s.period
  left join draw.void v on v.lottery_id = s.lottery_id and v.period = s.period
  left join draw.settlement_step settle on settle.lottery_id = s.lottery_id and settle.period = s.period
    and settle.step = 'settle' and settle.state = 'done'
  left join draw.settlement_step refund on refund.lottery_id = s.lottery_id and refund.period = s.period
    and refund.step = 'refund' and refund.state = 'done'
  left join draw.settlement_step back on back.lottery_id = s.lottery_id and back.period = s.period
    and back.step = 'return' and back.state = 'done'
  left join lateral (
    select sum(y.amount)::bigint as credited, bool_or(y.kind = 'payout') as won from ledger.transfer y
    where ${ofMember(identity, 'y')} and y.day = s.day
      and y.ref = s.id and y.kind <> 'stake' ${ofDays(sql`y.day`)}
  ) t on true
  where ${ofMember(identity, 's')} ${ofDays(sql`s.day`)} ${more}`;

export async function findSlip(
  db: Db | Tx['q'],
  catalogue: Catalogue,
  identity: Account,
  id: string,
): Promise<SlipRecord | null> {
  for await (const days of daysOfSlip(db, identity, id)) {
    const { rows } = await OF_MEMBER(identity, sql`and s.id = ${id}::uuid limit 1`, days).execute(db);
    if (rows[0]) return recordOf(catalogue, rows[0]);
  }
  return null;
}

/**
 * Conditions on the day for finding a slip by id. First come the days around the time in the id. The clock of the
 * server that made the id may have been wrong, so the day of the slip's key comes second. Keys of all days are in one
 * table: an unknown id has no key and opens no other partition.
 */
export async function* daysOfSlip(db: Db | Tx['q'], { bucket, memberId }: Account, id: string): AsyncGenerator<OfDays> {
  const ms = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  const day = (days: number): string => new Date(ms + days * DAY_MS).toISOString().slice(0, 10);
  // A slip belongs to the day of its lock, and a period lasts at most a day.
  if (ms <= SLIP_MS_MAX) yield (column) => sql`and ${column} between ${day(-1)}::date and ${day(2)}::date`;
  const { rows } = await sql<{ day: string }>`
    select k.day from lottery.slip_key k
    where ${ofMember({ bucket, memberId }, 'k')} and k.slip_id = ${id}::uuid`.execute(db);
  for (const own of rows) yield (column) => sql`and ${column} = ${own.day}::date`;
}

/** End of four-digit years. */
const SLIP_MS_MAX = Date.UTC(9999, 0);

/** Throws for a slip whose table is not in the catalogue. */
export function recordOf(catalogue: Catalogue, row: SlipRow): SlipRecord {
  const lottery = catalogue.byId.get(row.lottery_id);
  const table = lottery && tableOf(lottery, Number(row.period));
  if (!lottery || !table) throw new Error(`slip ${row.id}: its table is unknown`);
  const state = stateOf(row);
  const dice = row.paid_step === 'settle' ? (row.dice as Dice | null) : null;
  return {
    id: row.id,
    key: row.key,
    drawId: scheduleOf(lottery, table, Number(row.period)).drawId,
    lottery,
    period: Number(row.period),
    placedAtMs: Number(row.accepted_ms),
    selections: selectionsOf(table, row.stakes, dice),
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
 * State of a slip after a paid step. `won` tells whether its credits include a payout; null without credits. A stake
 * returned because of a late beacon stays with the member even if the slip loses later.
 */
export function paidState(step: string, won: boolean | null): Exclude<SlipState, 'pending'> {
  if (step === 'refund') return 'void';
  if (step === 'return') return 'returned';
  return won ? 'won' : won === null ? 'lost' : 'returned';
}

function selectionsOf(table: HouseTable, stakes: readonly (bigint | null)[], dice: Dice | null): SelectionRecord[] {
  return stakesOf(stakes).map(({ bet, stakeMinor }) => {
    const multipliers = multiplierList(bet, table.entryMultipliers[bet] ?? []).map(Number);
    const hits = dice === null ? null : hitsOf(bet, dice);
    const multiplier = multipliers[(hits || 1) - 1] ?? 0;
    return {
      bet,
      stakeMinor,
      multiplier,
      multipliers,
      won: hits === null ? null : hits > 0,
      payoutMinor: hits === null ? null : hits > 0 ? payoutOf(stakeMinor, multiplier) : 0n,
    };
  });
}

/** Converts stakes, ordered as in `BETS`, to selections. */
export function stakesOf(stakes: readonly (bigint | null)[]): Stake[] {
  return BETS.flatMap((bet, index) => {
    const stakeMinor = stakes[index];
    return stakeMinor === null || stakeMinor === undefined ? [] : [{ bet, stakeMinor }];
  });
}
