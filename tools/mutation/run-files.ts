import { join } from 'node:path';
import { TestRunner, vi } from 'vitest';
import { startTests } from 'vitest/internal/browser';
import { CHANNEL, type FileResult, type RunAnswer, type RunRequest } from './one-process-messages.ts';

// The worker's only test file: runs test files on request of one-process.ts. Each reloads the code, so that mutants in
// module initialization also take effect. Packages are loaded once.

const SETUP = ['tools/test/each-file.ts', 'tools/test/watched-lists.ts', 'tools/mutation/each-file.ts'];
const TEST_TIMEOUT_MS = 30_000;

/** The globals that mutated code reads. */
interface Switch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number | undefined;
  mutantCoverage?: RunAnswer['coverage'] | undefined;
}

type Given = typeof globalThis & {
  __stryker__?: Switch;
  __vitest_worker__: { config: ConstructorParameters<typeof TestRunner>[0]; filepath: string };
};

const given = globalThis as Given;
given.__stryker__ ??= {};
const mutation: Switch = given.__stryker__;
const { config: own } = given.__vitest_worker__;
const config = { ...own, setupFiles: SETUP.map((path) => join(process.cwd(), path)), testTimeout: TEST_TIMEOUT_MS };

/** Stops at the first failure and reports no progress. */
class Quiet extends TestRunner {
  failure: string | null = null;

  override trace = undefined as never;
  override importFile(path: string): unknown {
    return import(/* @vite-ignore */ path);
  }
  override async onBeforeRunTask(task: Parameters<TestRunner['onBeforeRunTask']>[0]): Promise<void> {
    if (this.failure !== null) task.mode = 'skip';
    else await super.onBeforeRunTask(task);
  }
  override onAfterRunTask(task: Parameters<TestRunner['onAfterRunTask']>[0]): void {
    if (task.result?.state === 'fail') this.failure ??= `${task.name}: ${task.result.errors?.[0]?.message}`;
  }
}

async function runFile(file: string): Promise<FileResult> {
  vi.resetModules();
  // Vitest applies module mocks for the file named here.
  given.__vitest_worker__.filepath = join(process.cwd(), file);
  const began = performance.now();
  const runner = new Quiet(config);
  const [task] = await startTests([join(process.cwd(), file)], runner as never);
  const { state, errors } = task?.result ?? {};
  const failure = state === 'pass' ? null : (runner.failure ?? String(errors?.[0]?.message));
  return { file, failure, tookMs: performance.now() - began };
}

async function run({ files, activeMutant, hitLimit }: RunRequest): Promise<RunAnswer> {
  const results: FileResult[] = [];
  const isDry = activeMutant === null;
  Object.assign(mutation, { activeMutant: activeMutant ?? undefined, hitCount: 0, hitLimit });
  mutation.mutantCoverage = isDry ? { static: {}, perTest: {} } : undefined;
  // Processes that a test starts load the same code.
  if (!isDry) process.env.__STRYKER_ACTIVE_MUTANT__ = activeMutant;
  for (const file of files) {
    mutation.currentTestId = isDry ? file : undefined;
    const result = await runFile(file);
    results.push(result);
    if (result.failure !== null && !isDry) break;
  }
  delete process.env.__STRYKER_ACTIVE_MUTANT__;
  return { results, coverage: mutation.mutantCoverage ?? { static: {}, perTest: {} } };
}

// While this file loads, since tests cannot be defined while a test runs.
const channel = new BroadcastChannel(CHANNEL);
await new Promise<void>((resolve) => {
  channel.onmessage = async ({ data }: { data: RunRequest | 'end' }) => {
    if (data === 'end') resolve();
    else channel.postMessage(await run(data));
  };
  channel.postMessage('ready');
});
channel.close();
