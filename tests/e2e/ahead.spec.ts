import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { joinClub } from './members.ts';
import { expectGoodLook } from './pages/look.ts';
import * as table from './pages/lottery-table.ts';
import { LOCALE } from './spoken/speech.ts';

// What a page needs first is asked for before the app's own code is here: once, and in the language of the page.

/** Addresses and languages of the calls of a page, in their order; those that wait for its code are none of them. */
async function firstCalls(page: Page, path: string): Promise<string[]> {
  // A page before may still be about to open its stream, whose language is the browser's.
  await page.goto('about:blank');
  const calls: string[] = [];
  let here = false;
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/\/base-[\w-]+\.js$/.test(pathname)) here = true;
    else if (pathname.startsWith('/api/')) calls.push(`${request.headers()['accept-language']} ${pathname}${search}`);
  });
  await page.route(/\/base-[\w-]+\.js$/, async (route) => {
    await expect.poll(() => calls.length).toBeGreaterThan(1);
    await route.continue();
  });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(here).toBe(true);
  await page.unroute(/\/base-[\w-]+\.js$/);
  return calls;
}

test('a table’s page asks for its table before its code is here, and for what it shows but once', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  const calls = await firstCalls(page, '/Lottery?key=dice-30');
  await expect(page.getByRole('timer')).toBeVisible();
  expect(calls.slice(0, 3).sort()).toEqual([
    `${LOCALE} /api/house`,
    `${LOCALE} /api/lotteries/dice-30`,
    `${LOCALE} /api/me`,
  ]);
  expect(calls.filter((call) => call === `${LOCALE} /api/house`)).toHaveLength(1);
  expect(await table.secondsLeft(page)).toBeGreaterThanOrEqual(0);
});

test('it asks in the language that was chosen, and shows what comes', async ({ page }) => {
  await page.goto('/Language');
  await page.getByRole('button', { name: '日本語' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  const calls = await firstCalls(page, '/Home');
  expect(calls.slice(0, 4).every((call) => call.startsWith('ja '))).toBe(true);
  await expect(page.getByRole('link', { name: /^30秒/ }).first()).toBeVisible();
});

test.describe('where code does not come', () => {
  test.use({ lineMayBreak: true });

  test('a sheet that is opened without it says so, and the slip is there once the page is loaded again', async ({
    page,
    club,
  }) => {
    const SLIP_SHEET = /\/assets\/slip-sheet-[^/]+\.js$/;
    const refused = page.waitForRequest(SLIP_SHEET);
    await page.route(SLIP_SHEET, (route) => route.abort());
    await joinClub(page, club);
    await table.openTable(page);
    await refused;
    // Nobody has asked for it yet: the table stands.
    await table.chooseBet(page, 'Big', '5.00');
    await page.getByRole('button', { name: 'Review 1 bet' }).click();
    await expect(page.getByText('This screen could not be shown')).toBeVisible();
    await expectGoodLook(page, 'a table without its slip');
    await page.unroute(SLIP_SHEET);
    await page.getByRole('button', { name: 'Load again' }).click();
    await page.getByRole('button', { name: 'Review 1 bet' }).click();
    await expect(table.sheet(page, 'Your slip')).toContainText('Big');
  });

  test('that of the line says that nothing comes in, on any screen', async ({ page, club }) => {
    const LINE = /\/assets\/line-[^/]+\.js$/;
    await page.route(LINE, (route) => route.abort());
    await joinClub(page, club);
    await page.goto('/Home');
    const again = page.getByRole('status').getByRole('button', { name: 'Load again' });
    await expect(again).toBeVisible();
    await expectGoodLook(page, 'Home without a line');
    await page.unroute(LINE);
    await again.click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(again).toHaveCount(0);
  });
});
