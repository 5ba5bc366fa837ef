/**
 * What a verifier checks, in the protocol's order, offline from a bundle. Never throws: a malformed bundle is refuted.
 * `drawSteps` and `slipSteps` yield each step as it is computed; `verifyDraw` and `verifySlip` run them to the end.
 * The checks themselves are in `checks-*.ts`.
 */
import { chainKind } from './beacon.ts';
import { type Case, type Check, type Outcome, refuted } from './case.ts';
import { checkOrigin, checkSeal, checkTable, checkVoid, checkWitness } from './checks-book.ts';
import { checkBeacon, checkDice, checkSchedule } from './checks-draw.ts';
import { checkInclusion, checkPayout, checkReceipt } from './checks-slip.ts';
import { chainOfTable } from './entries.ts';
import type { DrawProof, SlipProof, Step, StepId, Verdict, Verification, VerifyOptions } from './proof.ts';

type Conclusion = Omit<Verification, 'steps'>;

const DRAW_CHECKS: readonly (readonly [StepId, Check])[] = [
  ['origin', checkOrigin],
  ['table', checkTable],
  ['schedule', checkSchedule],
  ['witness', checkWitness],
  ['seal', checkSeal],
  ['void', checkVoid],
  ['beacon', checkBeacon],
  ['dice', checkDice],
];
const SLIP_CHECKS: readonly (readonly [StepId, Check])[] = [
  ['origin', checkOrigin],
  ['receipt', checkReceipt],
  ['table', checkTable],
  ['schedule', checkSchedule],
  ['witness', checkWitness],
  ['seal', checkSeal],
  ['void', checkVoid],
  ['inclusion', checkInclusion],
  ['beacon', checkBeacon],
  ['dice', checkDice],
  ['payout', checkPayout],
];

/** Steps of a draw, one by one; returns the verdict. The `void` step comes only for a draw with a `void` entry. */
export function* drawSteps(proof: DrawProof, options: VerifyOptions = {}): Generator<Step, Conclusion> {
  return yield* runSteps(DRAW_CHECKS, { draw: proof, slip: null, options });
}

/** Steps of one slip and its draw, one by one; returns the verdict. */
export function* slipSteps(proof: SlipProof, options: VerifyOptions = {}): Generator<Step, Conclusion> {
  return yield* runSteps(SLIP_CHECKS, { draw: proof?.draw, slip: proof, options });
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
  const steps: Step[] = [];
  for (const [id, check] of checks) {
    if (id === 'void' && !given.draw?.entries?.void) continue;
    const step = { id, ...outcomeOf(check, given) };
    steps.push(step);
    yield step;
  }
  const chain = given.table === undefined ? given.draw?.chain : chainOfTable(given.table);
  return { verdict: verdictOf(steps, given), houseRun: chainKind(chain) === 'local' };
}

function outcomeOf(check: Check, given: Case): Outcome {
  try {
    return check(given);
  } catch {
    return refuted('malformed');
  }
}

function verdictOf(steps: readonly Step[], given: Case): Verdict {
  if (steps.some(({ ok }) => ok === false)) return 'breach';
  if (given.isVoid === true) return 'void';
  const open = steps.filter(({ ok, id }) => ok === null && !isBeside(id)).map(({ id }) => id);
  if (open.some((id) => id !== 'witness')) return 'pending';
  return open.length === 0 ? 'verified' : 'time-not-proven';
}

/** What is open here says nothing about the draw: nothing was pinned, or a void that does not stand. */
function isBeside(id: StepId): boolean {
  return id === 'origin' || id === 'void';
}
