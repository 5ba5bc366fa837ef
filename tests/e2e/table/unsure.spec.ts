import type { Page } from '@playwright/test';
import { PERIOD_SECONDS } from '../kit/beacon.ts';
import { letTimePass } from '../kit/club-time.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { joinClub, STARTING_CREDITS_MINOR } from '../kit/members.ts';
import { written } from '../kit/money.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as table from '../pages/lottery-table.ts';

// A slip without an answer, after a reload.

test.use({ contextOptions: { reducedMotion: 'reduce' }, lineMayBreak: true });

test('a slip without an answer keeps its period over a reload, and the table says why it cannot change', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Odd', '10.00');
  await table.untilSecondsLeft(page, { least: 8 });
  const old = await table.openPeriod(page);
  await table.review(page);
  await page.route('**/api/slips', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await page.route('**/api/receipts/*', (route) => route.abort());
  await page.getByRole('button', { name: 'Place this bet' }).click();
  const again = page.getByRole('button', { name: 'Send it again' });
  await expect(again).toBeFocused();
  await letTimePass(page, PERIOD_SECONDS * 1_000);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Your slip may or may not be in.');
  await expect.poll(() => table.openPeriod(page), { timeout: DRAW_MS_MAX }).toBeGreaterThan(old);

  const why = page.getByText('This slip cannot change until you know whether it is in.');
  const odd = table.betKey(page, 'Odd');
  await expect(odd).toBeDisabled();
  await odd.click({ force: true });
  await expect(why).toBeVisible();
  await expect(odd).toContainText('on your slip 10');
  await odd.press('Shift+Enter');
  await expect(page.getByRole('dialog')).toBeHidden();

  const confirm = await table.review(page);
  await expect(confirm).toContainText(`· ${old}`);
  await expect(confirm).not.toContainText('Period closes in');
  await expectGoodLook(page, 'a slip without an answer');
  await page.unroute('**/api/receipts/*');
  await confirm.getByRole('button', { name: 'Ask whether it is in' }).click();
  await expect(confirm.getByRole('alert')).toContainText(`Period ${old} closed before this bet was placed.`);
  await expect(confirm.getByRole('button', { name: /^Place in period/ })).toBeEnabled();
});

const NOT_IN = 'It is not in. Nothing was taken.';

/** Loses the next slip on its way to the server. Returns a call that lets it arrive after all, with its status. */
async function loseNextSlip(page: Page): Promise<() => Promise<number>> {
  let arrive = async (): Promise<number> => {
    throw new Error('no slip was sent');
  };
  await page.route(
    '**/api/slips',
    async (route) => {
      const request = route.request();
      const headers = await request.allHeaders();
      arrive = async () => (await page.request.post(request.url(), { data: request.postDataJSON(), headers })).status();
      await route.abort();
    },
    { times: 1 },
  );
  return () => arrive();
}

async function betsOf(page: Page): Promise<{ selections: { bet: string }[] }[]> {
  return (await (await page.request.get('/api/slips?limit=10')).json()).items;
}

test('a slip that arrives after the server was asked for it is refused, and the edited one counts alone', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Odd', '10.00');
  await table.untilSecondsLeft(page, { least: 15 });
  await table.review(page);
  const arrive = await loseNextSlip(page);
  await page.getByRole('button', { name: 'Place this bet' }).click();
  await page.getByRole('button', { name: 'Ask whether it is in' }).click();
  await expect(page.getByRole('button', { name: 'Place this bet' })).toBeEnabled();
  await expect(table.sheet(page, 'Confirm your bet').getByText(NOT_IN)).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(page.getByText(NOT_IN)).toHaveCount(0);
  await table.betKey(page, 'Big').click();
  expect(await arrive()).toBe(409);
  await table.review(page);
  await table.confirmSlip(page);
  const bets = await betsOf(page);
  expect(bets.map(({ selections }) => selections.length)).toEqual([2]);
});

test('a slip without an answer is remembered over every reload until its outcome is known', async ({ page, club }) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Odd', '10.00');
  await table.untilSecondsLeft(page, { least: 15 });
  await table.review(page);
  const arrive = await loseNextSlip(page);
  await page.getByRole('button', { name: 'Place this bet' }).click();
  await page.route('**/api/receipts/*', (route) => route.abort());
  for (let reloads = 0; reloads < 2; reloads++) {
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Your slip may or may not be in.');
  }
  await page.unroute('**/api/receipts/*');
  await page.reload();
  await expect(table.betKey(page, 'Odd')).toContainText('on your slip 10');
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByRole('status').getByText(NOT_IN)).toBeVisible();

  await page.reload();
  await expect(page.getByText(NOT_IN)).toHaveCount(0);
  await expect(table.betKey(page, 'Odd')).toContainText('on your slip 10');
  expect(await arrive()).toBe(409);
  expect(await betsOf(page)).toEqual([]);
});

test('a slip whose answer was lost becomes a receipt by itself', async ({ page, club }) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Odd', '10.00');
  await table.untilSecondsLeft(page, { least: 15 });
  await table.review(page);
  await page.route(
    '**/api/slips',
    async (route) => {
      const request = route.request();
      const [headers, data] = [await request.allHeaders(), request.postDataJSON()];
      await page.request.post(request.url(), { data, headers });
      await route.abort();
    },
    { times: 1 },
  );
  await table.keepReceipt(page, () => page.getByRole('button', { name: 'Place this bet' }).click());
  await expect(page.getByText('Your slip may or may not be in.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Done' }).click();
  const left = written(STARTING_CREDITS_MINOR - 1_000n);
  await expect(table.balance(page)).toContainText(`Available ${left} credits`);
  expect(await betsOf(page)).toHaveLength(1);
});
