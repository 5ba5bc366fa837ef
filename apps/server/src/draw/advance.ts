import { noteTreeHead } from '../book/book.ts';
import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { currentPeriod, databaseNowMs, type Lottery } from '../lottery/catalogue.ts';
import { step } from '../trace/steps.ts';
import type { Beacon } from './beacon.ts';
import { drawPeriod } from './draw.ts';
import { forgetOffers, signatureOffered } from './offers.ts';
import { payStep } from './pay.ts';
import { PayRefused } from './pay-cause.ts';
import type { PayStep } from './periods.ts';
import { type Period, periodOf, periodStateOf } from './periods.ts';
import { sealPeriod } from './seal.ts';
import { noteUnproven } from './stop-table.ts';
import { voidUnsealed } from './void.ts';

export interface DrawDeps {
  db: Db;
  /** The beacon of a chain, or null where this house cannot reach it. */
  beaconOf(chainHash: string): Beacon | null;
  /** When a round that did not come may be asked for again, by round; kept between calls. */
  patience: Map<number, { tries: number; untilMs: number }>;
  /** Told of faults that will be tried again. */
  onFault(what: string, error: unknown): void;
  /** Whether the database's clock is not to be believed at this moment: nothing is sealed or ended by it then. */
  mistrusts?(databaseMs: number): boolean;
  /** No further period is taken in hand once this is aborted. */
  signal?: AbortSignal;
  /** The book's verifier keys as this process knows them; without them the database is believed. */
  logKeys?: () => Promise<readonly string[]>;
  /**
   * When periods that could not be verified are looked at again (`performance.now()`), by draw id; kept between calls.
   */
  refused?: Map<string, number>;
}

/** The beacon is a day late: stakes are returned, not yet finally. */
const RETURN_AFTER_MS = 24 * 60 * 60 * 1_000;
/** After a long stop, periods are made void in bites of this size. */
const VOIDS_MAX = 500;

/**
 * Brings every period of one lottery as far as the clock allows: seal what is locked, void what missed its time, then
 * each period in hand. All of it follows from rows and the clock, so it may be stopped and started anywhere, by any
 * process.
 */
export async function advanceLottery(deps: DrawDeps, lottery: Lottery): Promise<void> {
  await sealDue(deps, lottery);
  await advanceInHand(deps, lottery);
}

/**
 * Seals or voids all periods since the last one that has a fate, in order. Has nothing to do with the beacon or with
 * payments: a seal has seconds, and must not wait for either.
 */
export async function sealDue({ db, mistrusts }: Pick<DrawDeps, 'db' | 'mistrusts'>, lottery: Lottery): Promise<void> {
  const first = lottery.tables[0]?.firstPeriod;
  if (first === undefined) return;
  const now = await databaseNowMs(db);
  if (mistrusts?.(now)) return;
  const current = currentPeriod(lottery, now);
  let next = Math.max(first, (await lastFate(db, lottery)) + 1);
  while (next < current) {
    const missed: Period[] = [];
    while (next < current && missed.length < VOIDS_MAX && periodOf(lottery, next).sealByMs < now) {
      missed.push(periodOf(lottery, next++));
    }
    if (missed.length === 0) {
      const period = periodOf(lottery, next++);
      if (now < period.sealFromMs) return;
      await sealPeriod(db, period);
    }
    // Fewer than asked for: another process is at it, or the clock went back. No period is passed over.
    else if ((await voidUnsealed(db, missed)) < missed.length) return;
  }
}

async function lastFate(db: Db, lottery: Lottery): Promise<number> {
  const last = async (table: 'draw.seal' | 'draw.void'): Promise<number> => {
    const row = await db
      .selectFrom(table)
      .select('period')
      .where('lottery_id', '=', lottery.id)
      .orderBy('period', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row ? Number(row.period) : -1;
  };
  return Math.max(await last('draw.seal'), await last('draw.void'));
}

/** Each period that is sealed or void and not paid, oldest first. */
export async function advanceInHand(deps: DrawDeps, lottery: Lottery): Promise<void> {
  const rows = await deps.db
    .selectFrom('draw.settlement_queue')
    .select('period')
    .where('lottery_id', '=', lottery.id)
    .orderBy('period')
    .execute();
  for (const row of rows) {
    if (deps.signal?.aborted) return;
    const period = periodOf(lottery, Number(row.period));
    if (performance.now() < (deps.refused?.get(period.drawId) ?? 0)) continue;
    try {
      await advancePeriod(deps, period);
    } catch (error) {
      // One period that cannot go on must not hold up the others; it stays in hand.
      deps.onFault(period.drawId, error);
      if (error instanceof PayRefused) await stopUnproven(deps, period, error);
    }
  }
}

const LOOK_AGAIN_MS = 60_000;

/** Nothing is paid of what cannot be verified, and the table takes no further bets. The jobs say so in the book. */
async function stopUnproven(deps: DrawDeps, period: Period, refused: PayRefused): Promise<void> {
  deps.refused?.set(period.drawId, performance.now() + LOOK_AGAIN_MS);
  try {
    await noteUnproven(deps.db, period, refused);
  } catch (error) {
    deps.onFault(period.drawId, error);
  }
}

/** One step after the other until the period is paid or has to wait. */
async function advancePeriod(deps: DrawDeps, period: Period): Promise<void> {
  const { db, signal } = deps;
  const pay = async (step: PayStep, slipCount: bigint | null) =>
    payStep(db, period, step, slipCount, signal, (await deps.logKeys?.()) ?? null);
  const { periodState, now } = await transaction(db, async (tx) => ({
    periodState: await periodStateOf(tx, period),
    now: await databaseNowMs(tx.q),
  }));
  if (deps.mistrusts?.(now)) return;
  if (periodState.void) return pay('refund', null);
  if (periodState.drawn) return pay('settle', periodState.slipCount);
  if (!periodState.sealedInTime) {
    // Stopped between the seal and its checkpoint: back in time, the checkpoint is all that is missing.
    if (now <= period.sealByMs) await noteTreeHead(db);
    else if (now > period.voidFromMs && (await voidUnsealed(db, [period])) > 0) {
      await pay('refund', null);
    }
    return;
  }
  if (now < period.draws * 1_000) return;
  if (await drawFromBeacon(deps, period)) return pay('settle', periodState.slipCount);
  // What was void has its stakes back already.
  if (now >= period.draws * 1_000 + RETURN_AFTER_MS && !periodState.paid.has('return') && !periodState.wasVoid) {
    await pay('return', periodState.slipCount);
  }
}

async function drawFromBeacon(deps: DrawDeps, period: Period): Promise<boolean> {
  const signature = await signatureOf(deps, period);
  if (signature === null) return false;
  const outcome = await drawPeriod(deps.db, period, signature);
  if (outcome === 'invalid') deps.onFault(period.drawId, new Error(`no valid signature of round ${period.round}`));
  if (outcome === 'drawn') await forgetOffers(deps.db, period);
  return outcome === 'drawn' || outcome === 'already-drawn';
}

const PATIENCE_MS_MAX = 5_000;

/**
 * The signature of the period's own round, or null while it is not to be had. Late is not lost: never another round.
 */
async function signatureOf(deps: DrawDeps, period: Period): Promise<string | null> {
  const offered = await signatureOffered(deps.db, period);
  if (offered !== null) return offered;
  const beacon = deps.beaconOf(period.table.chain.hash);
  const waiting = deps.patience.get(period.round);
  if (!beacon || (waiting && performance.now() < waiting.untilMs)) return null;
  try {
    const ask = () => beacon.roundSignature(period.round, deps.signal);
    const answer = await step('beacon round', { round: period.round }, ask, { drawId: period.drawId });
    if (answer !== 'not-due') {
      deps.patience.delete(period.round);
      return answer.signature;
    }
  } catch (error) {
    if (!deps.signal?.aborted) deps.onFault(`beacon round ${period.round}`, error);
  }
  const tries = (waiting?.tries ?? 0) + 1;
  deps.patience.set(period.round, { tries, untilMs: performance.now() + Math.min(50 * 2 ** tries, PATIENCE_MS_MAX) });
  return null;
}
