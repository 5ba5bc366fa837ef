import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner';
import { codeOf, placedFromOne } from './mutant-code.ts';
import { runSettings, shareMutatedFile } from './run-settings.ts';
import { isInSample, OUTSIDE } from './sample.ts';

// The vitest runner of Stryker, except that a mutant runs with all tests of the files that reach it. A single test
// fails when it depends on earlier ones, which would count as a kill. And code that runs once is reached only by the
// first test of a file, although another may check it.

type Factory = (typeof vitestPlugins)[number]['factory'];
type TestRunner = ReturnType<Factory>;
type DryRunOptions = Parameters<TestRunner['dryRun']>[0];
type DryRunResult = Awaited<ReturnType<TestRunner['dryRun']>>;
type RunOptions = Parameters<TestRunner['mutantRun']>[0];

const DRY_RUNS_MAX = 3;
/** `TestStatus.Failed` of Stryker's API. */
const FAILED = 1;

const NOT_RUN = { status: 'error', errorMessage: OUTSIDE } as Awaited<ReturnType<TestRunner['mutantRun']>>;

/** A plugin in Stryker's format. */
export const strykerPlugins = [{ kind: 'TestRunner', name: 'vitest-whole-files', factory }];

factory.inject = ['$injector'] as const;
function factory(injector: NonNullable<Parameters<Factory>[0]>): TestRunner {
  const [plugin] = vitestPlugins;
  if (!plugin) throw new Error('@stryker-mutator/vitest-runner has no plugin.');
  const runner = plugin.factory(injector);
  const runMutant = runner.mutantRun.bind(runner);
  const runAll = runner.dryRun.bind(runner);
  runner.mutantRun = async (options: RunOptions) => {
    if (!isInSample(codeOf(placedFromOne(options.activeMutant)), runSettings().sample)) return NOT_RUN;
    shareMutatedFile(options.activeMutant.fileName);
    return runMutant({ ...options, testFilter: wholeFiles(options.testFilter) });
  };
  runner.dryRun = (options: DryRunOptions) => untilAllPass(() => runAll(options));
  return runner;
}

/** Timing tests can fail on a busy machine, so the run without a mutant is repeated a few times. */
async function untilAllPass(run: () => Promise<DryRunResult>): Promise<DryRunResult> {
  for (let turn = 1; ; turn++) {
    const result = await run();
    const hasFailed = 'tests' in result && result.tests.some(({ status }) => status === FAILED);
    if (!hasFailed || turn === DRY_RUNS_MAX) return result;
  }
}

/** Stryker's test ids are `FILE#NAME`; without a name the whole file. Undefined stays undefined: all tests. */
export function wholeFiles(testIds: readonly string[] | undefined): string[] | undefined {
  return testIds && [...new Set(testIds.map((id) => `${id.slice(0, id.indexOf('#'))}#`))];
}
