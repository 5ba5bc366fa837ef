import type { Page } from '@playwright/test';
import { computeDraw, TABLE_KEY } from '../kit/beacon.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { openLine } from '../kit/line.ts';
import { joinClub, STARTING_CREDITS_MINOR } from '../kit/members.ts';
import { payoutOf, totalOf, written } from '../kit/money.ts';
import { hearSettled, settledWords } from '../pages/figures.ts';
import * as table from '../pages/lottery-table.ts';

test.use({ lineMayBreak: true });

test('with a live connection the page does not poll; without it, the results come by polling', async ({
  club,
  newPhone,
}) => {
  const line = await openLine(club.address);
  const page = await newPhone(line.address);
  await joinClub(page, club);
  await table.openTable(page);
  const stakes = [await table.chooseBet(page, 'Big', '10.00'), await table.chooseBet(page, 'Odd', '5.00')];
  const period = await table.placeSlip(page);
  await page.getByRole('button', { name: 'Done' }).click();
  line.cut();
  const settled = hearSettled(page, period);
  const polled = callsOf(page);

  const watcher = await newPhone();
  await joinClub(watcher, club);
  await table.openTable(watcher);
  const home = await newPhone();
  const followed = home.waitForResponse('**/book/checkpoint');
  await home.goto('/Home');
  await expect(home.getByRole('link', { name: /Half Minute/ }).first()).toBeVisible();
  await followed;
  const [watched, atHome] = [callsOf(watcher), callsOf(home)];

  await expect(table.drawStrip(page, period)).toContainText(/Sum \d/, { timeout: DRAW_MS_MAX });
  const dice = await table.readDice(table.drawStrip(page, period));
  expect(dice).toEqual((await computeDraw(club, `${TABLE_KEY}/${period}`)).dice);
  const staked = totalOf(stakes);
  const paid = payoutOf(stakes, dice);
  const left = STARTING_CREDITS_MINOR - staked + paid;
  await expect(table.balance(page)).toContainText(`Available ${written(left)} credits`, { timeout: 30_000 });
  expect(await settled).toBe(settledWords(period, paid, staked));
  expect(polled().get('/api/lotteries/dice-30')).toBeGreaterThan(6);
  expect(polled().get('/api/stream'), 'tries to open the line again').toBeGreaterThan(1);

  await expect(table.drawStrip(watcher, period)).toContainText(/Sum \d/);
  expect(await table.readDice(table.drawStrip(watcher, period))).toEqual(dice);
  await expect(home.getByRole('link', { name: new RegExp(`Half Minute ${period}`) })).toBeVisible();
  expect(Object.fromEntries(atHome()), 'calls of Home, over a whole draw').toEqual({});
  // Checking a new draw needs its proof, and the previous draw's if that was still loading.
  const [proofs, others] = [/^\/api\/draws\//, /^\/api\/(?!draws\/)/].map((wanted) =>
    [...watched()].filter(([path]) => wanted.test(path)),
  ) as [[string, number][], [string, number][]];
  expect(proofs.filter(([, calls]) => calls > 3)).toEqual([]);
  expect(proofs.length).toBeLessThanOrEqual(2);
  expect(others).toEqual([]);

  await test.step('the connection is resumed once it works again, and polling ends', async () => {
    const opened = page.waitForResponse(/\/api\/stream\b/, { timeout: 60_000 });
    line.mend();
    await opened;
    const next = await table.openPeriod(page);
    await expect(page.getByRole('region', { name: 'Period' })).toContainText(`Period ${next}`);
    const later = callsOf(page);
    await expect(page.getByRole('region', { name: 'Period' })).toContainText(`Period ${next + 1}`, {
      timeout: DRAW_MS_MAX,
    });
    expect(later().get('/api/lotteries/dice-30') ?? 0, 'calls of the table in a period').toBeLessThanOrEqual(1);
  });
  await line.close();
});

test('the countdown is the server’s, though this phone’s clock is an hour off', async ({ page, club, newPhone }) => {
  const wrong = await newPhone();
  for (const phone of [page, wrong]) await joinClub(phone, club);
  await wrong.addInitScript((offMs: number) => {
    const origin = performance.timeOrigin + offMs;
    Object.defineProperty(performance, 'timeOrigin', { get: () => origin });
    const now = Date.now;
    Date.now = () => now() + offMs;
  }, 3_600_000);
  await table.openTable(page);
  await table.untilSecondsLeft(page, { least: 15 });
  await table.openTable(wrong);
  await table.untilSecondsLeft(page, { least: 5 });
  expect(await wrong.evaluate(() => Date.now() - performance.timeOrigin)).toBeLessThan(3_600_000);
  expect(await wrong.evaluate(() => Date.now())).toBeGreaterThan(Date.now() + 3_500_000);
  expect(await table.openPeriod(wrong)).toBe(await table.openPeriod(page));
  const [right, off] = await Promise.all([table.secondsLeft(page), table.secondsLeft(wrong)]);
  expect(Math.abs(right - off)).toBeLessThanOrEqual(1);
  // A bet goes into the period that the server says is open.
  await table.chooseBet(wrong, 'Odd', '1.00');
  await table.untilSecondsLeft(wrong, { least: 8 });
  const open = await table.openPeriod(page);
  await table.review(wrong);
  expect(await table.confirmSlip(wrong)).toBe(open);
});

/**
 * Counts the calls to each path from here on. Leaves out the app's own files: those for updates load five seconds after
 * the first screen.
 */
function callsOf(page: Page): () => Map<string, number> {
  const calls = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/') || pathname === '/sw.js') return;
    calls.set(pathname, (calls.get(pathname) ?? 0) + 1);
  });
  return () => calls;
}
