import type { Locator, Page } from '@playwright/test';
import { computeDraw, TABLE_KEY } from '../kit/beacon.ts';
import type { Club } from '../kit/club.ts';
import { letBetsClose, letDiceFall } from '../kit/club-time.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { freshName, GOOD_PASSWORD, joinClub, STARTING_CREDITS_MINOR } from '../kit/members.ts';
import { greatestOf, payoutOf, totalOf, wins, written } from '../kit/money.ts';
import { expectFigure, hearSettled, settledWords } from '../pages/figures.ts';
import { acceptAll } from '../pages/forms.ts';
import * as table from '../pages/lottery-table.ts';
import { ADDS_UP, confirmKey, expectVerdict, keyPanel, letFirstDrawCome } from '../pages/proofs.ts';
import { askToSignOut } from '../pages/settings.ts';

test('a member joins, bets, sees the dice, is paid to the unit and checks it all', async ({ page, club, newPhone }) => {
  const userName = freshName();
  await joinWithInvite(page, userName, club.demo.inviteCode);
  await signOutAndIn(page, userName);
  const pageOpenedAt = await page.evaluate(() => performance.timeOrigin);

  const other = await newPhone();
  await joinClub(other, club);
  await table.openTable(other);
  await table.chooseBet(other, 'Big', '10.00');

  // Three bets, one with a payout that is not a whole unit.
  const small = await table.chooseBet(page, 'Small', '1.00');
  const odd = await table.chooseBet(page, 'Odd', '5.00');
  const nine = await table.chooseBet(page, 'Sum 9', '5.00');
  const stakes = [small, odd, { ...nine, stakeMinor: 333n }];
  const staked = totalOf(stakes);
  const left = STARTING_CREDITS_MINOR - staked;

  await table.untilSecondsLeft(page, { least: 14 });
  expect(await table.placeSlip(other)).toBe(await table.openPeriod(page));
  const slip = await table.review(page);
  await slip.getByRole('textbox', { name: 'Stake on Sum 9' }).fill('3.33');
  await expectFigure(slip, 'Total', staked);
  await expectFigure(slip, 'Largest win, stake included', greatestOf(stakes));
  await expectFigure(slip, 'Balance after', left);

  const receipt = await table.keepReceipt(page, () => slip.getByRole('button', { name: 'Place this bet' }).click());
  await expect(receipt).toContainText('The house has signed this bet.');
  await expect(receipt).toContainText('The receipt is saved on this phone.');
  for (const { bet, stakeMinor } of stakes) {
    await expect(receipt.getByRole('listitem').filter({ hasText: bet })).toContainText(written(stakeMinor));
  }
  await receipt.getByRole('button', { name: 'Done' }).click();
  await other.getByRole('button', { name: 'Done' }).click();
  await expect(table.balance(page)).toContainText(`Available ${written(left)} credits`);

  const period = await table.openPeriod(page);
  const own = table.myBets(page);
  await expect(own).toContainText('Your bets in this period');
  await expect(own).toContainText(written(staked));
  await expect(table.betKey(page, 'Small')).toContainText('your bet 1');
  const drawId = `${TABLE_KEY}/${period}`;
  const settled = hearSettled(page, period);
  await test.step('lock, seal and dice arrive by themselves', async () => {
    await letBetsClose(page, period);
    await expect(page.getByRole('region', { name: 'Period' })).toContainText(`Period ${period + 1}`, {
      timeout: DRAW_MS_MAX,
    });
    await expect(table.drawStrip(page, period)).toContainText('Sealed, dice at', { timeout: DRAW_MS_MAX });
    await letDiceFall(page, period);
    await expect(table.drawStrip(page, period)).toContainText(/Sum \d/, { timeout: DRAW_MS_MAX });
    await expect(table.drawStrip(other, period)).toContainText(/Sum \d/, { timeout: DRAW_MS_MAX });
  });

  const dice = await table.readDice(table.drawStrip(page, period));
  expect(await table.readDice(table.drawStrip(other, period)), 'the dice on the other phone').toEqual(dice);
  const computed = await computeDraw(club, drawId);
  expect(dice).toEqual(computed.dice);

  const paid = payoutOf(stakes, dice);
  expect(await settled).toBe(settledWords(period, paid, staked));
  await expect(own).toContainText(table.resultWords(paid, staked));
  for (const { bet } of stakes) {
    await expect(table.betKey(page, bet)).not.toContainText('your bet');
    await expect(table.betKey(page, bet)).toContainText(wins(bet, dice) ? 'winning bet' : bet);
  }
  await expect(table.balance(page)).toContainText(`Available ${written(left + paid)} credits`);

  await test.step('balance, statement and record agree', async () => {
    await toMine(page);
    await expectFigure(page.getByRole('region', { name: 'Balance' }), 'Available', left + paid);
    await page.getByRole('link', { name: 'Statement' }).click();
    const lines = page.getByRole('main').getByRole('listitem');
    await expect(lines).toHaveText([
      ...(paid > 0n ? [new RegExp(`^Payout.*\\+${written(paid)}`)] : []),
      new RegExp(`^Stake.*−${written(staked)}`),
      new RegExp(`^Starting credits.*\\+${written(STARTING_CREDITS_MINOR)}`),
    ]);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('link', { name: 'My bets' }).click();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
    await page.getByRole('main').getByRole('listitem').getByRole('button').click();
    const details = table.sheet(page, 'Half Minute');
    await expect(details).toContainText(drawId);
    expect(await table.readDice(details)).toEqual(dice);
    await expect(details).toContainText(paid > staked ? 'Won' : paid > 0n ? 'Less than staked' : 'Lost');
    for (const { bet, stakeMinor, multiplier } of stakes) {
      const line = details.getByRole('listitem').filter({ hasText: bet });
      await expect(line).toContainText(written(stakeMinor));
      const result = wins(bet, dice) ? `+${written((stakeMinor * multiplier) / 10_000n)}` : 'Lost';
      await expect(line).toContainText(result);
    }
    await expectFigure(details, 'Staked', staked);
    await expectFigure(details, 'Paid out', paid);
    await expect(details.getByRole('status')).toContainText(
      'Your bet is in the seal, unchanged, and was paid according to the table',
    );
  });

  await test.step('every step of the proof holds on this phone', async () => {
    await page.getByRole('link', { name: 'Check this bet step by step' }).click();
    await confirmKey(page);
    await expectVerdict(page, ADDS_UP);
    await expectSteps(page, [
      'The right book passed',
      'Your receipt passed',
      'The rules that applied passed',
      'The time was fixed passed',
      'Bets sealed before the draw passed',
      // There are no witnesses yet, and the page says so.
      'Seen by outsiders not proven',
      'Your bet is included passed',
      'The beacon’s signature passed',
      'The resulting dice passed',
      'What it pays passed',
      'Same answer for everyone passed',
    ]);
    const last = page.getByRole('list', { name: 'Steps of the check' }).getByRole('listitem');
    await expectBytes(last.filter({ hasText: 'The beacon’s signature' }), computed.signature);
    await expectBytes(last.filter({ hasText: 'The resulting dice' }), computed.seed);
    await expectBytes(last.filter({ hasText: 'What it pays' }), String(paid));
    // Both of this journey's, and any of an earlier journey in the same period.
    const sealed = await sealedSlips(club, drawId);
    expect(sealed).toBeGreaterThanOrEqual(2);
    await expect(page.getByText(`All ${sealed} bets are sealed; the seal was recomputed from them.`)).toBeVisible();
  });

  expect(await page.evaluate(() => performance.timeOrigin), 'the page was never loaded anew').toBe(pageOpenedAt);
});

test('a phone detects a house that shows other dice than it drew', async ({ page }) => {
  await page.goto('/Verify');
  await keyPanel(page).getByRole('button', { name: 'Confirm this key' }).click();
  const latest = page.getByRole('link', { name: /Half Minute \d+ Dice/ });
  await letFirstDrawCome(page);
  await expect(latest).toBeVisible({ timeout: DRAW_MS_MAX });
  await page.route('**/api/draws/**', async (route) => {
    const answer = await route.fetch();
    const draw = await answer.json();
    const [first, ...rest] = draw.dice as number[];
    await route.fulfill({ response: answer, json: { ...draw, dice: [((first ?? 1) % 6) + 1, ...rest] } });
  });
  await latest.click();
  await expect(page.getByRole('heading', { name: 'This does not add up' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('heading', { name: 'The resulting dice failed' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The beacon’s signature passed' })).toBeVisible();
});

async function joinWithInvite(page: Page, userName: string, inviteCode: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click();
  await page.getByRole('link', { name: 'Join' }).click();
  await page.getByRole('textbox', { name: 'User name' }).fill(userName);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(GOOD_PASSWORD);
  await page.getByRole('textbox', { name: 'Invite code' }).fill(inviteCode);
  await page.getByLabel('Date of birth').fill('1990-04-12');
  await acceptAll(page);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  const codes = await page.getByRole('main').getByRole('listitem').allInnerTexts();
  expect(new Set(codes).size).toBeGreaterThanOrEqual(8);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Tick this once you have saved the codes.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'I have saved the codes' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page).toHaveURL(/\/Home$/);
  await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click();
  await expect(page.getByRole('region', { name: 'Account' })).toContainText(userName);
  await expectFigure(page.getByRole('region', { name: 'Balance' }), 'Available', STARTING_CREDITS_MINOR);
}

/** Signs out from Mine and in again on the way to the table. */
async function signOutAndIn(page: Page, userName: string): Promise<void> {
  await askToSignOut(page);
  await table.sheet(page, 'Sign out on this phone?').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Games' }).click();
  await page.getByRole('link', { name: /^Half Minute/ }).click();
  await expect(page).toHaveURL(/\/Login\?to=/);
  await page.getByRole('textbox', { name: 'User name' }).fill(userName);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(GOOD_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/Lottery\?key=dice-30$/);
}

/** Number of bets under the seal in the book. */
async function sealedSlips(club: Club, drawId: string): Promise<number> {
  const answer = await fetch(`${club.address}/book/slips/${drawId}`);
  return (await answer.arrayBuffer()).byteLength / 32;
}

async function toMine(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click();
}

async function expectSteps(page: Page, titles: string[]): Promise<void> {
  const steps = page.getByRole('list', { name: 'Steps of the check' }).getByRole('heading');
  expect((await steps.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')).sort()).toEqual(titles.sort());
}

/** Opens the bytes of a step and finds a value in them. */
async function expectBytes(step: Locator, value: string): Promise<void> {
  await step.getByText('Raw bytes').click();
  await expect(step.getByRole('definition').getByText(value, { exact: true })).toBeVisible();
}
