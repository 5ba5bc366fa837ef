import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import type { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner';
import { createVitest, type Vitest } from 'vitest/node';
import { codeOf, placedFromOne } from './mutant-code.ts';
import { CHANNEL, type RunAnswer, type RunRequest } from './one-process-messages.ts';
import { runSettings } from './run-settings.ts';
import { isInSample, OUTSIDE } from './sample.ts';
import { isNamedFor } from './test-order.ts';

// A Stryker test runner that runs all mutants in one vitest worker. It reloads the code, but not packages, for each
// test file, and caches signatures. A Stryker test is a whole test file here.

type TestRunner = ReturnType<(typeof vitestPlugins)[number]['factory']>;
type DryRunResult = Awaited<ReturnType<TestRunner['dryRun']>>;
type MutantRunResult = Awaited<ReturnType<TestRunner['mutantRun']>>;
type MutantRunOptions = Parameters<TestRunner['mutantRun']>[0];

const HERE = 'tools/mutation';

/** A plugin in Stryker's format. */
export const strykerPlugins = [
  { kind: 'TestRunner', name: 'vitest-one-process', factory: () => new OneProcess() as unknown as TestRunner },
];

class OneProcess {
  #vitest: Vitest | undefined;
  #channel = new BroadcastChannel(CHANNEL);
  #tookMs = new Map<string, number>();
  /** Files that failed recently run first, because the same test tends to kill neighbouring mutants. */
  #killers: string[] = [];

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    const ready = this.#answer();
    this.#vitest = await createVitest('test', {
      config: `${HERE}/one-process.config.ts`,
      watch: false,
      reporters: [{}],
    });
    void this.#vitest.start();
    await ready;
  }

  async dispose(): Promise<void> {
    this.#channel.postMessage('end');
    this.#channel.close();
    await this.#vitest?.close();
  }

  async dryRun(): Promise<DryRunResult> {
    const { tests, leftOut } = runSettings();
    const files = globSync(tests).filter((path) => leftOut.every((pattern) => !matchesGlob(path, pattern)));
    const { results, coverage } = await this.#run({ files, activeMutant: null, hitLimit: undefined });
    for (const { file, tookMs } of results) this.#tookMs.set(file, tookMs);
    return {
      status: 'complete',
      tests: results.map(({ file, failure, tookMs }) => ({
        id: file,
        name: file,
        timeSpentMs: tookMs,
        ...(failure === null ? { status: 0 } : { status: 1, failureMessage: failure }),
      })),
      mutantCoverage: coverage,
    } as DryRunResult;
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }: MutantRunOptions): Promise<MutantRunResult> {
    const place = placedFromOne(activeMutant);
    if (!isInSample(codeOf(place), runSettings().sample))
      return { status: 'error', errorMessage: OUTSIDE } as MutantRunResult;
    const files = this.#likelyKillersFirst(testFilter ?? [...this.#tookMs.keys()], activeMutant.fileName);
    const { results } = await this.#run({ files, activeMutant: activeMutant.id, hitLimit });
    const killed = results.find(({ failure }) => failure !== null);
    if (killed === undefined) return { status: 'survived', nrOfTests: results.length } as MutantRunResult;
    const killer = killed.file;
    this.#killers = [killer, ...this.#killers.filter((file) => file !== killer)];
    return {
      status: 'killed',
      killedBy: [killer],
      failureMessage: killed.failure,
      nrOfTests: results.length,
    } as MutantRunResult;
  }

  #likelyKillersFirst(files: readonly string[], mutated: string): string[] {
    const rank = (file: string) => {
      const last = this.#killers.indexOf(file);
      return (
        (this.#tookMs.get(file) ?? 0) / (last === -1 ? 1 : 1 + 10 / (1 + last)) / (isNamedFor(file, mutated) ? 5 : 1)
      );
    };
    return files.toSorted((a, b) => rank(a) - rank(b));
  }

  #run(request: RunRequest): Promise<RunAnswer> {
    const answer = this.#answer<RunAnswer>();
    this.#channel.postMessage(request);
    return answer;
  }

  #answer<T>(): Promise<T> {
    return new Promise((resolve) => {
      this.#channel.onmessage = ({ data }) => resolve(data as T);
    });
  }
}
