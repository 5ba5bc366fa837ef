import { defineConfig } from 'vitest/config';
import { listPlugin } from '../test/list-plugin.ts';
import { runSettings } from './run-settings.ts';
import { LikelyKillersFirst } from './test-order.ts';

// How tests run against mutants, in the copy of the repository that Stryker makes; see stryker-run.ts.

const { tests, leftOut, isolate, needsDatabase } = runSettings();

export default defineConfig({
  cacheDir: '.cache/mutation/vite',
  plugins: [listPlugin(process.cwd())],
  test: {
    environment: 'node',
    include: tests,
    exclude: ['**/node_modules/**', ...leftOut],
    globalSetup: needsDatabase ? ['tools/mutation/provide-server.ts'] : [],
    setupFiles: ['tools/test/each-file.ts', 'tools/test/watched-lists.ts', 'tools/mutation/each-file.ts'],
    isolate,
    sequence: { sequencer: LikelyKillersFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
