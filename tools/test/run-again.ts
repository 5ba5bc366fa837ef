import { runStep, type StepResult } from './run-step.ts';
import type { Step } from './steps.ts';

/** More failures than this are a real fault and are not repeated. */
const PLACES_MAX = 4;

export interface TwiceRun extends StepResult {
  /** Tests that failed among others and passed alone. */
  unsteady: string[];
}

/**
 * Repeats failed tests alone. A second failure counts. A pass is reported as unsteady: it needs a fix but does not
 * block an unrelated change.
 */
export async function runAgain(first: StepResult): Promise<TwiceRun> {
  const { step, places, failed } = first;
  const isNarrow = places.length > 0 && places.length <= PLACES_MAX && failed <= PLACES_MAX;
  if (first.ok || step.counting === undefined || !isNarrow) return { ...first, unsteady: [] };
  const second = await runStep(narrowed(step, places), false);
  const seconds = first.seconds + second.seconds;
  if (!second.ok || second.passed === 0) return { ...first, seconds, unsteady: [] };
  const held = { ok: true, passed: first.passed + failed, failed: 0, faults: [], output: '' };
  return { ...first, ...held, seconds, unsteady: first.faults };
}

function narrowed(step: Step, places: string[]): Step {
  return { ...step, commands: step.commands.map((command) => [...command, ...places]) };
}
