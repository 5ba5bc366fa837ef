import { type Browser, chromium, type Page } from '@playwright/test';
import { buildMemberApp } from '@tercet/dev/pages/member-app.ts';
import { launchOptions } from '@tercet/e2e/kit/browser.ts';
import { type BenchMember, startBenchClub } from '../kit/club.ts';
import { percentile, report } from '../kit/measure.ts';
import { QUICK_LOTTERIES, untilTablesApply } from '../kit/tables.ts';
import { slowPhone } from './slow-phone.ts';
import { watchVitals } from './watch-vitals.ts';

const MEMBERS = 6;
const INP_MS = 60;

/**
 * Interaction to next paint of each tap of a bet, on a CPU four times slower. The floor is the budget; a ratio below 1
 * meets it. The first member's taps warm up the server and do not count.
 */
export async function betting(): Promise<void> {
  const memberApp = await buildMemberApp();
  const club = await startBenchClub({ members: MEMBERS, lotteries: QUICK_LOTTERIES });
  const browser = await chromium.launch(await launchOptions());
  try {
    await untilTablesApply(club);
    const address = `http://127.0.0.1:${await club.serve(memberApp)}`;
    const taps: number[] = [];
    for (const [run, member] of club.members.entries()) {
      const took = await placeBets(browser, address, member);
      if (run > 0) taps.push(...took);
    }
    report('betting inp', percentile(taps, 0.98), 'ms', INP_MS);
    report('betting tap', percentile(taps, 0.5), 'ms', INP_MS);
  } finally {
    await browser.close();
    await club.stop();
  }
}

/** Taps chips, bets, the slip and its confirmation as fast as a thumb does. Returns the milliseconds of each tap. */
async function placeBets(browser: Browser, address: string, { token }: BenchMember): Promise<number[]> {
  const { page, context } = await slowPhone(browser, { address, token });
  await page.addInitScript(watchVitals);
  await page.goto(`${address}/Lottery?key=${QUICK_LOTTERIES[0]?.key}`);
  await page.getByRole('radio', { name: '5.00 credits per bet', exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  // Each bet is selected, removed, and selected again.
  for (const chip of ['1.00', '5.00', '10.00']) {
    await tap(page, 'radio', `${chip} credits per bet`);
    for (const bet of [/^Small/, /^Odd/, /^Sum 12/]) await tap(page, 'button', bet);
  }
  await tap(page, 'button', /^Review/);
  await page.getByRole('dialog', { name: 'Confirm your bet' }).waitFor();
  await page.waitForTimeout(500);
  const { taps } = await page.evaluate(() => globalThis.vitals);
  await context.close();
  return taps;
}

async function tap(page: Page, role: 'button' | 'radio', name: string | RegExp): Promise<void> {
  await page.getByRole(role, { name, exact: typeof name === 'string' }).click();
  await page.waitForTimeout(120);
}
