import { baseIn, filesSince, isChangedOption, reachedBy } from './test/changed.ts';
import { atOnce, chooseSteps, UnknownName } from './test/choose.ts';
import { runAgain } from './test/run-again.ts';
import { runStep, type StepResult } from './test/run-step.ts';
import { seedOfRun } from './test/seed.ts';

// npm test [-- NAME …] [--changed[=COMMIT]]: what must hold with each change, in order of cost. NAME is a step (unit),
// a group (check) or part of the name of a test file (ledger); several may be given. What takes longest is only run
// where it is named. `--changed` leaves out tests that the changes since a commit cannot reach. Ends with a line
// "N passed, N failed".

async function main(args: string[]): Promise<number> {
  const names = args.filter((arg) => !isChangedOption(arg));
  const base = baseIn(args);
  const chosen = chooseSteps(names);
  const steps = base === null ? chosen : reachedBy(chosen, filesSince(base), base);
  seedOfRun();
  const results: StepResult[] = [];
  for (const some of atOnce(steps)) {
    const firsts = await Promise.all(some.map((step) => runStep(step, names.length > 0 && steps.length === 1)));
    for (const first of firsts) {
      const result = names.length > 0 ? { ...first, unsteady: [] } : await runAgain(first);
      results.push(result);
      tell(result);
    }
  }
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length > 0) console.log(`\nFailed: ${failed.map(({ step }) => step.name).join(', ')}`);
  console.log(`\n${sum(results, 'passed')} passed, ${sum(results, 'failed')} failed`);
  return failed.length > 0 ? 1 : 0;
}

function tell(result: StepResult & { unsteady: string[] }): void {
  console.log(lineOf(result));
  for (const fault of result.unsteady) console.log(indent(`UNSTEADY: failed among the others, passed alone: ${fault}`));
  if (result.ok) return;
  for (const fault of result.faults) console.log(indent(fault));
  if (result.output !== '') console.log(indent(result.output));
  if (result.step.hint) console.log(`  ${result.step.hint}`);
}

function lineOf({ step, ok, passed, failed, seconds }: StepResult): string {
  const counts = step.counting ? `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}` : '';
  return `${ok ? 'ok  ' : 'FAIL'} ${step.name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s  ${counts}`.trimEnd();
}

function sum(results: StepResult[], what: 'passed' | 'failed'): number {
  return results.reduce((total, result) => total + result[what], 0);
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UnknownName)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
