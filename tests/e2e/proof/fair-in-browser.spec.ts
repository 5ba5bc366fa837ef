import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { viteProgram } from '@tercet/dev/pages/built-app.ts';
import { temporaryFolder } from '@tercet/dev/temporary-folder.ts';
import { expect, test } from '../kit/fixtures.ts';

const PAGE = join(import.meta.dirname, '../fair-page');
const ADDRESS = 'http://fair.test';
/** Guards against vectors being left out. */
const VECTORS_MIN = 1700;

test('the proofs compute the same in this browser as in Node: every vector', async ({ page }) => {
  const built = temporaryFolder('tercet-fair-');
  try {
    await promisify(execFile)(process.execPath, [
      viteProgram(),
      'build',
      PAGE,
      '--outDir',
      built.path,
      '--emptyOutDir',
    ]);
    await page.route(`${ADDRESS}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      return route.fulfill({ path: join(built.path, pathname === '/' ? 'index.html' : pathname) });
    });
    await page.goto(ADDRESS);
    await page.waitForFunction(() => globalThis.fairResults !== undefined);
    const results = await page.evaluate(() => globalThis.fairResults);
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
    expect(results.length).toBeGreaterThan(VECTORS_MIN);
  } finally {
    built.remove();
  }
});
