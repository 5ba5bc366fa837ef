/**
 * Verifies a bundle offline, in the protocol's order. Never throws. `drawSteps` and `slipSteps` yield each step as it
 * is computed; `verifyDraw` and `verifySlip` run them to the end. The checks are in `checks-*.ts`.
 */
import { type Case, type Check, holds, isAbsent, type Outcome, open, outcomeOf, refuted } from './case.ts';
import { checkOrigin, checkSeal, checkTable, checkWitness, sealsIn, silentWitnesses } from './checks-book.ts';
import { checkBeacon, checkDice, checkSchedule } from './checks-draw.ts';
import { checkInclusion, checkPayout, checkReceipt } from './checks-slip.ts';
import { checkVoid, overrideDueMs } from './checks-void.ts';
import { claimOf, conflictOf, differentClaims, type TakenBackBy } from './fates.ts';
import type { DrawProof, SlipProof, Step, StepId, Verification, VerifyOptions } from './proof.ts';
import { conclude, type JudgedStep } from './verdict.ts';

type Conclusion = Omit<Verification, 'steps'>;

const DRAW_CHECKS: readonly (readonly [StepId, Check])[] = [
  ['origin', checkOrigin],
  ['table', checkTable],
  ['schedule', checkSchedule],
  ['witness', checkWitness],
  ['void', checkVoid],
  ['seal', checkSeal],
  ['beacon', checkBeacon],
  ['dice', checkDice],
  ['claims', checkClaims],
];
const SLIP_CHECKS: readonly (readonly [StepId, Check])[] = [
  ['origin', checkOrigin],
  ['receipt', checkReceipt],
  ['table', checkTable],
  ['schedule', checkSchedule],
  ['witness', checkWitness],
  ['void', checkVoid],
  ['seal', checkSeal],
  ['inclusion', checkInclusion],
  ['beacon', checkBeacon],
  ['dice', checkDice],
  ['payout', checkPayout],
  ['claims', checkClaims],
];
/** Steps that a void draw does not have. */
const OF_A_RESULT: ReadonlySet<StepId> = new Set(['seal', 'inclusion', 'beacon', 'dice']);

/**
 * Yields the steps of a draw and returns the verdict. `void` appears only where a void is claimed, and `claims` only
 * where there are claims to compare. A void draw has no steps of a result.
 */
export function* drawSteps(proof: DrawProof, options: VerifyOptions = {}): Generator<Step, Conclusion> {
  return yield* runSteps(DRAW_CHECKS, { draw: proof, slip: null, options: options ?? {} });
}

/** Yields the steps of a slip and its draw, and returns the verdict. */
export function* slipSteps(proof: SlipProof, options: VerifyOptions = {}): Generator<Step, Conclusion> {
  return yield* runSteps(SLIP_CHECKS, { draw: proof?.draw, slip: proof ?? null, options: options ?? {} });
}

export function verifyDraw(proof: DrawProof, options: VerifyOptions = {}): Verification {
  return collect(drawSteps(proof, options));
}

export function verifySlip(proof: SlipProof, options: VerifyOptions = {}): Verification {
  return collect(slipSteps(proof, options));
}

function collect(running: Generator<Step, Conclusion>): Verification {
  const steps: Step[] = [];
  let next = running.next();
  for (; !next.done; next = running.next()) steps.push(next.value);
  return { ...next.value, steps };
}

function* runSteps(checks: typeof DRAW_CHECKS, given: Case): Generator<Step, Conclusion> {
  const steps: JudgedStep[] = [];
  for (const [id, check] of checks) {
    if (!isDue(id, given)) continue;
    const step = { id, ...restingOnPin(outcomeOf(check, given), given) };
    steps.push(step);
    const { dueMs: _, ...shown } = step;
    yield shown;
  }
  return conclude(steps, given);
}

function isDue(id: StepId, { draw, options, isVoid }: Case): boolean {
  if (id === 'void') return !isAbsent(draw?.entries?.void);
  if (id === 'claims') return (options.claims ?? []).length > 0;
  return isVoid !== true || !OF_A_RESULT.has(id);
}

/** Without a pinned key, all evidence rests on a key that the bundle itself names, so no step is ok. */
function restingOnPin(outcome: Outcome, { options }: Case): Outcome {
  if (outcome.state !== 'ok' || !isAbsent(options.pinned?.logKey)) return outcome;
  return { ...outcome, state: 'open', reason: 'not-pinned' };
}

function takenBackByOf(given: Case): TakenBackBy {
  const { draw, window, table, round } = given;
  if (table === undefined || round === undefined || table.quorum === '0') return null;
  if (window !== undefined && sealsIn(window, draw.drawId).length > 0) return overrideDueMs(table, round);
  return silentWitnesses(given).length > 0 ? 'unknown' : null;
}

/** Compares the claims of all sources about this draw with the bundle and with each other. */
function checkClaims(given: Case): Outcome {
  const { draw, options } = given;
  const claimed = claimOf(draw);
  const isDated = options.nowMs !== undefined && options.undated !== true;
  const own = claimed === null ? null : { ...claimed, ...(isDated ? { seenMs: options.nowMs } : {}) };
  const reported = differentClaims([
    ...(own === null ? [] : [own]),
    ...(options.claims ?? []).filter((one) => one.drawId === draw?.drawId),
  ]);
  const takenBackBy = takenBackByOf(given);
  let undated: Outcome | null = null;
  for (const [index, one] of reported.entries()) {
    for (const other of reported.slice(index + 1)) {
      const conflict = conflictOf(one, other, takenBackBy);
      if (conflict === null) continue;
      const values = { one: JSON.stringify(one), other: JSON.stringify(other) };
      if (conflict !== 'undated-void') return refuted(conflict, values);
      undated = open(conflict, values);
    }
  }
  return undated ?? holds({});
}
