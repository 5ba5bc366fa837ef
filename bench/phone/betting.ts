import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { buildMemberApp } from '@tercet/dev/pages/member-app.ts';
import { launchOptions } from '@tercet/e2e/kit/browser.ts';
import { type BenchMember, startBenchClub } from '../kit/club.ts';
import { percentile, report } from '../kit/measure.ts';
import { QUICK_LOTTERIES, untilTablesApply } from '../kit/tables.ts';
import { slowPhone } from './slow-phone.ts';
import { watchVitals } from './watch-vitals.ts';

const MEMBERS = 6;
const INP_MS = 60;
/** A quick thumb taps about four times a second. */
const BETWEEN_TAPS_MS = 200;
/** Each bet gets a chip of each value. */
const CHIPS = ['1.00', '5.00', '10.00'];
const BETS = [/^Small/, /^Odd/, /^Sum 12/];
const TOTAL = '48.00';
const FRAME_MS = 16;

/** Twenty buttons that only count their taps: what the browser and the machine need for a tap by themselves. */
const BARE_PAGE = `<!doctype html><meta name="viewport" content="width=device-width">
<style>body{display:grid;grid-template-columns:repeat(4,1fr);gap:8px}button{height:64px}</style>
${'<button onclick="this.textContent++">0</button>'.repeat(20)}`;
const BARE_TAPS = 14;

/**
 * Interaction to next paint of each tap of a bet, on a CPU four times slower. The floor is the budget; a ratio below 1
 * meets it. The first member's taps warm up the server and do not count. Beside them taps on a bare page, in the same
 * run.
 */
export async function betting(): Promise<void> {
  const memberApp = await buildMemberApp();
  const club = await startBenchClub({ members: MEMBERS, lotteries: QUICK_LOTTERIES });
  const browser = await chromium.launch(await launchOptions());
  try {
    await untilTablesApply(club);
    const address = `http://127.0.0.1:${await club.serve(memberApp)}`;
    const taps: number[] = [];
    const bare: number[] = [];
    for (const [run, member] of club.members.entries()) {
      const took = await placeBets(browser, address, member);
      if (run > 0) taps.push(...took);
      if (run > 0) bare.push(...(await tapBarePage(browser, address)));
    }
    report('betting inp', percentile(taps, 0.98), 'ms', INP_MS);
    report('betting tap', percentile(taps, 0.5), 'ms', INP_MS);
    report('bare page inp', percentile(bare, 0.98), 'ms', INP_MS);
    report('bare page tap', percentile(bare, 0.5), 'ms', INP_MS);
  } finally {
    await browser.close();
    await club.stop();
  }
}

/**
 * Taps chips, bets and the slip as fast as a thumb does. Returns the milliseconds of each tap.
 *
 * Places are looked up before the taps and touched by coordinates. A click by Playwright searches the page by role and
 * watches its target right before it taps, and that work on the slowed CPU would count as the page's own delay.
 */
async function placeBets(browser: Browser, address: string, { token }: BenchMember): Promise<number[]> {
  const { page, context } = await slowPhone(browser, { address, token });
  await page.addInitScript(watchVitals);
  await page.goto(`${address}/Lottery?key=${QUICK_LOTTERIES[0]?.key}`);
  const chips = CHIPS.map((chip) => page.getByRole('radio', { name: `${chip} credits per bet`, exact: true }));
  const bets = BETS.map((name) => page.getByRole('button', { name }));
  await chips[0]?.waitFor();
  await page.waitForLoadState('networkidle');
  const betPlaces = await Promise.all(bets.map(centre));
  const [firstChip] = await Promise.all(chips.map(centre));
  await page.waitForTimeout(500);
  for (const place of [firstChip, ...betPlaces]) await touch(page, place);
  // The first bet has raised the dock.
  const raisedChips = await Promise.all(chips.slice(1).map(centre));
  await page.waitForTimeout(500);
  for (const chip of raisedChips) {
    for (const place of [chip, ...betPlaces]) await touch(page, place);
  }
  const review = await centre(page.getByRole('button', { name: /^Review/ }));
  await page.waitForTimeout(500);
  await touch(page, review);
  await page.getByRole('dialog', { name: 'Confirm your bet' }).waitFor();
  await page.waitForTimeout(500);
  const { taps } = await page.evaluate(() => globalThis.vitals);
  // Three bets with a chip of each value.
  await page.getByText(TOTAL, { exact: true }).first().waitFor();
  await context.close();
  return taps;
}

/** The same taps on a page without an app. Taps quicker than a frame are not reported, and count as one. */
async function tapBarePage(browser: Browser, address: string): Promise<number[]> {
  const { page, context } = await slowPhone(browser, { address });
  await page.addInitScript(watchVitals);
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: BARE_PAGE }));
  await page.goto(`${address}/bare`);
  await page.waitForTimeout(500);
  const places = await Promise.all((await page.getByRole('button').all()).map(centre));
  for (const place of places.slice(0, BARE_TAPS)) await touch(page, place);
  await page.waitForTimeout(500);
  const { taps } = await page.evaluate(() => globalThis.vitals);
  await context.close();
  return [...taps, ...Array.from({ length: BARE_TAPS - taps.length }, () => FRAME_MS)];
}

interface Place {
  x: number;
  y: number;
}

async function centre(element: Locator): Promise<Place> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (box === null) throw new Error('an element to touch is not visible');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function touch(page: Page, place: Place | undefined): Promise<void> {
  if (place === undefined) throw new Error('a chip or bet is missing');
  const { x, y } = place;
  await page.touchscreen.tap(x, y);
  await page.waitForTimeout(BETWEEN_TAPS_MS);
}
