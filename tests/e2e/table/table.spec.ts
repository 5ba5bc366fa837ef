import type { Page } from '@playwright/test';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { joinClub, STARTING_CREDITS_MINOR } from '../kit/members.ts';
import { payoutOf, type Stake, totalOf, wins, written } from '../kit/money.ts';
import { expectFigure } from '../pages/figures.ts';
import { watchCalls } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as table from '../pages/lottery-table.ts';

const ALL_BETS = ['Small', 'Big', 'Odd', 'Even', ...Array.from({ length: 16 }, (_, at) => `Sum ${at + 3}`)];

test('four taps lead from Home to an accepted bet, and two more repeat it', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/Home');
  const taps = await countTaps(page);
  await page
    .getByRole('link', { name: /^Half Minute/ })
    .first()
    .click();
  await table.untilSecondsLeft(page, { least: 15 });
  await table.betKey(page, 'Big').click();
  const confirm = await table.review(page);
  await confirm.getByRole('button', { name: 'Place this bet' }).click();
  const accepted = table.sheet(page, 'Bet accepted');
  await expect(accepted).toBeVisible();
  expect(await taps()).toBe(4);

  await test.step('the sheet closes by itself, and the bet stays on the table', async () => {
    await expect(accepted).toBeHidden({ timeout: 15_000 });
    // Longer than the table ignores presses.
    await page.waitForTimeout(1_000);
    await expect(table.myBets(page)).toContainText('Your bets in this period');
    await expect(table.myBets(page)).toContainText('1.00 credits');
    await expect(table.betKey(page, 'Big')).toContainText('your bet 1');
  });

  await table.untilSecondsLeft(page, { least: 10 });
  const before = await taps();
  await table.repeatLast(page);
  await page.getByRole('button', { name: 'Place this bet' }).click();
  await expect(accepted).toBeVisible();
  expect((await taps()) - before).toBe(2);
});

test('chips land on cells, one more with each tap, and undo, double and clear take effect', async ({ page, club }) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Big', '5.00');
  const big = table.betKey(page, 'Big');
  await big.click();
  await expect(big).toContainText('on your slip 10');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(big).toContainText('on your slip 5');
  await page.getByRole('button', { name: 'Double all stakes' }).click();
  await expect(big).toContainText('on your slip 10');
  await page.getByRole('button', { name: 'Clear slip' }).click();
  await expect(big).toHaveAttribute('aria-pressed', 'false');
});

for (const viewport of [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
  { width: 844, height: 390 },
]) {
  const size = `${viewport.width}×${viewport.height}`;
  test(`at ${size} bets are in view, and with twenty of them the total and the button`, async ({ page, club }) => {
    await page.setViewportSize(viewport);
    await joinClub(page, club);
    await table.openTable(page);
    await expect(table.betKey(page, 'Big')).toBeInViewport({ ratio: 1 });
    for (const bet of ALL_BETS) await table.betKey(page, bet).click();
    await table.untilSecondsLeft(page, { least: 12 });
    const confirm = await table.review(page);
    await expect(confirm.getByRole('listitem')).toHaveCount(ALL_BETS.length);
    await expect(confirm.getByRole('listitem').first()).toBeInViewport();
    await expect(confirm.getByText('Largest win, stake included')).toBeInViewport({ ratio: 1 });
    await expect(confirm.getByRole('button', { name: 'Place this bet' })).toBeInViewport({ ratio: 1 });
    await expectFigure(confirm, 'Total', BigInt(ALL_BETS.length) * 100n);
    // A sheet takes no taps for 400 ms after it opens.
    await expect.poll(() => isAtFoot(page), { message: 'nothing lies over the button' }).toBe(true);
  });
}

test('the balance after the bet is one figure, also while the bet is on its way', async ({ page, club }) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Even', '10.00');
  await table.untilSecondsLeft(page, { least: 15 });
  const confirm = await table.review(page);
  const after = STARTING_CREDITS_MINOR - 1_000n;
  await expectFigure(confirm, 'Balance after', after);
  // The server accepts the slip and announces it on the event stream; its answer is late.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/slips', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await table.keepReceipt(page, async () => {
    await confirm.getByRole('button', { name: 'Place this bet' }).click();
    await expect(table.balance(page, { hidden: true })).toContainText(written(after));
    await expectFigure(confirm, 'Balance after', after);
    release();
  });
});

test('slips of one period add up on every phone of the member, and a kept sheet becomes the result', async ({
  page,
  club,
  newPhone,
}) => {
  const member = await joinClub(page, club);
  await table.openTable(page);
  // Open before the bets, so it hears of them.
  const other = await newPhone();
  const { origin } = new URL(club.address);
  await other.request.post('/api/session', {
    data: { userName: member.userName, password: member.password },
    headers: { origin },
  });
  await table.openTable(other);
  const stakes: Stake[] = [await table.chooseBet(page, 'Big', '5.00')];
  await table.untilSecondsLeft(page, { least: 22 });
  const period = await table.placeSlip(page);
  await page.getByRole('button', { name: 'Done' }).click();
  stakes.push(await table.chooseBet(page, 'Odd', '1.00'));
  await table.review(page);
  expect(await table.confirmSlip(page)).toBe(period);
  const staked = totalOf(stakes);

  await expect(table.myBets(other)).toContainText(`${written(staked)} credits`);
  await other.reload();
  await expect(table.myBets(other)).toContainText('Big 5');

  await expect(table.drawStrip(other, period)).toContainText(/Sum \d/, { timeout: DRAW_MS_MAX });
  const dice = await table.readDice(table.drawStrip(other, period));
  const result = table.resultWords(payoutOf(stakes, dice), staked);
  await expect(table.myBets(other)).toContainText(result);
  await expect(table.betKey(other, wins('Big', dice) ? 'Big' : 'Small')).toContainText('winning bet');
  // The receipt has the result of its own slip.
  const odd = stakes.slice(1);
  const ofSlip = table.resultWords(payoutOf(odd, dice), totalOf(odd));
  const paid = payoutOf(odd, dice);
  const title = paid > totalOf(odd) ? 'Won' : 'Lost';
  await expect(table.sheet(page, title).getByRole('status')).toContainText(ofSlip);
  await expectGoodLook(other, 'a table with a result');

  await test.step('one tap leads from each result to its check, which starts at once', async () => {
    const name = `Check this draw: ${period}`;
    await expect(other.getByRole('main').getByRole('link', { name })).toHaveCount(2);
    for (const link of [other.getByRole('link', { name }).first(), table.myBets(other).getByRole('link', { name })]) {
      await link.click();
      await expectCheckOf(other, period);
      await other.goBack();
    }
    await table.drawStrip(other, period).click();
    await expect(table.sheet(other, 'Draw')).toContainText(String(period));
    await table.sheet(page, title).getByRole('link', { name: 'Check this draw' }).click();
    await expectCheckOf(page, period);
  });
});

test('rules and limits are one tap away, with an example of each kind of bet', async ({ page, club }) => {
  await joinClub(page, club);
  await table.openTable(page);
  await expect(table.betKey(page, 'Small')).toContainText('3–10');
  await expect(table.betKey(page, 'Big')).toContainText('11–18');
  const rules = page.getByRole('button', { name: 'Rules and limits' });
  await expect(rules).toContainText('1 to 1,000 per bet, up to 5,000 per slip');
  await rules.click();
  const sheet = table.sheet(page, 'Rules and limits');
  await expectFigure(sheet, 'Smallest stake per bet', 100n);
  await expectFigure(sheet, 'Largest stake per bet', 100_000n);
  await expectFigure(sheet, 'Largest total per slip', 500_000n);
  await expect(sheet).toContainText('Example: 1.00 credits on Big pays 1.92 credits (×1.92), stake included.');
  await expect(sheet.getByRole('heading', { name: 'Void draws' })).toBeVisible();
  await expect(sheet.getByRole('heading', { name: 'Late dice' })).toBeVisible();
  await expectGoodLook(page, 'rules and limits');
});

test('a limit is shown on the table as soon as the chips exceed it', async ({ page, club }) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Big', '500.00');
  for (let tap = 0; tap < 2; tap += 1) await table.betKey(page, 'Big').click();
  await expect(page.getByText('Big: The largest stake on one bet is 1,000.00 credits.')).toBeVisible();
});

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

  test('the slip stands beside the table; digits choose chips, arrows move, Space adds one, Enter confirms and never places', async ({
    page,
    club,
  }) => {
    await joinClub(page, club);
    await table.openTable(page);
    const calls = await watchCalls(page, 'POST', '/api/slips');
    const [cell, chips] = await Promise.all([
      table.betKey(page, 'Big').boundingBox(),
      page.getByRole('radiogroup').boundingBox(),
    ]);
    expect(chips?.x).toBeGreaterThan((cell?.x ?? 0) + (cell?.width ?? 0));
    await table.betKey(page, 'Small').focus();
    await page.keyboard.press('3');
    await expect(page.getByRole('radio', { name: '10.00 credits per bet' })).toBeChecked();
    await page.keyboard.press('ArrowRight');
    await expect(table.betKey(page, 'Big')).toBeFocused();
    // On an empty slip Enter adds the first chip, and only one while it is held.
    for (let press = 0; press < 3; press += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Stake on Big' })).toHaveValue('10.00');
    await page.keyboard.press('Space');
    await expect(page.getByRole('textbox', { name: 'Stake on Big' })).toHaveValue('20.00');
    await table.untilSecondsLeft(page, { least: 10 });
    await page.keyboard.down('Enter');
    await expect(table.sheet(page, 'Confirm your bet')).toBeVisible();
    // A held key, and another press right after.
    for (let press = 0; press < 3; press += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.keyboard.press('Enter');
    expect(calls.count()).toBe(0);
    await expectGoodLook(page, 'a table on a desktop');
  });
});

async function expectCheckOf(page: Page, period: number): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`/Verify\\?draw=.*${period}$`));
  await expect(page.getByRole('list', { name: 'Steps of the check' })).toBeVisible();
}

/** Counts presses on all pages of the app. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(window, { taps: 0 });
    addEventListener(
      'click',
      () => Object.assign(window, { taps: (window as unknown as { taps: number }).taps + 1 }),
      true,
    );
  });
  return () => page.evaluate(() => (window as unknown as { taps: number }).taps);
}

/** Whether the middle of the submit button can be tapped. */
function isAtFoot(page: Page): Promise<boolean> {
  return page.getByRole('button', { name: 'Place this bet' }).evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}
