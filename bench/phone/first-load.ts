import { type Browser, chromium } from '@playwright/test';
import { buildMemberApp } from '@tercet/dev/pages/member-app.ts';
import { launchOptions } from '@tercet/e2e/kit/browser.ts';
import { startBenchClub } from '../kit/club.ts';
import { percentile, report } from '../kit/measure.ts';
import { QUICK_LOTTERIES, untilTablesApply } from '../kit/tables.ts';
import { slowPhone } from './slow-phone.ts';

const RUNS = 5;
const BUDGET_BYTES = 170_000;
const BUDGET_MS = 2_500;
const SETTLE_MS = 2_000;

/**
 * A first visit to Home on a slow phone and connection: bytes of JavaScript transferred, and time until a live table
 * can be tapped. The floors are the budgets; a ratio below 1 meets them.
 */
export async function firstLoad(): Promise<void> {
  const memberApp = await buildMemberApp();
  const club = await startBenchClub({ members: 1, lotteries: QUICK_LOTTERIES });
  const browser = await chromium.launch(await launchOptions());
  try {
    await untilTablesApply(club);
    const port = await club.serve(memberApp);
    const bytes: number[] = [];
    const times: number[] = [];
    for (let run = 0; run <= RUNS; run++) {
      const visit = await visitHome(browser, `http://127.0.0.1:${port}`);
      // The first visit warms up the server. The browser profile is fresh each time.
      if (run === 0) continue;
      bytes.push(visit.scriptBytes);
      times.push(visit.usableMs);
    }
    report('first-load js', percentile(bytes, 0.5), 'bytes gzip', BUDGET_BYTES);
    report('first-load usable', percentile(times, 0.5), 'ms', BUDGET_MS);
  } finally {
    await browser.close();
    await club.stop();
  }
}

async function visitHome(browser: Browser, address: string): Promise<{ scriptBytes: number; usableMs: number }> {
  const { page, context, bytesOf } = await slowPhone(browser, { address });
  const start = performance.now();
  await page.goto(`${address}/Home`, { waitUntil: 'commit' });
  await page
    .getByRole('link', { name: /Half Minute/ })
    .first()
    .waitFor();
  const usableMs = performance.now() - start;
  // Includes what Home loads in the background.
  await page.waitForTimeout(SETTLE_MS);
  await context.close();
  return { scriptBytes: bytesOf(/javascript/), usableMs };
}
