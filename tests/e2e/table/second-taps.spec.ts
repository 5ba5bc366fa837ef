import type { Locator, Page } from '@playwright/test';
import { filled } from '../kit/filled.ts';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import * as table from '../pages/lottery-table.ts';

// An accidental second tap in the same place never spends.

/** Taps twice at the button's position, whatever is there the second time. */
async function tapTwice(page: Page, button: Locator, gapMs: number): Promise<void> {
  // Waits until the button is stable and uncovered.
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
    await expect(table.sheet(page, 'Confirm your bet'), `${gapMs} ms`).toBeVisible();
    await expect(page, `${gapMs} ms`).toHaveURL(/\/Lottery/);
    await page.keyboard.press('Escape');
    await expect(table.sheet(page, 'Confirm your bet')).toBeHidden();
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
  const confirm = table.sheet(page, 'Confirm your bet');
  for (const gapMs of filled([270, 300, 330, 370, 450, 600])) {
    await table.untilSecondsLeft(page, { least: 8 });
    await tapTwice(page, page.getByRole('button', { name: /^Review \d+ bets?$/ }), gapMs);
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

for (const [name, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a small phone', { width: 320, height: 640 }],
  ['a phone on its side', { width: 844, height: 390 }],
] as const) {
  test(`on ${name} the button that spends never stands where the one before it was tapped`, async ({ page, club }) => {
    await page.setViewportSize(viewport);
    await joinClub(page, club);
    await table.openTable(page);
    await table.chooseBet(page, 'Big', '5.00');
    const review = await boxOf(page.getByRole('button', { name: /^Review \d+ bets?$/ }));
    await table.untilSecondsLeft(page, { least: 12 });
    await table.review(page);
    expect(overlap(review, await boxOf(placeKey(page))), 'review').toBe(false);
    await page.keyboard.press('Escape');
    await table.placeSlip(page);
    await page.keyboard.press('Escape');
    const repeat = await boxOf(page.getByRole('button', { name: 'Repeat last bet' }));
    await table.untilSecondsLeft(page, { least: 12 });
    await table.repeatLast(page);
    expect(overlap(repeat, await boxOf(placeKey(page))), 'repeat').toBe(false);
  });
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function placeKey(page: Page): Locator {
  return page.getByRole('button', { name: 'Place this bet' });
}

/** Its position once it has stopped moving. */
async function boxOf(button: Locator): Promise<Box> {
  await button.click({ trial: true });
  const box = await button.boundingBox();
  if (box === null) throw new Error('the button is not on the page');
  return box;
}

function overlap(one: Box, other: Box): boolean {
  const apart = (at: 'x' | 'y', size: 'width' | 'height') =>
    one[at] + one[size] <= other[at] || other[at] + other[size] <= one[at];
  return !apart('x', 'width') && !apart('y', 'height');
}
