import { runStep, type StepResult } from './run-step.ts';
import type { Step } from './steps.ts';

/** What fails in more places than this is broken, and is not asked twice. */
const PLACES_MAX = 4;

export interface TwiceRun extends StepResult {
  /** What failed among all others and held by itself; empty where nothing did. */
  unsteady: string[];
}

/**
 * Runs once more, by itself, what failed among all others. A second failure is one; what holds now is still told, as
 * unsteady: it is to be mended, but it does not stop a change that it has nothing to do with.
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
