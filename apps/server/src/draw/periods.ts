import { drawIdOf, lockTime, roundFor, timeOfRound, WITNESS_MARGIN_SECONDS } from '@tercet/fair';
import { coveredAtMs } from '../book/book.ts';
import type { Tx } from '../db/transaction.ts';
import { type Lottery, tableOf } from '../lottery/catalogue.ts';
import type { HouseTable } from '../lottery/tables.ts';

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
  /** A seal counts only if a checkpoint at or before this moment (milliseconds) covers it. */
  sealByMs: number;
}

/** Throws where no table rules the period: such a period takes no bet and has no draw. */
export function periodOf(lottery: Lottery, period: number): Period {
  const table = tableOf(lottery, period);
  if (!table) throw new Error(`no table rules ${drawIdOf(lottery.key, period)}`);
  const locks = lockTime(period, lottery.periodSeconds);
  const round = roundFor(locks, table.chain);
  const draws = timeOfRound(round, table.chain);
  return {
    lottery,
    table,
    period,
    drawId: drawIdOf(lottery.key, period),
    locks,
    round,
    draws,
    sealByMs: (draws - WITNESS_MARGIN_SECONDS) * 1_000,
  };
}

/** Where a period stands, from the rows that say so. The caller holds the book's head where it will decide on it. */
export interface Standing {
  sealSeq: bigint | null;
  slipCount: bigint | null;
  /** A checkpoint in time covers the seal. */
  sealedInTime: boolean;
  void: boolean;
  drawn: boolean;
  /** Steps that are paid whole. */
  paid: ReadonlySet<string>;
}

export async function standingOf(tx: Tx, period: Period): Promise<Standing> {
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
  const covered = seal ? await coveredAtMs(tx, seal.entry_seq) : null;
  return {
    sealSeq: seal?.entry_seq ?? null,
    slipCount: seal?.slip_count ?? null,
    sealedInTime: covered !== null && covered <= period.sealByMs,
    void: voided !== undefined,
    drawn: drawn !== undefined,
    paid: new Set(paid.map((row) => row.step)),
  };
}

/** Buckets of the rows in `draw.paid` that say a step is done whole, and that it was begun. */
export const WHOLE = -1;
export const BEGUN = -2;
