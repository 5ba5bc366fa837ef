import { defineConfig } from 'vitest/config';
import { replacingModules } from '../test/apart.ts';
import { listPlugin } from '../test/list-plugin.ts';
import { runSettings } from './run-settings.ts';
import { LikelyKillersFirst } from './test-order.ts';

// Runs server tests against mutants in Stryker's copy of the repository: see stryker-run.ts.

const { tests, leftOut, testServer } = runSettings();
const apart = replacingModules(process.cwd(), tests);

export default defineConfig({
  test: {
    sequence: { sequencer: LikelyKillersFirst },
    projects: [
      project('together', { include: tests, without: apart, isolate: false }),
      ...(apart.length > 0 ? [project('apart', { include: apart, without: [], isolate: true })] : []),
    ],
  },
});

function project(name: string, options: { include: string[]; without: string[]; isolate: boolean }) {
  const { include, without, isolate } = options;
  return {
    cacheDir: '.cache/mutation/vite',
    plugins: [listPlugin(process.cwd())],
    test: {
      name,
      environment: 'node' as const,
      include,
      exclude: ['**/node_modules/**', ...leftOut, ...without],
      globalSetup: testServer ? ['tools/mutation/provide-server.ts'] : [],
      setupFiles: ['tools/test/each-file.ts', 'tools/test/watched-lists.ts', 'tools/mutation/each-file.ts'],
      isolate,
      testTimeout: 30_000,
      hookTimeout: 60_000,
    },
  };
}
