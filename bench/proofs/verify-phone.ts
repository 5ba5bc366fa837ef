import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { viteProgram } from '@tercet/dev/pages/built-app.ts';
import { buildMemberApp } from '@tercet/dev/pages/member-app.ts';
import { temporaryFolder } from '@tercet/dev/temporary-folder.ts';
import { launchOptions } from '@tercet/e2e/kit/browser.ts';
import { percentile, report } from '../kit/measure.ts';

const RUNS = 7;
const CPU_SLOWER = 4;
const PAIRS = 3;
const SHOWN_BUDGET_MS = 1_500;
const TASK_BUDGET_MS = 50;
const SETTLE_MS = 400;
const PAGE = join(import.meta.dirname, 'verify-phone');
const ADDRESS = 'http://bench.test';

/**
 * The proof of one receipt on a CPU four times slower, beside the one pairing check that every proof needs. Then the
 * whole page, from the chosen file to the verdict, and its longest main-thread task.
 *
 * The browser slows down only the main thread, not workers. So the proof is measured on the main thread of a bare page,
 * and the real page, whose proof runs in a worker, only for its main thread.
 */
export async function verifyPhone(): Promise<void> {
  const memberApp = await buildMemberApp();
  const built = temporaryFolder('tercet-bench-page-');
  const browser = await chromium.launch(await launchOptions());
  try {
    await promisify(execFile)(process.execPath, [
      viteProgram(),
      'build',
      PAGE,
      '--outDir',
      built.path,
      '--emptyOutDir',
    ]);
    const proofs: number[] = [];
    const colds: number[] = [];
    const pairs: number[] = [];
    let bundle = '';
    for (let run = 0; run < RUNS; run++) {
      const page = await slowPage(browser);
      await openBare(page, built.path);
      colds.push(await page.evaluate(() => globalThis.verifyPhone.prove()));
      await page.reload();
      // The app's worker also runs one such check when the screen opens.
      await page.evaluate(() => globalThis.verifyPhone.pair());
      proofs.push(await page.evaluate(() => globalThis.verifyPhone.prove()));
      for (let pair = 0; pair < PAIRS; pair++) pairs.push(await page.evaluate(() => globalThis.verifyPhone.pair()));
      bundle = await page.evaluate(() => globalThis.verifyPhone.bundle);
      await page.context().close();
    }
    const pair = percentile(pairs, 0.5);
    report('verify-phone receipt', percentile(proofs, 0.5), 'ms', pair);
    report('verify-phone receipt, nothing compiled yet', percentile(colds, 0.5), 'ms', pair);
    await wholePage(browser, join(memberApp, 'verifier.html'), bundle);
  } finally {
    await browser.close();
    built.remove();
  }
}

async function slowPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER });
  return page;
}

async function openBare(page: Page, folder: string): Promise<void> {
  await page.route(`${ADDRESS}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ path: join(folder, pathname === '/' ? 'index.html' : pathname) });
  });
  await page.goto(ADDRESS);
  await page.waitForFunction(() => globalThis.verifyPhone !== undefined);
}

/** Time from the chosen file to the verdict, with every step shown. The floors are the budgets. */
async function wholePage(browser: Browser, file: string, bundle: string): Promise<void> {
  const shown: number[] = [];
  const tasks: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const page = await slowPage(browser);
    await page.goto(pathToFileURL(file).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(SETTLE_MS);
    await page.evaluate(watchTasks);
    const start = performance.now();
    const buffer = Buffer.from(bundle);
    await page.locator('input[type=file]').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer });
    // The bundle pins no key, so the page asks to confirm it.
    await page.getByRole('heading', { name: /It adds up|One thing is left/ }).waitFor();
    shown.push(performance.now() - start);
    await page.waitForTimeout(SETTLE_MS);
    tasks.push(await page.evaluate(() => globalThis.longestTaskMs));
    await page.context().close();
  }
  report('verify-phone shown', percentile(shown, 0.5), 'ms', SHOWN_BUDGET_MS);
  report('verify-phone longest main task', Math.max(...tasks), 'ms', TASK_BUDGET_MS);
}

declare global {
  /** Of tasks of 50 ms or more; the browser reports no others. */
  var longestTaskMs: number;
}

function watchTasks(): void {
  globalThis.longestTaskMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      globalThis.longestTaskMs = Math.max(globalThis.longestTaskMs, duration);
  }).observe({ type: 'longtask' as never });
}
