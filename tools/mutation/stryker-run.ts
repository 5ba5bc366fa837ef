import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import type { TestServer } from '../../apps/server/tests/setup/global.ts';
import { nameOf } from './equivalents.ts';
import { RULE } from './ignore-texts.ts';
import type { Mutant, MutantStatus } from './mutant.ts';
import { codeOf } from './mutant-code.ts';
import { shareSettings } from './run-settings.ts';
import { isInSample, OUTSIDE } from './sample.ts';
import { LEFT_OUT, type Target } from './targets.ts';

export interface StrykerRun {
  target: Target;
  /** The target's folder, or a folder or file in it. */
  part: string;
  concurrency: number;
  /** Runs all mutants again, whatever is known of them. */
  force: boolean;
  /** Whether the results are kept for the next run. */
  isKept: boolean;
  /** Share of the mutants to run, in percent; null for all. */
  sample: number | null;
  testServer?: TestServer;
}

interface KeptMutant {
  status: string;
  static?: boolean;
  statusReason?: string;
}

type StrykerOptions = ConstructorParameters<typeof Stryker>[0];
type StrykerMutant = Awaited<ReturnType<InstanceType<typeof Stryker>['runMutationTest']>>[number];

const ROOT = join(import.meta.dirname, '../..');
const HERE = 'tools/mutation';
const CACHE = '.cache/mutation';
/** Beyond twice the time that the tests take by themselves. */
const TIMEOUT_EXTRA_MS = 20_000;
/** Waiting tests of a target of the server take minutes one after the other. */
const DRY_RUN_MINUTES_MAX = 30;
/** Names of what the copy of the repository does without; `/` first: at the root only. */
const NOT_COPIED = ['.git', 'dist', '.data', '.cache', 'coverage', 'test-results', '*.log', '/keys', '/docs/screens'];

const OWN_PLUGINS = ['whole-files.ts', 'one-process.ts', 'ignore-texts.ts'];

const STATUS: Record<string, MutantStatus> = {
  Killed: 'killed',
  Timeout: 'timeout',
  Survived: 'survived',
  NoCoverage: 'uncovered',
  // A test file could not be loaded, or an error came from outside of a test: the run fails.
  RuntimeError: 'killed',
  Ignored: 'ignored',
};

/** Mutates a part of a target and runs the tests that reach each mutant. Throws where the tests fail without one. */
export async function runStryker(run: StrykerRun): Promise<Mutant[]> {
  const { tests } = run.target;
  const { sample, testServer } = run;
  shareSettings({ tests, leftOut: LEFT_OUT, sample, testServer });
  forget(incrementalFileOf(run.target));
  const results = await new Stryker(optionsFor(run)).runMutationTest();
  return results.map(mutantOf).filter((mutant) => isIn(mutant.file, run.part) && isInSample(mutant, run.sample));
}

function incrementalFileOf({ folder }: Target): string {
  return `${CACHE}/${nameOf(folder)}.json`;
}

/**
 * Has mutants run again that were outside of a sample, and survivors that are executed while a module loads: Stryker
 * does not see that a test was added for them.
 */
function forget(path: string): void {
  if (!existsSync(path)) return;
  const report: { files: Record<string, { mutants: KeptMutant[] }> } = JSON.parse(readFileSync(path, 'utf8'));
  for (const file of Object.values(report.files)) {
    file.mutants = file.mutants.filter(
      (mutant) => !(mutant.static && mutant.status === 'Survived') && mutant.statusReason !== OUTSIDE,
    );
  }
  writeFileSync(path, JSON.stringify(report));
}

function optionsFor({ target, part, concurrency, force, isKept }: StrykerRun): StrykerOptions {
  return {
    mutate: [part.endsWith('.ts') ? part : `${part}/**/*.ts`, '!**/*.test.ts', '!**/tests/**'],
    testRunner: target.needsDatabase ? 'vitest-whole-files' : 'vitest-one-process',
    plugins: ['@stryker-mutator/vitest-runner', ...OWN_PLUGINS.map((name) => join(ROOT, HERE, name))],
    ignorers: ['texts'],
    vitest: { configFile: `${HERE}/vitest.config.ts`, related: false },
    coverageAnalysis: 'perTest',
    concurrency,
    incremental: isKept,
    incrementalFile: incrementalFileOf(target),
    force,
    reporters: ['progress-append-only'],
    logLevel: 'warn' as StrykerOptions['logLevel'],
    timeoutMS: TIMEOUT_EXTRA_MS,
    timeoutFactor: 2,
    dryRunTimeoutMinutes: DRY_RUN_MINUTES_MAX,
    tempDirName: `${CACHE}/copies`,
    cleanTempDir: 'always',
    ignorePatterns: NOT_COPIED,
    symlinkNodeModules: false,
    buildCommand: `node ${HERE}/link-packages.ts ${ROOT}`,
    disableTypeChecks: false,
    tsconfigFile: 'none',
    warnings: false,
    allowEmpty: false,
  };
}

function mutantOf(result: StrykerMutant): Mutant {
  const status = STATUS[result.status];
  const { mutatorName: mutator, statusReason } = result;
  const { line } = result.location.start;
  if (!status) throw new Error(`${result.fileName}:${line}: a mutant ended as ${result.status}.`);
  return { ...codeOf(result), line, mutator, status, statusReason };
}

function isIn(file: string, part: string): boolean {
  return file === part || file.startsWith(`${part}/`);
}

/** Mutants that a comment in the code keeps from running; only the rule of ignore-texts.ts may do so. */
export function leftOutByComment(mutants: readonly Mutant[]): Mutant[] {
  return mutants.filter(({ status, statusReason }) => status === 'ignored' && statusReason !== RULE);
}
