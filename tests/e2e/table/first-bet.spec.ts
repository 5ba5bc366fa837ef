import type { Page } from '@playwright/test';
import { TABLE_KEY } from '../kit/beacon.ts';
import type { Club } from '../kit/club.ts';
import { letDiceFall } from '../kit/club-time.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { freshInvite, freshName, GOOD_PASSWORD } from '../kit/members.ts';
import { acceptAll, field } from '../pages/forms.ts';
import * as table from '../pages/lottery-table.ts';

// The first bet of a fresh account, by three ways in. Each step follows what the page before it shows.

test('from the card of a table on Home', async ({ page, club }) => {
  await page.goto('/Register');
  await register(page, club);
  await expect(page).toHaveURL('/Home');
  await page
    .getByRole('link', { name: /^Half Minute/ })
    .first()
    .click();
  await betOn(page, 'Big');
});

test('from Games, by the kind of game', async ({ page, club }) => {
  await page.goto('/Register');
  await register(page, club);
  await page.getByRole('link', { name: 'All games' }).click();
  await page.getByRole('navigation', { name: 'Game categories' }).getByRole('link', { name: 'Sic Bo' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Sic Bo Minute/ })
    .first()
    .click();
  await betOn(page, 'Number 4');
});

test('from the link of a shared result', async ({ page, club, newPhone }) => {
  await page.goto('/Register');
  await register(page, club);
  await table.openTable(page);
  const period = await table.openPeriod(page);
  await letDiceFall(page, period);
  await expect(table.drawStrip(page, period)).toContainText(/Sum \d/, { timeout: DRAW_MS_MAX });

  const other = await newPhone(club.address);
  await other.goto(`/Verify?draw=${TABLE_KEY}/${period}`);
  await expect(other.getByRole('list', { name: 'Steps of the check' })).toBeVisible();
  await other.getByRole('link', { name: 'Open this table' }).click();
  await other.getByRole('link', { name: 'Join with an invite code' }).click();
  await register(other, club);
  await expect(other).toHaveURL(new RegExp(`/Lottery\\?key=${TABLE_KEY}`));
  await betOn(other, 'Odd');
});

async function register(page: Page, club: Club): Promise<void> {
  // The form for signing in has a user name, too.
  await expect(page.getByRole('heading', { name: 'Join the club' })).toBeVisible();
  await field(page, 'User name').fill(freshName());
  await field(page, 'Password').fill(GOOD_PASSWORD);
  await field(page, 'Invite code').fill(await freshInvite(club));
  await field(page, 'Date of birth').fill('1990-04-12');
  await acceptAll(page);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page).not.toHaveURL(/Register/);
}

async function betOn(page: Page, bet: string): Promise<void> {
  await expect(page.getByRole('timer', { name: 'Time left to bet' })).toBeVisible();
  await table.betKey(page, bet).click();
  await table.placeSlip(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(table.myBets(page)).toContainText(bet);
}
