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
  /** Runs all mutants again, even with known results. */
  force: boolean;
  /** Whether to store the results for the next run. */
  isStored: boolean;
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
/**
 * Added to twice the normal duration of the tests, so that slow tests on a busy machine are no endless loop. Tests of a
 * package wait for no database, and its loops are endless more often.
 */
const TIMEOUT_EXTRA_MS = { package: 15_000, server: 120_000 };
/** Test files of a server target take minutes one after the other, because they wait. */
const DRY_RUN_MINUTES_MAX = 30;
/** Names left out of the repository copy; `/` first: only at the root. */
const NOT_COPIED = ['.git', 'dist', '.data', '.cache', 'coverage', 'test-results', '*.log', '/keys', '/docs/screens'];

const OWN_PLUGINS = ['whole-files.ts', 'one-process.ts', 'ignore-texts.ts'];

const STATUS: Record<string, MutantStatus> = {
  Killed: 'killed',
  Timeout: 'timeout',
  Survived: 'survived',
  NoCoverage: 'uncovered',
  // A test file could not be loaded, or an error occurred outside of a test: the run fails.
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
 * Removes stored results of mutants outside of a sample, and of surviving mutants in module initialization, so that
 * they run again. Stryker does not notice tests added for the latter.
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

function optionsFor({ target, part, concurrency, force, isStored }: StrykerRun): StrykerOptions {
  return {
    mutate: [part.endsWith('.ts') ? part : `${part}/**/*.ts`, '!**/*.test.ts', '!**/tests/**'],
    testRunner: target.needsDatabase ? 'vitest-whole-files' : 'vitest-one-process',
    plugins: ['@stryker-mutator/vitest-runner', ...OWN_PLUGINS.map((name) => join(ROOT, HERE, name))],
    ignorers: ['texts'],
    vitest: { configFile: `${HERE}/vitest.config.ts`, related: false },
    coverageAnalysis: 'perTest',
    concurrency,
    incremental: isStored,
    incrementalFile: incrementalFileOf(target),
    force,
    reporters: ['progress-append-only'],
    logLevel: 'warn' as StrykerOptions['logLevel'],
    timeoutMS: TIMEOUT_EXTRA_MS[target.needsDatabase ? 'server' : 'package'],
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

/** Mutants disabled by a comment in the code. Only the rule of ignore-texts.ts may exclude mutants. */
export function leftOutByComment(mutants: readonly Mutant[]): Mutant[] {
  return mutants.filter(({ status, statusReason }) => status === 'ignored' && statusReason !== RULE);
}
