import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { field } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';
import { becomeReady } from '../pages/money-in.ts';
import * as out from '../pages/money-out.ts';

// The records of a member's money: statement, files, filter and report.

test('the statement is filtered, and downloaded as CSV and PDF', async ({ page, club }) => {
  await joinClub(page, club);
  await becomeReady(page);
  await out.withdraw(page, '30');
  await out.withdraw(page, '6000');
  await page.goto('/Account');
  const lines = page.getByRole('main').getByRole('listitem');
  await expect(lines.filter({ hasText: 'Withdrawal' })).toHaveCount(2);
  await expect(lines.first()).toContainText(/−6,000\.00\s*3,970\.00 after/);
  await expect(lines.last()).toContainText(/Starting credits.*\+10,000\.00/);
  await expectGoodLook(page, '/Account');

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const filter = page.getByRole('dialog', { name: 'Filter transactions' });
  await filter.getByRole('button', { name: 'Withdrawals' }).click();
  await field(page, 'Maximum amount').fill('12x');
  await filter.getByRole('button', { name: 'Apply filter' }).click();
  await expect(field(page, 'Maximum amount')).toHaveAccessibleDescription(/This is no amount/);
  await expectGoodLook(page, 'the filter with a fault');
  await field(page, 'Maximum amount').fill('100');
  await filter.getByRole('button', { name: 'Apply filter' }).click();
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText('−30.00');
  await expect(page.getByRole('button', { name: 'Filter (2)' })).toBeVisible();
  await expectGoodLook(page, '/Account, filtered');

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expectGoodLook(page, 'the files of the statement');
  const csv = (await textOf(page, () => page.getByRole('link', { name: 'Save as CSV' }).click())).split('\n');
  expect(csv.filter((line) => /\b3000\b/.test(line))).toHaveLength(1);
  expect(csv.filter((line) => /\b600000\b/.test(line))).toHaveLength(0);
  const month = page.getByRole('dialog').getByRole('listitem').getByRole('link').first();
  expect(await textOf(page, () => month.click())).toMatch(/^%PDF-/);
  await page.keyboard.press('Escape');
  await lines.first().getByRole('button').click();
  const line = page.getByRole('dialog', { name: 'Withdrawal' });
  await expect(line).toContainText(/Available afterwards\s*9,970\.00/);
  await expectGoodLook(page, 'a line of the statement');
  expect(await textOf(page, () => line.getByRole('link', { name: 'Save receipt (PDF)' }).click())).toMatch(/^%PDF-/);
  await line.getByRole('link', { name: 'View withdrawal' }).click();
  await expect(out.details(page)).toContainText('−30.00');
  const receipt = out.details(page).getByRole('link', { name: 'Save receipt (PDF)' });
  expect(await textOf(page, () => receipt.click()), 'a receipt of the withdrawal itself').toMatch(/^%PDF-/);
});

test('one filter holds for transactions, top-ups, withdrawals and bets, and stays on the way back', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await becomeReady(page);
  await out.withdraw(page, '30');
  await page.goto('/Account');
  const parts = page.getByRole('group', { name: 'Sections of the statement' });
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '7 days' }).click();
  await page.getByRole('button', { name: 'Apply filter' }).click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
  await parts.getByRole('button', { name: 'Withdrawals' }).click();
  await expect(page).toHaveURL(/tab=withdrawals&from=\d{4}-\d{2}-\d{2}&to=/);
  await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const csv = await textOf(page, () => page.getByRole('link', { name: 'Save as CSV' }).click());
  expect(csv.split('\n').filter((row) => /\b3000\b/.test(row))).toHaveLength(1);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Filter (1)' }).click();
  await field(page, 'From').fill('2020-01-01');
  await field(page, 'To').fill('2020-01-31');
  await page.getByRole('button', { name: 'Apply filter' }).click();
  await expect(page.getByRole('heading', { name: 'No matching withdrawals' })).toBeVisible();
  for (const part of ['Top-ups', 'Bets', 'All transactions']) {
    await parts.getByRole('button', { name: part }).click();
    await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('button', { name: 'Clear filter' })).toBeVisible();
  }
  await parts.getByRole('button', { name: 'Withdrawals' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Clear filter' }).click();
  await page.getByRole('button', { name: 'At the bank', exact: true }).click();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '30 days' }).click();
  await page.getByRole('button', { name: 'Apply filter' }).click();
  const filtered = page.url();
  await page.getByRole('main').getByRole('listitem').getByRole('button').click();
  await expect(out.details(page)).toBeVisible();
  await page.goBack();
  await expect(out.details(page)).toBeHidden();
  expect(page.url()).toBe(filtered);
});

test('a withdrawal that a person approved is paid, and the report sums up a span of days', async ({
  page,
  club,
  newPhone,
}) => {
  await joinClub(page, club);
  await becomeReady(page);
  const id = await out.withdraw(page, '5500');
  const { id: member } = await (await page.request.get('/api/me')).json();
  const finn = await out.staffOf(club, await newPhone(), 'finn');
  const approval = await finn.post(`/api/console/members/${member}/withdrawals/${id}/approve`, { why: 'All is well.' });
  expect(approval.status()).toBe(200);
  await expect(out.steps(page).filter({ hasText: 'Approved' })).not.toContainText('at the latest');
  await out.endPayout(page, club, id, 'paid');
  await expect(out.steps(page).last()).toContainText(/^Paid out/);
  await page.goto('/Personalreport');
  await expect(page.getByRole('main')).toContainText(/Withdrawn\s*5,500\.00/);
  await expect(page.getByRole('main')).toContainText(/Topped up minus withdrawn, in total\s*\u200e?−5,500\.00/);
  await expect(page.getByText('You staked and won nothing in these days.')).toBeVisible();
  await expectGoodLook(page, '/Personalreport');
  await page.getByRole('button', { name: 'Custom range' }).click();
  await field(page, 'First day').fill('2099-01-01');
  await expect(field(page, 'Last day')).toHaveAccessibleDescription('The last day is before the first.');
  await expectGoodLook(page, '/Personalreport with a fault');
  await field(page, 'First day').fill('2026-01-01');
  await field(page, 'Last day').fill('2026-01-31');
  await expect(page.getByRole('main')).toContainText(/Withdrawn\s*0\.00/);
});

async function textOf(page: Page, act: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return read(download);
}

async function read(download: Download): Promise<string> {
  return readFile(await download.path(), 'latin1');
}
