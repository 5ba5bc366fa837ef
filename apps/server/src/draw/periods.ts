import { drawIdOf, lockTime, roundFor, timeOfRound, WITNESS_MARGIN_SECONDS } from '@tercet/fair';
import { coveredAtMs } from '../book/book.ts';
import { wasMetWithin } from '../book/policy.ts';
import type { Tx } from '../db/transaction.ts';
import { type Lottery, tableOf } from '../lottery/catalogue.ts';
import type { HouseTable } from '../lottery/tables.ts';

export type PayStep = 'settle' | 'refund' | 'return';

/** A period of a lottery with its fixed times (Unix seconds) and the only round that can decide it. */
export interface Period {
  lottery: Lottery;
  table: HouseTable;
  period: number;
  drawId: string;
  locks: number;
  round: number;
  /** Time of the round. */
  draws: number;
  /** Earliest time of the seal (milliseconds). */
  sealFromMs: number;
  /** Latest time (milliseconds) of a checkpoint that covers the seal. A later seal does not count. */
  sealByMs: number;
  /** Time (milliseconds) after which a period without a timely seal is void. Before the time of the round. */
  voidFromMs: number;
}

/**
 * Largest tolerated lag of a witness's clock. A seal is worthless if a witness dates its checkpoint before the lock.
 * So witnesses get the checkpoint only when even the slowest clock is past the lock.
 */
const WITNESS_BEHIND_MS = 2_000;
/** Longest network delay of an answer that is timely by the witness's clock. */
const WITNESS_ANSWER_MS = 2_000;

/** Builds the period. Throws if no table covers it: such a period takes no bets and has no draw. */
export function periodOf(lottery: Lottery, period: number): Period {
  const table = tableOf(lottery, period);
  if (!table) throw new Error(`no table in force for ${drawIdOf(lottery.key, period)}`);
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

/** State of a period by its rows. Hold the book's lock to decide on it. */
export interface PeriodState {
  sealSeq: bigint | null;
  slipCount: bigint | null;
  /** A timely checkpoint covers the seal. For a table with witnesses, they must have cosigned it in time. */
  sealedInTime: boolean;
  void: boolean;
  /** The void was overridden. Stakes were refunded, or their refund has begun. */
  wasVoid: boolean;
  drawn: boolean;
  /** Fully paid steps. */
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
    .selectFrom('draw.settlement_step')
    .select('step')
    .where('lottery_id', '=', of.lottery_id)
    .where('period', '=', of.period)
    .where('state', '=', 'done')
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

/** Whether the seal at a place of the book is timely, by current knowledge. */
export async function isInTime(tx: Tx, { table, locks, sealByMs }: Period, sealSeq: bigint): Promise<boolean> {
  if (table.policy) return wasMetWithin(tx, table.policy, sealSeq, { fromMs: locks * 1_000, byMs: sealByMs });
  const covered = await coveredAtMs(tx, sealSeq);
  return covered !== null && covered <= sealByMs;
}
