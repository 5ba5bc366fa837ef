import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

/** Modules of the proofs that pages load; the checks run in workers. */
const PAGE_MODULES = ['check-draw.ts', '../receipts/receipt-store.ts', '../book/follow-book.ts'];

test('pages do not load the beacon’s curve: it takes a second on a slow phone, and only workers verify rounds', async () => {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      target: 'es2022',
      write: false,
      minify: false,
      rolldownOptions: {
        preserveEntrySignatures: 'strict',
        input: PAGE_MODULES.map((file) => join(import.meta.dirname, file)),
        treeshake: { moduleSideEffects: [{ test: /packages[\\/]fair[\\/]|@noble[\\/]/, sideEffects: false }] },
      },
    },
    worker: { format: 'es' },
  })) as Rolldown.RolldownOutput;
  const modules = built.output.flatMap((item) => (item.type === 'chunk' ? item.moduleIds : []));
  expect(modules.some((id) => id.includes('/packages/fair/src/entries.ts'))).toBe(true);
  expect(modules.filter((id) => /noble.curves.*(bls|tower)/.test(id))).toEqual([]);
});
