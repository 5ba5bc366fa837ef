import { noteTreeHead } from '../../book/book.ts';
import type { Db } from '../../db/pool.ts';
import { transaction } from '../../db/transaction.ts';
import { currentPeriod, databaseNowMs, type Lottery } from '../../lottery/catalogue.ts';
import { step } from '../../trace/steps.ts';
import type { PayStep } from '../periods.ts';
import { type Period, periodOf, periodStateOf } from '../periods.ts';
import { sealPeriod } from '../seal/seal.ts';
import { voidUnsealed } from '../seal/void.ts';
import { payStep } from '../settlement/pay.ts';
import { PayRefused } from '../settlement/pay-cause.ts';
import { noteUnproven } from '../tables/stop-table.ts';
import type { Beacon } from './beacon.ts';
import { drawPeriod } from './draw.ts';
import { firstUnsealed } from './due.ts';
import { forgetOffers, signatureOffered } from './offered-signatures.ts';

export interface DrawDeps {
  db: Db;
  /** The beacon of a chain, or null if this house cannot reach it. */
  beaconOf(chainHash: string): Beacon | null;
  /** When to ask again for a beacon round that was not available, by round. Kept between calls. */
  patience: Map<number, { attempts: number; untilMs: number }>;
  /** Called for faults that will be retried. */
  onFault(what: string, error: unknown): void;
  /** Whether to distrust the database's clock for now. If so, no period is sealed or voided. */
  mistrusts?(databaseMs: number): boolean;
  /** Once aborted, no further period is started. */
  signal?: AbortSignal;
  /** The book's verifier keys from this process's configuration. Without them, the keys in the database are used. */
  logKeys?: () => Promise<readonly string[]>;
  /** When to retry periods that could not be verified (`performance.now()`), by draw id. Kept between calls. */
  refused?: Map<string, number>;
}

/** After this delay of the beacon, stakes are returned. The return is not final. */
const RETURN_AFTER_MS = 24 * 60 * 60 * 1_000;
/** Most periods that one transaction voids after a long downtime. */
const VOIDS_MAX = 500;

/**
 * Advances every period of a lottery as far as the clock allows. Seals locked periods, voids those that missed their
 * time, then continues each unpaid period. All decisions follow from rows and the clock, so any process may stop and
 * resume at any point.
 */
export async function advanceLottery(deps: DrawDeps, lottery: Lottery): Promise<void> {
  await sealDue(deps, lottery);
  await advanceInHand(deps, lottery);
}

/**
 * Seals or voids, in order, all periods after the last sealed or void one. Independent of the beacon and of payments:
 * sealing has only seconds and must not wait for either.
 */
export async function sealDue({ db, mistrusts }: Pick<DrawDeps, 'db' | 'mistrusts'>, lottery: Lottery): Promise<void> {
  const first = lottery.tables[0]?.firstPeriod;
  if (first === undefined) return;
  const now = await databaseNowMs(db);
  if (mistrusts?.(now)) return;
  const current = currentPeriod(lottery, now);
  let next = firstUnsealed(first, await lastFate(db, lottery));
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
    // Fewer voids than requested: another process is working, or the clock went back. No period may be skipped.
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

/** Advances each period that is sealed or void and not fully paid, oldest first. */
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
      // A failing period must not block the others. It stays in the settlement queue.
      deps.onFault(period.drawId, error);
      if (error instanceof PayRefused) await stopUnproven(deps, period, error);
    }
  }
}

const LOOK_AGAIN_MS = 60_000;

/**
 * Records that a draw could not be verified. Nothing of it is paid, and the table takes no more bets. A job publishes
 * the closing in the book.
 */
async function stopUnproven(deps: DrawDeps, period: Period, refused: PayRefused): Promise<void> {
  deps.refused?.set(period.drawId, performance.now() + LOOK_AGAIN_MS);
  try {
    await noteUnproven(deps.db, period, refused);
  } catch (error) {
    deps.onFault(period.drawId, error);
  }
}

/** Runs step after step until the period is paid or must wait. */
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
    // The process stopped between the seal and its checkpoint. Within the time limit, only the checkpoint is missing.
    if (now <= period.sealByMs) await noteTreeHead(db);
    else if (now > period.voidFromMs && (await voidUnsealed(db, [period])) > 0) {
      await pay('refund', null);
    }
    return;
  }
  if (now < period.draws * 1_000) return;
  if (await drawFromBeacon(deps, period)) return pay('settle', periodState.slipCount);
  // The stakes of a period that was void have already been refunded.
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
 * Signature of the period's own round. Null while it is unavailable. A late round only delays the draw; no other round
 * ever replaces it.
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
  const attempts = (waiting?.attempts ?? 0) + 1;
  deps.patience.set(period.round, {
    attempts,
    untilMs: performance.now() + Math.min(50 * 2 ** attempts, PATIENCE_MS_MAX),
  });
  return null;
}
