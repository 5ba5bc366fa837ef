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
  if (!second.ok) return failedAgain(first, second, seconds);
  if (second.passed === 0) return { ...first, seconds, unsteady: [] };
  const held = { ok: true, passed: first.passed + failed, failed: 0, faults: [], output: '' };
  return { ...first, ...held, seconds, unsteady: first.faults };
}

/** Only tests that failed twice have failed. Without a list of them, all failures of the first run count. */
function failedAgain(first: StepResult, second: StepResult, seconds: number): TwiceRun {
  if (second.faults.length === 0 || second.failed > first.failed) return { ...first, seconds, unsteady: [] };
  const again = new Set(second.faults.map(titleOf));
  return {
    ...second,
    seconds,
    passed: first.passed + first.failed - second.failed,
    unsteady: first.faults.filter((fault) => !again.has(titleOf(fault))),
  };
}

function titleOf(fault: string): string {
  return fault.split('\n', 1)[0] ?? '';
}

function narrowed(step: Step, places: string[]): Step {
  return { ...step, commands: step.commands.map((command) => [...command, ...places]) };
}
