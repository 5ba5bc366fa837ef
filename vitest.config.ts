import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { replacingModules } from './tools/test/apart.ts';
import { curvesPlugin } from './tools/test/curves-plugin.ts';
import { listPlugin } from './tools/test/list-plugin.ts';
import { LONG_SERVER_TESTS, LONG_UNIT_TESTS } from './tools/test/long.ts';
import { seedOfRun } from './tools/test/seed.ts';

const EXCLUDE = ['**/node_modules/**', '**/dist/**', '**/.data/**', '**/.cache/**'];

// The processes of the run read it from the environment.
seedOfRun();

/** Lists of which a test expects something, and that turn out to be empty, fail it. */
const LISTS = { plugins: [listPlugin(import.meta.dirname)], setupFile: 'tools/test/watched-lists.ts' };
const RANDOM_INPUTS = 'tools/test/random-inputs.ts';

const UNIT = [
  'packages/**/*.test.ts',
  'apps/**/src/**/*.test.{ts,tsx}',
  'apps/*/build/**/*.test.ts',
  'dev/**/*.test.ts',
  'tools/**/*.test.ts',
  'scripts/**/*.test.ts',
  'bench/**/*.test.ts',
  'tests/e2e/spoken/**/*.test.ts',
];
/** Tests that replace modules, and what asks how ids go on within one process. */
const APART = [...replacingModules(import.meta.dirname, UNIT), 'apps/server/src/db/ids.test.ts'];

/** Generous, for a busy machine; the default is one second. */
const EXPECT = { poll: { timeout: 15_000 } };

/** See packages/fair/tests/sample.ts. */
const LEFT_OUT = process.env.TERCET_TESTS === 'all' ? [] : LONG_UNIT_TESTS;

export default defineConfig({
  test: {
    passWithNoTests: true,
    // Tests wait for processes and the database a good part of their time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      unitTests('unit', { include: UNIT, without: [...APART, ...LEFT_OUT], isolate: false }),
      unitTests('unit-apart', { include: APART, without: [], isolate: true }),
      {
        plugins: LISTS.plugins,
        test: {
          // Attacks on a whole server, at length: `npm run test:abuse`.
          name: 'abuse',
          environment: 'node',
          expect: EXPECT,
          include: ['apps/server/tests/abuse/**/*.test.ts'],
          exclude: EXCLUDE,
          globalSetup: ['apps/server/tests/setup/global.ts'],
          setupFiles: [LISTS.setupFile],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: LISTS.plugins,
        test: {
          // A club on several processes behind PgBouncer and nginx, as `deploy/` says: `npm run test:pooled`.
          name: 'pooled',
          environment: 'node',
          expect: EXPECT,
          include: ['tests/machines/**/*.test.ts'],
          exclude: EXCLUDE,
          setupFiles: [LISTS.setupFile],
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      serverTests('server', { include: ['apps/server/tests/**/*.test.ts'], without: LONG_SERVER_TESTS }),
      // Left out of `npm test`: `npm run test:long`.
      serverTests('long', { include: LONG_SERVER_TESTS, without: [] }),
    ],
  },
});

function unitTests(name: string, options: { include: string[]; without: string[]; isolate: boolean }) {
  const { include, without, isolate } = options;
  return {
    plugins: [...LISTS.plugins, curvesPlugin()],
    test: {
      name,
      environment: 'node' as const,
      expect: EXPECT,
      include,
      exclude: [...EXCLUDE, ...without],
      setupFiles: ['tools/test/each-file.ts', RANDOM_INPUTS, LISTS.setupFile],
      // A third of the run was loading modules anew for each file.
      isolate,
      testTimeout: 20_000,
      hookTimeout: 60_000,
    },
  };
}

function serverTests(name: string, { include, without }: { include: string[]; without: string[] }) {
  return {
    plugins: [...LISTS.plugins, curvesPlugin()],
    test: {
      name,
      environment: 'node' as const,
      expect: EXPECT,
      include,
      exclude: [...EXCLUDE, 'apps/server/tests/abuse/**', ...without],
      // One PostgreSQL for the run; each file takes its own database from a migrated template.
      globalSetup: ['apps/server/tests/setup/global.ts'],
      setupFiles: ['apps/server/tests/setup/each-file.ts', RANDOM_INPUTS, LISTS.setupFile],
      // Loading the server's modules anew for each file was a fifth of the run. These files replace none of them.
      isolate: false,
      testTimeout: 30_000,
      hookTimeout: 60_000,
    },
  };
}
