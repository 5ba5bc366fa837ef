import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { listPlugin } from '../test/list-plugin.ts';

// Configuration of one-process.ts: a single worker, whose only test file runs the others.

export default defineConfig({
  cacheDir: '.cache/mutation/vite',
  plugins: [listPlugin(process.cwd())],
  resolve: {
    alias: [
      {
        find: /^@noble\/curves\/(ed25519|bls12-381)\.js$/,
        replacement: join(import.meta.dirname, '../test/remembered-curves.ts'),
      },
    ],
  },
  test: {
    environment: 'node',
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
    include: ['tools/mutation/run-files.ts'],
    testTimeout: 0,
  },
});
