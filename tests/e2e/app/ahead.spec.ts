import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as table from '../pages/lottery-table.ts';
import { LOCALE } from '../spoken/speech.ts';

// Data that a page needs first is requested before the app's code has loaded: once, in the page's language.

/** Addresses and languages of a page's calls before its code runs, in order. */
async function firstCalls(page: Page, path: string): Promise<string[]> {
  // The page before may still open its event stream, with the browser's language.
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

test('a table’s page requests its table before its code has loaded, and everything only once', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  const calls = await firstCalls(page, '/Lottery?key=dice-30');
  await expect(page.getByRole('timer')).toBeVisible();
  expect(calls.slice(0, 3).sort()).toEqual([
    `${LOCALE} /api/house`,
    `${LOCALE} /api/lotteries/dice-30`,
    `${LOCALE} /api/session`,
  ]);
  expect(calls.filter((call) => call === `${LOCALE} /api/house`)).toHaveLength(1);
  expect(await table.secondsLeft(page)).toBeGreaterThanOrEqual(0);
});

test('it requests in the chosen language, and shows the answer', async ({ page }) => {
  await page.goto('/Language');
  await page.getByRole('button', { name: '日本語' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  const calls = await firstCalls(page, '/Home');
  expect(calls.slice(0, 4).every((call) => call.startsWith('ja '))).toBe(true);
  await expect(page.getByRole('link', { name: /^30秒/ }).first()).toBeVisible();
});

test.describe('with code that fails to load', () => {
  test.use({ lineMayBreak: true });

  /** Marks a page, to see later whether it was reloaded. */
  const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }));
  const isMarked = (page: Page) => page.evaluate(() => 'marked' in window);

  test('a sheet that fails to load says so, the table stays, and it opens once its code has loaded', async ({
    page,
    club,
  }) => {
    const SLIP_SHEET = /\/assets\/slip-sheet-[^/]+\.js(\?.*)?$/;
    const refused = page.waitForRequest(SLIP_SHEET);
    await page.route(SLIP_SHEET, (route) => route.abort());
    await joinClub(page, club);
    await table.openTable(page);
    await mark(page);
    await refused;
    // Its code has not been requested yet.
    await table.chooseBet(page, 'Big', '5.00');
    const review = page.getByRole('button', { name: 'Review 1 bet' });
    await review.click();
    const lost = table.sheet(page, 'This could not be loaded');
    await expect(lost).toContainText('No connection. Check your network and try again.');
    await expect(page.locator('[role="timer"]')).toBeVisible();
    await expectGoodLook(page, 'a table without its slip');
    await lost.getByRole('button', { name: 'Close' }).click();
    await expect(lost).toBeHidden();
    await review.click();
    await expect(lost).toBeVisible();
    await page.unroute(SLIP_SHEET);
    await expect(table.sheet(page, 'Confirm your bet')).toContainText('Big', { timeout: 45_000 });
    expect(await isMarked(page)).toBe(true);
  });

  test('a screen that fails to load says why, and appears once its code has loaded', async ({ page }) => {
    const GAME = /\/assets\/game-[^/]+\.js(\?.*)?$/;
    await page.goto('/Home');
    await mark(page);
    await page.route(GAME, (route) => route.fulfill({ status: 404, json: { code: 'not-found' } }));
    await page.getByRole('navigation').getByRole('link', { name: 'Game' }).click();
    await expect(page.getByText('A part of the app could not be loaded.')).toBeVisible();
    await expectGoodLook(page, 'a lost screen');
    await page.unroute(GAME);
    // The app retries automatically, too, and the button is gone then.
    await page
      .getByRole('button', { name: 'Try again' })
      .click({ timeout: 5_000 })
      .catch(() => undefined);
    await expect(page.getByText('A part of the app could not be loaded.')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Game' })).toBeVisible();
    expect(await isMarked(page)).toBe(true);
  });

  test('a screen that fails to load keeps its title and back button', async ({ page }) => {
    await page.route(/\/assets\/verify-[^/]+\.js(\?.*)?$/, (route) => route.abort());
    await page.goto('/Verify');
    await expect(page.getByText('No connection. Check your network and try again.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Check a draw' })).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL('/Home');
  });

  test('a screen whose imports failed appears once they have loaded', async ({ page }) => {
    const OF_CHOOSE = /\/assets\/services-[^/]+\.js(\?.*)?$/;
    await page.goto('/Home');
    let lost = 0;
    await page.route(OF_CHOOSE, (route) => {
      lost += 1;
      return route.abort();
    });
    await page.getByRole('navigation').getByRole('link', { name: 'City guide' }).click();
    await expect(page.getByText('No connection. Check your network and try again.')).toBeVisible();
    expect(lost).toBeGreaterThan(0);
    await page.unroute(OF_CHOOSE);
    // Chromium up to 153 caches the failed import, so the app reloads the page.
    await expect(page.getByRole('heading', { level: 1, name: 'City guide' })).toBeVisible({ timeout: 45_000 });
    await expect(page).toHaveURL('/Choose');
  });

  test('a language that fails to load says so, and appears when chosen again', async ({ page }) => {
    const JAPANESE = /\/assets\/ja-[^/]+\/first\.json(\?.*)?$/;
    await page.goto('/Language');
    await mark(page);
    await page.route(JAPANESE, (route) => route.fulfill({ status: 503, body: '' }));
    const japanese = page.getByRole('button', { name: '日本語' });
    await japanese.click();
    await expect(page.getByText('Something went wrong on our side.')).toBeVisible();
    await page.unroute(JAPANESE);
    await japanese.click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
    expect(await isMarked(page)).toBe(true);
  });

  test('a page without messages waits for them', async ({ page }) => {
    const WORDS = new RegExp(`/assets/${LOCALE}-[^/]+/first\\.json(\\?.*)?$`);
    await page.route(WORDS, (route) => route.abort());
    await page.goto('/Home');
    await expect(page.getByRole('button', { name: 'Tercet' })).toBeVisible();
    await mark(page);
    await page.unroute(WORDS);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await isMarked(page)).toBe(true);
  });

  test('a lost connection is shown on any screen, and is restored once its code has loaded', async ({ page, club }) => {
    const LINE = /\/assets\/connection-[^/]+\.js(\?.*)?$/;
    await page.route(LINE, (route) => route.abort());
    await joinClub(page, club);
    await page.goto('/Home');
    await mark(page);
    const again = page.getByRole('status').getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await expectGoodLook(page, 'Home without a line');
    await page.unroute(LINE);
    await again.click();
    await expect(again).toHaveCount(0);
    expect(await isMarked(page)).toBe(true);
  });
});
