import { defineConfig } from 'vitest/config';

const EXCLUDE = ['**/node_modules/**', '**/dist/**', '**/.data/**', '**/.cache/**'];

export default defineConfig({
  test: {
    passWithNoTests: true,
    // Tests wait for processes and the database half of their time: a worker for each core.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'packages/**/*.test.ts',
            'apps/**/src/**/*.test.{ts,tsx}',
            'dev/**/*.test.ts',
            'tools/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'tests/e2e/spoken/**/*.test.ts',
          ],
          exclude: EXCLUDE,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          // Attacks on a whole server, at length: `npm run test:abuse`.
          name: 'abuse',
          environment: 'node',
          include: ['apps/server/tests/abuse/**/*.test.ts'],
          exclude: EXCLUDE,
          globalSetup: ['apps/server/tests/setup/global.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['apps/server/tests/**/*.test.ts'],
          exclude: [...EXCLUDE, 'apps/server/tests/abuse/**'],
          // One PostgreSQL for the run; each file takes its own database from a migrated template.
          globalSetup: ['apps/server/tests/setup/global.ts'],
          setupFiles: ['apps/server/tests/setup/each-file.ts'],
          // Loading the server's modules anew for each file was a fifth of the run. These files replace none of them.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
