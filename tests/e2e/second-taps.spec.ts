import type { Locator, Page } from '@playwright/test';
import { filled } from './filled.ts';
import { expect, test } from './fixtures.ts';
import { joinClub } from './members.ts';
import * as table from './pages/lottery-table.ts';

// A second tap in the same place, as a nervous finger makes it, never spends.

/** Taps twice where the button is, whatever lies there by then. */
async function tapTwice(page: Page, button: Locator, gapMs: number): Promise<void> {
  // Waits until nothing moves or covers it.
  await button.tap({ trial: true });
  const box = await button.boundingBox();
  if (box === null) throw new Error('the button is not on the page');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.touchscreen.tap(x, y);
  await page.waitForTimeout(gapMs);
  await page.touchscreen.tap(x, y);
}

test('a second tap on the button that opens a sheet neither closes it nor meets what passes under the finger', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Big', '5.00');
  for (const gapMs of filled([80, 150, 250])) {
    await table.untilSecondsLeft(page, { least: 8 });
    await tapTwice(page, page.getByRole('button', { name: /^Review \d+ bets?$/ }), gapMs);
    await page.waitForTimeout(1_000);
    await expect(table.sheet(page, 'Your slip'), `${gapMs} ms`).toBeVisible();
    await expect(page, `${gapMs} ms`).toHaveURL(/\/Lottery/);
    await page.keyboard.press('Escape');
    await expect(table.sheet(page, 'Your slip')).toBeHidden();
  }
});

test('a second tap on the way to the confirmation places no bet, whatever its pace; a later one does', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await table.openTable(page);
  const bets = async () => (await (await page.request.get('/api/slips')).json()).items.length;
  await table.chooseBet(page, 'Big', '5.00');
  for (const gapMs of filled([270, 300, 330, 370])) {
    await table.untilSecondsLeft(page, { least: 8 });
    const slip = await table.review(page);
    // Its way up has ended.
    await page.waitForTimeout(600);
    await tapTwice(page, slip.getByRole('button', { name: 'Go on to confirm' }), gapMs);
    const confirm = table.sheet(page, 'Confirm your bet');
    await expect(confirm).toBeVisible();
    await page.waitForTimeout(1_000);
    await expect(confirm, `${gapMs} ms`).toBeVisible();
    expect(await bets(), `${gapMs} ms`).toBe(0);
    await page.keyboard.press('Escape');
    await expect(confirm).toBeHidden();
  }
  await table.placeSlip(page);
  expect(await bets()).toBe(1);
});
