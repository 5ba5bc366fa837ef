import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LONG_JOURNEYS_PATTERN, LONG_SERVER_TESTS, LONG_UNIT_TESTS } from './long.ts';
import { sampledTests } from './sampled-tests.ts';

export const ROOT = join(import.meta.dirname, '../..');

/** A step's result file, which counts its tests. */
export interface Counting {
  /** Format of the result file: vitest's and Playwright's differ. */
  kind: 'vitest' | 'playwright';
  file: string;
}

export interface Step {
  name: string;
  /** `asked`: runs only when named. */
  group: 'check' | 'tests' | 'asked';
  /** Commands for Node, run in order. All must succeed. */
  commands: string[][];
  timeoutMs: number;
  env?: Record<string, string>;
  counting?: Counting;
  /** What to do after a failure, when it is not obvious. */
  hint?: string;
}

const MINUTE_MS = 60_000;
const RESULTS = join(ROOT, '.cache/test-results');

/** All steps in order. `filters`: parts of file names that narrow the tests. */
export function allSteps(filters: string[]): Step[] {
  return [
    {
      name: 'lint',
      group: 'check',
      commands: [[program('@biomejs/biome', 'bin/biome'), 'check', '--error-on-warnings', '--max-diagnostics=30', '.']],
      timeoutMs: 5 * MINUTE_MS,
      hint: 'npm run format fixes most of it',
    },
    {
      name: 'types',
      group: 'check',
      commands: TYPE_CONFIGS.map(typesCommand),
      timeoutMs: 5 * MINUTE_MS,
    },
    {
      name: 'imports',
      group: 'check',
      commands: [
        [program('dependency-cruiser', 'bin/dependency-cruiser.mjs'), '--output-type', 'err-long', ...WORKSPACES],
      ],
      timeoutMs: 5 * MINUTE_MS,
    },
    {
      name: 'dead-code',
      group: 'check',
      commands: [[program('knip', 'bin/knip.js'), '--no-progress']],
      timeoutMs: 5 * MINUTE_MS,
    },
    { name: 'tidy', group: 'check', commands: [['tools/tidy.ts']], timeoutMs: MINUTE_MS },
    {
      name: 'generated',
      group: 'check',
      commands: [['tools/generate.ts', '--check']],
      timeoutMs: 5 * MINUTE_MS,
      hint: 'npm run generate regenerates them',
    },
    vitestStep('unit', filters, ['unit', 'unit-apart']),
    vitestStep('server', filters),
    // All cases of tests that `npm test` samples or leaves out.
    {
      ...vitestStep('whole', filters.length > 0 ? filters : wholeTests(), ['unit', 'unit-apart', 'server']),
      group: 'asked',
      env: ALL_CASES,
    },
    { ...vitestStep('abuse', filters), group: 'asked' },
    { ...vitestStep('pooled', filters), group: 'asked' },
    // A named file runs completely, however long it takes.
    filters.length > 0
      ? journeys('e2e', filters, ALL_CASES)
      : journeys('e2e', ['--grep-invert', LONG_JOURNEYS_PATTERN]),
    { ...vitestStep('long', filters), group: 'asked', env: ALL_CASES },
    { ...journeys('looks', filters, { TERCET_LOOKS: 'every' }), group: 'asked' },
    {
      name: 'reader',
      group: 'asked',
      commands: [['packages/fair/tests/run-reader.ts']],
      timeoutMs: 10 * MINUTE_MS,
      hint: 'it needs python3; docs/protocol.md says what each outcome must be',
    },
    {
      name: 'languages',
      group: 'asked',
      commands: [['tests/e2e/languages.ts']],
      timeoutMs: 180 * MINUTE_MS,
    },
    {
      name: 'chi-square',
      group: 'asked',
      commands: [['packages/fair/tests/chi-square.ts']],
      timeoutMs: 30 * MINUTE_MS,
    },
  ];
}

/** See packages/fair/tests/sample.ts. */
const ALL_CASES = { TERCET_TESTS: 'all' };
/** The root's configuration includes the other folders of `tests`. */
const TYPE_CONFIGS = ['.', 'apps/console', 'apps/member', 'tests/e2e'];

/** Incremental: unchanged files are not checked again. */
function typesCommand(folder: string): string[] {
  const buildInfo = join(ROOT, '.cache/types', `${folder === '.' ? 'root' : folder.replace('/', '-')}.tsbuildinfo`);
  return [program('typescript7', 'bin/tsc'), '-p', folder, '--incremental', '--tsBuildInfoFile', buildInfo];
}

const WORKSPACES = ['apps', 'packages', 'dev', 'bench', 'tools', 'tests', 'scripts'];

function vitestStep(name: string, filters: string[], projects = [name]): Step {
  const file = join(RESULTS, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return {
    name,
    group: 'tests',
    commands: [[program('vitest', 'vitest.mjs'), 'run', ...projects.map(asOption), ...reporters, ...filters]],
    timeoutMs: 20 * MINUTE_MS,
    // A named file runs completely.
    ...(filters.length > 0 && { env: ALL_CASES }),
    counting: { kind: 'vitest', file },
  };
}

const asOption = (project: string) => `--project=${project}`;

function journeys(name: string, more: string[], env: Record<string, string> = {}): Step {
  const file = join(RESULTS, `${name}.json`);
  return {
    name,
    group: 'tests',
    commands: [[program('@playwright/test', 'cli.js'), 'test', '-c', 'tests/e2e', '--reporter=list,json', ...more]],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    timeoutMs: 45 * MINUTE_MS,
    counting: { kind: 'playwright', file },
  };
}

/** A package's command file, to run with our own Node rather than the first in PATH. */
export function program(name: string, file: string): string {
  for (const folder of createRequire(join(ROOT, 'package.json')).resolve.paths(name) ?? []) {
    const path = join(folder, name, file);
    if (existsSync(path)) return path;
  }
  return join(dirname(ROOT), name, file);
}

const wholeTests = () => [...sampledTests(), ...LONG_UNIT_TESTS];

/** Test files of a step that a filter matches. */
export function testFiles(step: Step, filter: string): string[] {
  const patterns: Record<string, string[]> = {
    unit: ['{packages,dev,tools,scripts,bench}/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}'],
    server: ['apps/server/tests/!(abuse)/**/*.test.ts'],
    whole: wholeTests(),
    long: LONG_SERVER_TESTS,
    pooled: ['tests/machines/*.test.ts'],
    abuse: ['apps/server/tests/abuse/*.test.ts'],
    e2e: ['tests/e2e/**/*.spec.ts'],
    looks: ['tests/e2e/**/*.spec.ts'],
  };
  const found = globSync(patterns[step.name] ?? [], { cwd: ROOT, exclude: (path) => path.includes('node_modules') });
  const own = step.name === 'server' ? found.filter((path) => !LONG_SERVER_TESTS.includes(path)) : found;
  return own.filter((path) => path.includes(filter));
}
