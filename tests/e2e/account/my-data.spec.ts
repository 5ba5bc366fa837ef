import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { field } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';
import { becomeReady, PIN, REAL_NAME, typePin } from '../pages/money-in.ts';
import * as out from '../pages/money-out.ts';

// The data export and closing the account.

async function saved(page: Page, button: string): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: button, exact: true }).click(),
  ]);
  return download;
}

test('all stored data can be downloaded, for people and for programs', async ({ page, club, newPhone }) => {
  const { userName } = await joinClub(page, club);
  await becomeReady(page);
  await page.goto('/Infomation');
  await page.getByRole('link', { name: 'My data' }).click();
  await expect(page).toHaveURL('/MyData');
  for (const consent of ['Terms', 'Game rules', 'Privacy']) {
    await expect(page.getByText(new RegExp(`^${consent}, version \\d+$`))).toBeVisible();
  }
  await expect(page.getByRole('listitem').filter({ hasText: 'Money and statement' })).toContainText('5 years');
  await expectGoodLook(page, '/MyData');

  const json = await saved(page, 'Save as JSON');
  expect(json.suggestedFilename()).toBe('my-data.json');
  const file = JSON.parse(await readFile(await json.path(), 'utf8'));
  expect(file).toMatchObject({ userName, complete: true });
  expect(file.data.realNames).toMatchObject([{ name: REAL_NAME }]);
  expect(file.data.payees[0].masked).toMatch(/30 ?00$/);
  expect(file.data.statement).toHaveLength(1);

  const whole = await saved(page, 'Save as a page');
  expect(whole.suggestedFilename()).toBe('my-data.html');
  const reader = await newPhone();
  await reader.setContent(await readFile(await whole.path(), 'utf8'));
  await expect(reader.getByRole('heading', { level: 1 })).toContainText(userName);
  await expect(reader.locator('#statement')).toContainText('10000.00');
  // The file's own policy allows only its own style.
  await expect(reader.locator('table').first()).toHaveCSS('border-collapse', 'collapse');
  await expectGoodLook(reader, 'the page of the data');
});

test('a member who closes the account is paid out to the last cent, after a second confirmation, and sees it', async ({
  page,
  club,
  newPhone,
}) => {
  const member = await joinClub(page, club);
  await page.goto('/MyData');
  await expect(page.getByRole('heading', { name: 'Needed for the payout' })).toBeVisible();
  await becomeReady(page);
  await page.reload();
  await page.getByRole('button', { name: 'Close account' }).click();
  const sheet = page.getByRole('dialog', { name: 'Close account' });
  await expect(sheet).toContainText('10,000.00 credits');
  await expect(sheet).toContainText('Elbe-Bank');
  await expectGoodLook(page, 'closing the account');
  await typePin(page, 'Finance password', '9182');
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect(sheet.getByText('Close it for good? This cannot be undone.')).toBeVisible();
  await expectGoodLook(page, 'the second yes');
  await sheet.getByRole('button', { name: 'Yes, close for good' }).click();
  await expect(field(page, 'Finance password')).toHaveAccessibleDescription(/Wrong finance password/);
  // Nothing has been closed yet.
  expect((await (await page.request.get('/api/me')).json()).closing).toBe(false);
  await typePin(page, 'Finance password', PIN);
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await sheet.getByRole('button', { name: 'Keep account' }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole('button', { name: 'Close account' }).click();
  await typePin(page, 'Finance password', PIN);
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await sheet.getByRole('button', { name: 'Yes, close for good' }).click();

  await expect(page.getByRole('heading', { name: 'Your account is being closed' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Account closure' })).toContainText('10,000.00');
  await expect(page.getByRole('button', { name: 'Close account' })).toBeHidden();
  await expectGoodLook(page, 'a member who leaves');
  const { items } = await (await page.request.get('/api/me/withdrawals')).json();
  expect(items).toMatchObject([{ amountMinor: '1000000', closing: true }]);

  // From this amount on, staff review the withdrawal.
  const staff = await out.staffOf(club, await newPhone(), 'finn');
  const { id } = await (await page.request.get('/api/me')).json();
  await staff.post(`/api/console/members/${id}/withdrawals/${items[0].id}/approve`, { why: 'the account is his own' });
  await out.endPayout(page, club, items[0].id, 'paid');
  await expect(page.getByRole('heading', { name: 'Everything is paid out' })).toBeVisible({ timeout: 20_000 });
  await expectGoodLook(page, 'a member who has left');

  // The restricted session can still read, also on another phone, and can no longer bet.
  await page.goto('/Mine');
  await page.getByRole('link', { name: 'My data' }).click();
  await expect(page).toHaveURL('/MyData');
  const again = await newPhone(club.address);
  await again.goto('/Login?to=/MyData');
  await field(again, 'User name').fill(member.userName);
  await field(again, 'Password').fill(member.password);
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(again.getByRole('heading', { name: 'Everything is paid out' })).toBeVisible();
  const json = await saved(again, 'Save as JSON');
  expect(JSON.parse(await readFile(await json.path(), 'utf8')).data.closure).toHaveLength(1);
});

test('the newest notice stands on Home, leads to all of them, and loses its mark once read', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/Home');
  const line = page.getByRole('link', { name: /New$/ }).first();
  await expect(line).toBeVisible();
  await line.click();
  await expect(page).toHaveURL(/\/Notice\?tab=house/);
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('New');
  await expectGoodLook(page, 'the notices of the house');
  await page.goto('/Home');
  await expect(page.getByRole('main').getByRole('link').filter({ hasText: 'New' })).toHaveCount(0);
});
