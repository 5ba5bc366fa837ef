import { drawIdOf, lockTime, roundFor, timeOfRound, WITNESS_MARGIN_SECONDS } from '@tercet/fair';
import { coveredAtMs } from '../book/book.ts';
import { wasMetWithin } from '../book/policy.ts';
import type { Tx } from '../db/transaction.ts';
import { type Lottery, tableOf } from '../lottery/catalogue.ts';
import type { HouseTable } from '../lottery/tables.ts';

export type PayStep = 'settle' | 'refund' | 'return';

/** One period that the draw works on, with its fixed times (unix seconds) and the only round that can decide it. */
export interface Period {
  lottery: Lottery;
  table: HouseTable;
  period: number;
  drawId: string;
  locks: number;
  round: number;
  /** Time of the round. */
  draws: number;
  /** Not to be sealed before this moment (milliseconds). */
  sealFromMs: number;
  /** A seal counts only if a checkpoint at or before this moment (milliseconds) covers it. */
  sealByMs: number;
  /** Without such a seal, void after this moment (milliseconds); before the time of the round. */
  voidFromMs: number;
}

/**
 * A checkpoint with the seal that a witness dates before the lock would make the seal worthless: it is not shown to
 * witnesses before even one whose clock is so far behind says that the lock is over.
 */
const WITNESS_BEHIND_MS = 2_000;
/** An answer in time, by the witness's clock, may be so long on its way. */
const WITNESS_ANSWER_MS = 2_000;

/** Throws where no table rules the period: such a period takes no bet and has no draw. */
export function periodOf(lottery: Lottery, period: number): Period {
  const table = tableOf(lottery, period);
  if (!table) throw new Error(`no table rules ${drawIdOf(lottery.key, period)}`);
  const locks = lockTime(period, lottery.periodSeconds);
  const round = roundFor(locks, table.chain);
  const draws = timeOfRound(round, table.chain);
  const sealByMs = (draws - WITNESS_MARGIN_SECONDS) * 1_000;
  return {
    lottery,
    table,
    period,
    drawId: drawIdOf(lottery.key, period),
    locks,
    round,
    draws,
    sealFromMs: locks * 1_000 + (table.policy ? WITNESS_BEHIND_MS : 0),
    sealByMs,
    voidFromMs: sealByMs + (table.policy ? WITNESS_ANSWER_MS : 0),
  };
}

/** Where a period stands, from the rows that say so. The caller holds the book's head where it will decide on it. */
export interface PeriodState {
  sealSeq: bigint | null;
  slipCount: bigint | null;
  /** A checkpoint in time covers the seal; for a table with witnesses, one that they had seen in time. */
  sealedInTime: boolean;
  void: boolean;
  /** It was void until witnesses showed that its seal had been in time: stakes went back, or are to. */
  wasVoid: boolean;
  drawn: boolean;
  /** Steps that are paid whole. */
  paid: ReadonlySet<string>;
}

export async function periodStateOf(tx: Tx, period: Period): Promise<PeriodState> {
  const of = { lottery_id: period.lottery.id, period: BigInt(period.period) };
  const seal = await tx.q
    .selectFrom('draw.seal')
    .select(['entry_seq', 'slip_count'])
    .where('lottery_id', '=', of.lottery_id)
    .where('period', '=', of.period)
    .executeTakeFirst();
  const voided = await tx.q
    .selectFrom('draw.void')
    .select('reason')
    .where('lottery_id', '=', of.lottery_id)
    .where('period', '=', of.period)
    .executeTakeFirst();
  const drawn = await tx.q
    .selectFrom('draw.draw')
    .select('total')
    .where('lottery_id', '=', of.lottery_id)
    .where('period', '=', of.period)
    .executeTakeFirst();
  const paid = await tx.q
    .selectFrom('draw.paid')
    .select('step')
    .where('lottery_id', '=', of.lottery_id)
    .where('period', '=', of.period)
    .where('bucket', '=', WHOLE)
    .execute();
  const overridden = await tx.q
    .selectFrom('draw.override')
    .select('at')
    .where('lottery_id', '=', of.lottery_id)
    .where('period', '=', of.period)
    .executeTakeFirst();
  return {
    sealSeq: seal?.entry_seq ?? null,
    slipCount: seal?.slip_count ?? null,
    sealedInTime: seal !== undefined && (overridden !== undefined || (await isInTime(tx, period, seal.entry_seq))),
    void: voided !== undefined && overridden === undefined,
    wasVoid: overridden !== undefined,
    drawn: drawn !== undefined,
    paid: new Set(paid.map((row) => row.step)),
  };
}

/** Whether the seal at a place of the book counts, by what is known so far. */
export async function isInTime(tx: Tx, { table, locks, sealByMs }: Period, sealSeq: bigint): Promise<boolean> {
  if (table.policy) return wasMetWithin(tx, table.policy, sealSeq, { fromMs: locks * 1_000, byMs: sealByMs });
  const covered = await coveredAtMs(tx, sealSeq);
  return covered !== null && covered <= sealByMs;
}

/** Buckets of the rows in `draw.paid` that say a step is done whole, and that it was begun. */
export const WHOLE = -1;
export const BEGUN = -2;
