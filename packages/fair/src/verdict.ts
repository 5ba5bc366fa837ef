/** Derives the verdict from the steps of a check. */
import { type Chain, chainKind, verifyBeaconRound } from './beacon.ts';
import { fromHex } from './bytes.ts';
import { type Case, isAbsent, type Outcome } from './case.ts';
import { claimedTable, GRACE_MS } from './checks-book.ts';
import { drawDice } from './draw.ts';
import { chainOfTable } from './entries.ts';
import type { TableEntry } from './entry-types.ts';
import type { MissingEvidence, Provider, StepId, TimeGap, Verdict, Verification } from './proof.ts';
import { parseSlipLeafData } from './receipt.ts';
import { lockTime, parseDrawId, roundFor, timeOfRound } from './schedule.ts';
import { witnessGapOf } from './witnesses.ts';

export interface JudgedStep extends Outcome {
  id: StepId;
}

/** Exit codes of the command. Usage errors exit with 2. */
export const EXIT_CODES: Readonly<Record<Verdict, number>> = {
  verified: 0,
  void: 0,
  breach: 1,
  'time-not-proven': 3,
  'void-time-not-proven': 3,
  pending: 4,
  overdue: 5,
  incomplete: 6,
};

/** Reasons of open steps that mean the house has not published a seal or draw yet, rather than missing evidence. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['not-sealed-yet', 'not-drawn-yet']);
/** An open `witness` step with one of these makes the verdict `time-not-proven`, not `incomplete`. */
const TIME_GAPS: ReadonlySet<string> = new Set<TimeGap>(['no-witnesses', 'few-witnesses']);
const FROM_READER: ReadonlySet<string> = new Set([
  'not-pinned',
  'no-receipt',
  'no-draw',
  'other-witnesses',
  'undated-void',
]);
const FROM_WITNESSES: ReadonlySet<string> = new Set(['not-witnessed', 'table-not-witnessed', 'witness-silent']);

export function conclude(steps: readonly JudgedStep[], given: Case): Omit<Verification, 'steps'> {
  const { table } = given;
  const timeGaps = table === undefined ? [] : timeGapsOf(table, given.logKeys ?? []);
  const verdict = verdictOf(steps, given, timeGaps);
  return {
    verdict,
    timeGaps,
    missing: missingOf(steps),
    houseRun: table !== undefined && chainKind(chainOfTable(table)) === 'local',
    withheld: verdict === 'overdue' ? withheldOf(given) : null,
  };
}

function verdictOf(steps: readonly JudgedStep[], given: Case, gaps: readonly TimeGap[]): Verdict {
  const { isVoid, options } = given;
  if (steps.some(({ state }) => state === 'refuted')) return 'breach';
  const judged = steps.filter(({ reason }) => !TIME_GAPS.has(reason ?? ''));
  const open = judged.filter(({ state, reason }) => state === 'open' && reason !== 'blocked');
  const isDue = ({ dueMs }: JudgedStep) =>
    dueMs === undefined || options.nowMs === undefined || !(options.nowMs < dueMs);
  const due = open.filter(isDue);
  if (due.some(({ reason }) => !NOT_SHOWN.has(reason ?? ''))) {
    return due.every(({ reason }) => providerOf(reason ?? '') === 'house') && isResultDue(given)
      ? 'overdue'
      : 'incomplete';
  }
  if (due.length > 0) return 'overdue';
  if (open.length > 0) return 'pending';
  // A blocked step implies an open or refuted one, which blocks it.
  if (judged.some(({ state }) => state !== 'ok')) return 'incomplete';
  if (isVoid === true) return gaps.length === 0 ? 'void' : 'void-time-not-proven';
  return gaps.length === 0 ? 'verified' : 'time-not-proven';
}

/**
 * Why the table leaves the time of a seal unproven. `logKeys` are the book's keys, which do not count as witnesses. A
 * house that runs the beacon knows the dice before it seals. It could therefore choose between draw and void by whether
 * it seals.
 */
export function timeGapsOf(table: TableEntry, logKeys: readonly string[]): TimeGap[] {
  const gap = witnessGapOf(table, logKeys);
  const gaps: TimeGap[] = gap === null ? [] : [gap];
  if (chainKind(chainOfTable(table)) !== 'quicknet') gaps.push('house-run-beacon');
  return gaps;
}

/** Missing evidence, once for each reason. */
function missingOf(steps: readonly JudgedStep[]): MissingEvidence[] {
  const missing: MissingEvidence[] = [];
  for (const { id, state, reason } of steps) {
    if (state !== 'open' || reason === null || reason === 'blocked' || TIME_GAPS.has(reason)) continue;
    if (missing.every((known) => known.reason !== reason)) missing.push({ step: id, reason, from: providerOf(reason) });
  }
  return missing;
}

export function providerOf(reason: string): Provider {
  if (FROM_READER.has(reason)) return 'reader';
  return FROM_WITNESSES.has(reason) ? 'witnesses' : 'house';
}

/** Whether the house serves neither draw nor void although both are due by the table that it names. */
function isResultDue(given: Case): boolean {
  const { draw, options } = given;
  if (!isAbsent(draw?.entries?.draw) || !isAbsent(draw?.entries?.void)) return false;
  const scheduled = scheduleOf(given);
  if (scheduled === null) return false;
  const dueMs = timeOfRound(scheduled.round, scheduled.chain) * 1000 + GRACE_MS;
  return options.nowMs === undefined || options.nowMs >= dueMs;
}

/** Chain and round by the table that the bundle names, unproven; null where they cannot be computed. */
function scheduleOf(given: Case): { chain: Chain; round: number } | null {
  try {
    const table = given.table ?? claimedTable(given);
    const id = parseDrawId(given.draw.drawId);
    const chain = chainOfTable(table);
    if (id === null || id.key !== table.key) return null;
    return { chain, round: roundFor(lockTime(id.period, Number(table.period_seconds)), chain) };
  } catch {
    return null;
  }
}

/**
 * The withheld result. A window without a seal has no result. Without an established window, the house has served
 * nothing.
 */
function withheldOf(given: Case): Verification['withheld'] {
  const { draw, seal, window, options } = given;
  const { beaconSignature: signature } = options;
  const scheduled = scheduleOf(given);
  if (scheduled === null || signature === undefined || (seal === undefined && window !== undefined)) return null;
  const { chain, round } = scheduled;
  if (chainKind(chain) !== 'quicknet' || isOtherRound(given, round)) return null;
  if (!verifyBeaconRound(chain, round, signature)) return null;
  return { signature, dice: drawDice({ chainHash: chain.hash, round, signature, drawId: draw.drawId }).dice };
}

/** Whether the receipt names another round. The receipt is not verified where no table is established. */
function isOtherRound({ slip }: Case, round: number): boolean {
  try {
    const leaf = slip === null ? null : parseSlipLeafData(fromHex(slip.receipt.leafData));
    return leaf !== null && leaf.round !== round;
  } catch {
    return false;
  }
}
