import type { Page } from '@playwright/test';
import { computeDraw, TABLE_KEY } from '../kit/beacon.ts';
import { letBetsClose, letDiceFall } from '../kit/club-time.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { payoutOf, written } from '../kit/money.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as table from '../pages/lottery-table.ts';
import { askToSignOut } from '../pages/settings.ts';

// What the play session cost, where a member signs out.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('signing out says what the play session cost, and no result while a bet is open', async ({ page, club }) => {
  await joinClub(page, club);
  const sheet = await openSheet(page);
  await expect(sheet.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expect(sheet.getByRole('status')).toHaveCount(0);
  await expect(sheet.getByRole('region', { name: 'This play session' })).toHaveCount(0);

  await table.openTable(page);
  const bet = await table.chooseBet(page, 'Small', '5.00');
  const period = await table.placeSlip(page);
  const cost = (await openSheet(page)).getByRole('region', { name: 'This play session' });
  await expect(cost).toContainText('5.00 credits of your stakes are in open bets.');
  await expect(cost).toContainText(/Time played\s*\S/);
  await expect(cost).toContainText(/Staked\s*5\.00\scredits/);
  await expect(cost).toContainText(/In open bets\s*5\.00\scredits/);
  await expect(cost).toContainText(/Returned\s*0\.00\scredits/);
  await expect(cost).not.toContainText('Result');
  await expectGoodLook(page, 'signing out with an open bet');

  await letBetsClose(page, period);
  await letDiceFall(page, period);
  const { dice } = await computeDraw(club, `${TABLE_KEY}/${period}`);
  const paid = payoutOf([bet], dice);
  const net = paid - bet.stakeMinor;
  const words =
    net < 0n
      ? `This play session cost you ${written(-net)} credits.`
      : `In this play session you got back ${written(net)} credits more than you staked.`;
  await expect(cost).toContainText(words, { timeout: DRAW_MS_MAX });
  await expect(cost).toContainText(new RegExp(`Returned\\s*${written(paid)}\\scredits`));
  await expect(cost).toContainText(/Result/);
  await expect(cost).not.toContainText('open bets');
  await expectGoodLook(page, 'signing out after a draw');
});

test.describe('without a connection for the result', () => {
  test.use({ lineMayBreak: true });

  test('a result that does not load never stops a sign-out', async ({ page, club }) => {
    await joinClub(page, club);
    await page.route('**/api/me/play', (route) => route.abort());
    const sheet = await openSheet(page);
    await expect(sheet).toContainText('The result of this play session did not load.');
    await sheet.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  });
});

async function openSheet(page: Page) {
  await page.goto('/Mine');
  await askToSignOut(page);
  return table.sheet(page, 'Sign out on this phone?');
}
