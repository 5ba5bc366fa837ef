import type { Locator } from '@playwright/test';
import { changeTable } from '../kit/changed-table.ts';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { setLimits } from '../pages/limits.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as table from '../pages/lottery-table.ts';

// A table that takes no bets from this member, or not this slip.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('below the minimum balance a table takes no bets, names what is missing and leads to a top-up', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await changeTable(page, 'dice-30', (entry) => {
    entry.min_balance = '1049000';
  });
  await table.openTable(page);
  await expect(page.getByText('This table requires a balance of at least 10,490.00 credits.')).toBeVisible();
  await expect(page.getByText('Missing 490.00 credits')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'See other games' })).toHaveAttribute('href', '/Game');
  await expect(page.getByRole('radio', { name: '5.00 credits per bet' })).toBeDisabled();
  const big = table.betKey(page, 'Big');
  await expect(big).toBeDisabled();
  await big.click({ force: true });
  await expect(big).toHaveAttribute('aria-pressed', 'false');
  await expectGoodLook(page, 'a table below its minimum balance');
  await page.getByRole('main').getByRole('link', { name: 'Top up' }).click();
  await expect(page).toHaveURL(/\/Recharge/);
});

test('a slip that cannot be placed is reviewed by a quiet button, which opens it', async ({ page, club }) => {
  await joinClub(page, club);
  await table.openTable(page);
  const colour = () =>
    page.getByRole('button', { name: 'Review 1 bet' }).evaluate((key) => getComputedStyle(key).backgroundColor);
  await table.chooseBet(page, 'Big', '500.00');
  const strong = await colour();
  await table.betKey(page, 'Big').click();
  expect(await colour(), 'at the largest stake').toBe(strong);
  await table.betKey(page, 'Big').click();
  await expect(page.getByText('Big: The largest stake on one bet is 1,000.00 credits.')).toBeVisible();
  expect(await colour(), 'above the largest stake').not.toBe(strong);
  const confirm = await table.review(page);
  await expect(confirm.getByRole('button', { name: 'Place this bet' })).toBeDisabled();
});

test('a slip without an answer shows no fields, and bets and stakes that look disabled', async ({ page, club }) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Odd', '10.00');
  await table.untilSecondsLeft(page, { least: 8 });
  const confirm = await table.review(page);
  await page.route('**/api/slips', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await route.continue();
  });
  const more = confirm.locator('button[aria-label="More on Odd"]');
  await expect(more).toBeVisible();
  await confirm.getByRole('button', { name: 'Place this bet' }).click();
  await expect(more).toBeHidden();
  await expect(confirm.locator('button').filter({ hasText: 'Remove Odd' })).toBeHidden();
  await expect(page.locator('[data-cell="odd"]')).toHaveAttribute('aria-disabled', 'true');
  await expect(page.locator('input[type="radio"]').first()).toBeDisabled();
  await expect(table.sheet(page, 'Bet accepted')).toBeVisible();
});

test('a limit with nothing left closes the table to this member, and the rules list all own limits', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await setLimits(page, { 'stake-slip': '1500', 'stake-day': '1000', 'loss-week': '9000', 'deposit-day': '100' });
  await table.openTable(page);
  await table.chooseBet(page, 'Big', '10.00');
  await table.placeSlip(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(
    page.getByText('Your own limit leaves nothing to stake now. Each stake counts for 24 hours.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Repeat last bet' })).toHaveCount(0);
  await expect(table.betKey(page, 'Odd')).toBeDisabled();
  await page.getByRole('button', { name: 'Rules and limits' }).click();
  const rules = table.sheet(page, 'Rules and limits');
  await expect(rules.getByText('Your own limits')).toBeVisible();
  await expectFact(rules, 'Stake per slip', '15.00 credits');
  await expectFact(rules, 'Stakes in 24 hours', '0.00 credits of 10.00 credits left');
  await expectFact(rules, 'Loss in 7 days', '80.00 credits of 90.00 credits left');
  await expect(rules.getByText('Top-ups in 24 hours')).toHaveCount(0);
  await expectGoodLook(page, 'the rules with own limits');
  await rules.getByRole('link', { name: 'Change my limits' }).click();
  await expect(page).toHaveURL(/\/Limits/);
});

async function expectFact(within: Locator, name: string, text: string): Promise<void> {
  const fact = within.locator('dl > div').filter({ has: within.page().locator('dt').filter({ hasText: name }) });
  await expect(fact.locator('dd'), name).toHaveText(text);
}
