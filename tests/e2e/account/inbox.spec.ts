import type { Page } from '@playwright/test';
import { letDiceFall } from '../kit/club-time.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { field } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as table from '../pages/lottery-table.ts';
import { becomeReady } from '../pages/money-in.ts';
import * as out from '../pages/money-out.ts';

// Messages: one inbox with filters by subject, and the settings of what is pushed.

test('one inbox has messages, results and notices, filtered by subject in the address', async ({ page, club }) => {
  await joinClub(page, club);
  await becomeReady(page);
  await out.withdraw(page, '25');
  await table.openTable(page);
  await table.chooseBet(page, 'Big', '5.00');
  const period = await table.placeSlip(page);
  await letDiceFall(page, period);
  await page.goto('/Notice');
  const payee = page.getByRole('button', { name: /Payouts now go to/ });
  const withdrawal = page.getByRole('button', { name: /Withdrawal of 25\.00 credits submitted/ });
  const result = page.getByRole('link', { name: new RegExp(`Draw ${period} `) });
  const notice = page.getByRole('listitem').filter({ hasText: 'Play credits are free and without value' });
  await expect(payee).toBeVisible();
  await expect(withdrawal).toBeVisible();
  await expect(result).toBeVisible({ timeout: DRAW_MS_MAX });
  await expect(notice).toBeVisible();
  await expectGoodLook(page, 'the whole inbox');

  await filter(page, 'Money').click();
  await expect(page).toHaveURL('/Notice?tab=money');
  await expect(withdrawal).toBeVisible();
  for (const other of [payee, result, notice]) await expect(other).toBeHidden();
  await page.reload();
  await expect(filter(page, 'Money')).toHaveAttribute('aria-pressed', 'true');
  await expect(withdrawal).toBeVisible();
  await expect(payee).toBeHidden();

  await expect(filter(page, 'Money')).toHaveAccessibleName('Money New');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(filter(page, 'Money')).toHaveAccessibleName('Money');
  await expect(filter(page, 'Account')).toHaveAccessibleName('Account New');
  await filter(page, 'Account').click();
  await expect(payee).toContainText('New');
  await expect(withdrawal).toBeHidden();
  await filter(page, 'Play').click();
  await expect(result).toBeVisible();
  await expect(payee).toBeHidden();
  await filter(page, 'From the house').click();
  await expect(notice).toBeVisible();
  await expect(result).toBeHidden();
});

test('what is pushed is chosen by subject, with quiet hours, for all devices', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/Notice');
  await page.getByRole('button', { name: 'Choose what and when' }).click();
  const sheet = page.getByRole('dialog', { name: 'Notification settings' });
  await expect(sheet).toContainText('Security messages, such as a request for a new password, always arrive.');
  for (const name of ['Money', 'Play', 'Account', 'House', 'Support']) {
    await expect(sheet.getByRole('switch', { name, exact: true })).toBeChecked();
  }
  await expect(sheet.getByRole('switch', { name: 'Quiet hours' })).not.toBeChecked();
  await sheet.getByRole('switch', { name: 'Play', exact: true }).click();
  await sheet.getByRole('switch', { name: 'Quiet hours' }).click();
  await field(page, 'From').fill('23:00');
  await field(page, 'To').fill('23:00');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet.getByText('Enter two different times.')).toBeVisible();
  await expectGoodLook(page, 'the settings of notifications with a fault');
  await field(page, 'To').fill('06:30');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toBeHidden();
  expect(await (await page.request.get('/api/me/push-settings')).json()).toEqual({
    topics: { money: true, play: false, account: true, house: true, desk: true },
    quiet: { from: '23:00', to: '06:30', timeZone: 'UTC' },
  });

  await page.reload();
  await page.getByRole('button', { name: 'Choose what and when' }).click();
  await expect(sheet.getByRole('switch', { name: 'Play', exact: true })).not.toBeChecked();
  await expect(field(page, 'To')).toHaveValue('06:30');
  await sheet.getByRole('switch', { name: 'Quiet hours' }).click();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toBeHidden();
  expect((await (await page.request.get('/api/me/push-settings')).json()).quiet).toBe(null);
});

function filter(page: Page, name: string) {
  return page.getByRole('group', { name: 'Message categories' }).getByRole('button', { name });
}
