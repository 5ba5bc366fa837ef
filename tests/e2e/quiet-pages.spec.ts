import type { Page } from '@playwright/test';
import { DRAW_MS_MAX, expect, test } from './fixtures.ts';
import { joinClub } from './members.ts';
import * as table from './pages/lottery-table.ts';
import { becomeReady } from './pages/money-in.ts';

// House rule 11 on the pages themselves: nothing is agreed to, urged on or bet by itself.

const VISITOR = ['/Home', '/Game', '/Choose', '/Video', '/Mine', '/Login', '/Register', '/Recover', '/Agreement'];
const OPEN = ['/Language', '/Verify', '/Book', '/Nowhere'];
const MEMBER = [
  ...['/GameRecord', '/Account', '/Withdraw', '/WithdrawRecord', '/Personalreport', '/Notice', '/Recharge'],
  ...['/Setname', '/Setsex', '/SetPayPassword', '/Infomation', '/Information', '/MyData', '/Setbank', '/BindCard'],
  ...['/Setting', '/Sessions', '/SetLoginPassword', '/Invite', '/Limits', '/Restricted'],
];

test('no screen ticks a box, counts down, or moves without end', async ({ page, club }) => {
  test.setTimeout(180_000);
  for (const path of [...VISITOR, ...OPEN]) await expectQuiet(page, path);
  await joinClub(page, club);
  await becomeReady(page);
  for (const path of ['/Home', '/Mine', ...MEMBER]) await expectQuiet(page, path);
  await expectQuiet(page, '/Lottery?key=dice-60', 1);
});

test('nothing bets by itself, with the last bet at hand and a slip that is filled', async ({ page, club }) => {
  test.setTimeout(240_000);
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Even', '5.00');
  await table.placeSlip(page);
  await page.getByRole('button', { name: 'Done' }).click();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && new URL(request.url()).pathname === '/api/slips') sent.push(request.url());
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Last bet' })).toBeVisible();
  await table.chooseBet(page, 'Odd', '5.00');
  // Until after the next draw of a table of 30 seconds.
  const before = await lastPeriod(page);
  await expect.poll(() => lastPeriod(page), { timeout: DRAW_MS_MAX }).toBeGreaterThan(before);
  expect(sent).toEqual([]);
  const { items } = await (await page.request.get('/api/slips')).json();
  expect(items).toHaveLength(1);
});

async function lastPeriod(page: Page): Promise<number> {
  const { current } = await (await page.request.get('/api/lotteries/dice-30')).json();
  return current.period;
}

async function expectQuiet(page: Page, path: string, timers = 0): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).not.toBeEmpty();
  const found = await page.evaluate(() => ({
    ticked: document.querySelectorAll('input[type=checkbox]:checked, [role=checkbox][aria-checked=true]').length,
    timers: document.querySelectorAll('[role=timer]').length,
    endless: document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations === Infinity).length,
  }));
  expect({ path, ...found }).toEqual({ path, ticked: 0, timers, endless: 0 });
}
