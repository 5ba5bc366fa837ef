import { relative } from 'node:path';
import { BaseSequencer, createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import type { TestServer } from '../../../apps/server/tests/setup/global.ts';

/** A run of test files. */
export interface TestRun {
  /** The first failed file; null without one. */
  failed: string | null;
  /** Milliseconds that each file took, by its path from the root; files behind a failure are absent. */
  durationMs: Record<string, number>;
}

/** Runs test files repeatedly in one vitest, which caches compiled code. */
export interface TestRuns {
  /** Runs the files in this order on a database server, until one fails. */
  run(files: readonly string[], testServer: TestServer): Promise<TestRun>;
  close(): Promise<void>;
}

const CONFIG = 'tools/mutation/vitest.config.ts';

/** `root` is the folder of the repository; up to `concurrency` files run at once. */
export async function openTestRuns(root: string, concurrency: number): Promise<TestRuns> {
  let order: readonly string[] = [];
  const placeOf = ({ moduleId }: TestSpecification) => order.indexOf(relative(root, moduleId));
  class InGivenOrder extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return files.toSorted((a, b) => placeOf(a) - placeOf(b));
    }
  }
  const vitest = await createVitest('test', {
    root,
    config: CONFIG,
    watch: false,
    bail: 1,
    maxWorkers: concurrency,
    reporters: [{}],
    onConsoleLog: () => false,
    sequence: { sequencer: InGivenOrder },
  });
  const known = new Map<string, TestSpecification>();
  for (const file of await vitest.globTestSpecifications()) known.set(relative(root, file.moduleId), file);
  return {
    async run(files, testServer) {
      order = files;
      const specifications = files.flatMap((path) => known.get(path) ?? []);
      if (specifications.length < files.length) throw new Error(`Not all of these are test files: ${files.join(', ')}`);
      vitest.provide('testServer', testServer);
      return await runOnce(vitest, specifications, root);
    },
    close: () => vitest.close(),
  };
}

async function runOnce(vitest: Vitest, specifications: TestSpecification[], root: string): Promise<TestRun> {
  // Failures of earlier runs would count towards `bail`.
  vitest.state.filesMap.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const durationMs: TestRun['durationMs'] = {};
  let failed: string | null = null;
  for (const module of testModules) {
    const path = relative(root, module.moduleId);
    const state = module.state();
    if (state === 'failed') failed ??= path;
    if (state === 'passed') durationMs[path] = module.diagnostic().duration + module.diagnostic().collectDuration;
  }
  const [first] = specifications;
  if (unhandledErrors.length > 0 && first) failed ??= relative(root, first.moduleId);
  return { failed, durationMs };
}
