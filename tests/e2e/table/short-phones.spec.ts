import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { overflowOf } from '../pages/look.ts';

// The table on the smallest phone, with bets in two periods and in the longest languages.

const SMALL = { width: 320, height: 640 };

for (const language of ['en', 'ar', 'mn']) {
  test(`two rows of bets are in view at 320×640 with bets in two periods, in ${language}`, async ({
    browser,
    club,
  }) => {
    const context = await browser.newContext({
      baseURL: club.address,
      locale: language,
      viewport: SMALL,
      isMobile: true,
    });
    const page = await context.newPage();
    await joinClub(page, club);
    await inventOwnBets(page);
    for (const key of ['dice-30', 'sicbo-60']) {
      await page.goto(`/Lottery?key=${key}`);
      await expect(page.locator('[data-chip="placed"]').first()).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const { dockTop, rows, barHeight } = await measure(page);
      expect(rows[1], `${key}: end of the second row`).toBeLessThanOrEqual(dockTop);
      expect(barHeight, `${key}: the header has one row`).toBeLessThanOrEqual(53);
      expect(await overflowOf(page), key).toEqual([]);
    }
    await context.close();
  });
}

for (const width of [320, 390]) {
  test(`a long title leaves the whole balance in one row at ${width} px`, async ({ page, club }) => {
    await page.setViewportSize({ width, height: 640 });
    await joinClub(page, club);
    await page.route('**/api/lotteries/dice-30', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      await route.fulfill({ response, json: { ...answer, name: 'The Long Evening Table of Good Fortune' } });
    });
    await page.goto('/Lottery?key=dice-30');
    await expect(page.locator('[data-cell]').first()).toBeVisible();
    expect((await measure(page)).barHeight).toBeLessThanOrEqual(53);
    const amount = page.getByRole('banner').getByText('10,000.00');
    await expect(amount).toBeInViewport({ ratio: 1 });
    const { x, width: wide } = (await amount.boundingBox()) ?? { x: -1, width: 0 };
    const title = (await page.getByRole('heading', { level: 1 }).boundingBox()) ?? { x: 0, width: 0 };
    expect(title.x + title.width, 'the title ends before the balance').toBeLessThanOrEqual(x);
    expect(x + wide).toBeLessThan(width - 44);
  });
}

/** Shows a slip in the open period and one in the period before, which waits for its draw. */
async function inventOwnBets(page: Page): Promise<void> {
  await page.route('**/api/slips?lottery=*', async (route) => {
    const key = new URL(route.request().url()).searchParams.get('lottery');
    const { current } = await (await page.request.get(`/api/lotteries/${key}`)).json();
    const slip = (period: number) => ({
      ...{ id: String(period), lotteryKey: key, lotteryName: key, drawId: `${key}/${period}`, period, hash: '' },
      ...{ state: 'pending', placedAtMs: 0, totalMinor: '13000', payoutMinor: null },
      selections: ['big', 'odd', 's9', 's10', 's12'].map((bet) => ({
        ...{ bet, stakeMinor: '2600', won: null, payoutMinor: null },
      })),
    });
    await route.fulfill({ json: { items: [slip(current.period), slip(current.period - 1)], nextCursor: null } });
  });
  await page.route('**/api/me/play', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const played = { startedAtMs: Date.now() - 700_000, netMinor: '-26000', openMinor: '26000' };
    await route.fulfill({ response, json: { ...answer, ...played } });
  });
}

function measure(page: Page): Promise<{ barHeight: number; dockTop: number; rows: number[] }> {
  return page.evaluate(() => ({
    barHeight: document.querySelector('header')?.getBoundingClientRect().height ?? 0,
    dockTop: document.querySelector('[role="radiogroup"]')?.parentElement?.getBoundingClientRect().top ?? 0,
    rows: [...new Set([...document.querySelectorAll('[data-cell]')].map((one) => one.getBoundingClientRect().bottom))],
  }));
}
