import type { Locator, Page } from '@playwright/test';
import type { Club } from '../kit/club.ts';
import { joinClub } from '../kit/members.ts';
import { heading, menuLink } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import { becomeReady, leaveProvider, startTopUp } from '../pages/money-in.ts';

// Payments that do not match their top-up.

test('a different amount than requested waits until staff credit the received one', async ({
  page: member,
  club,
  staff,
}) => {
  await payAnother(member, club, '37.50');
  const finn = await staff('finn');
  await (await menuLink(finn, 'Top-up mismatches')).click();
  const row = finn.getByRole('row').filter({ hasText: '37.50 credits' });
  await expect(row).toContainText('Different amount');
  await expect(row).toContainText('50.00 credits');
  await expectGoodConsole(finn, 'top-ups in review');
  for (const column of ['Time', 'Automatic refund']) {
    expect(await linesOf(finn, row, column), column).toBeLessThanOrEqual(2);
  }
  await row.getByRole('link', { name: '37.50 credits' }).click();
  await expect(heading(finn, 'Payment of 37.50 credits')).toBeVisible();
  await expect(finn.getByText(/requested 50\.00.credits\. The provider received 37\.50.credits\.$/)).toBeVisible();
  await finn.getByRole('button', { name: 'Credit' }).click();
  const form = finn.getByRole('dialog', { name: 'Credit 37.50 credits' });
  await form.getByRole('button', { name: 'Credit' }).click();
  await expect(form.getByText('Enter a reason.')).toBeVisible();
  await form.getByLabel('Reason').fill('They paid less than they meant to');
  await form.getByRole('button', { name: 'Credit' }).click();
  await expect(form).toBeHidden();
  await expect(finn.getByText('The queue is empty.').or(finn.getByRole('link', { name: /^Next: / }))).toBeVisible();
  await finn.keyboard.press('u');
  await expect(heading(finn, 'Top-up mismatches')).toBeVisible();
  await expect(row).toBeHidden();
  const { availableMinor } = await (await member.request.get('/api/me')).json();
  expect(availableMinor).toBe('1003750');
});

test('a settled top-up is found by its state, which is part of the address; an auditor only reads', async ({
  page: member,
  club,
  staff,
}) => {
  await payAnother(member, club, '41.25');
  const finn = await staff('finn');
  await finn.goto('/console/payments');
  const row = finn.getByRole('row').filter({ hasText: '41.25 credits' });
  await row.getByRole('link', { name: '41.25 credits' }).click();
  await finn.getByRole('button', { name: 'Refund' }).click();
  const form = finn.getByRole('dialog', { name: 'Refund 41.25 credits' });
  await form.getByLabel('Reason').fill('They asked for it back');
  await form.getByRole('button', { name: 'Refund' }).click();
  await expect(form).toBeHidden();

  const ada = await staff('ada');
  await ada.goto('/console/payments');
  await expect(heading(ada, 'Top-up mismatches')).toBeVisible();
  await expect(ada.getByText('Every payment matches its top-up.').or(ada.getByRole('table'))).toBeVisible();
  await ada.getByLabel('State').click();
  const back = ada.getByRole('option', { name: /^(Refund in progress|Refunded)$/ });
  await back.last().click();
  await expect(ada).toHaveURL(/refunded/);
  await expect(async () => {
    await ada.reload();
    await expect(ada.getByRole('row').filter({ hasText: '41.25 credits' })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await ada.getByRole('link', { name: '41.25 credits' }).click();
  await expect(ada.getByText('They asked for it back')).toBeVisible();
  await expect(ada.getByRole('button', { name: /^(Credit|Refund|Skip)/ })).toHaveCount(0);
});

/** Requests 50 and pays another amount on the provider's page. */
/** Number of lines that a cell's text takes. */
async function linesOf(page: Page, row: Locator, column: string): Promise<number> {
  const heads = (await page.getByRole('columnheader').allTextContents()).map((text) => text.replace(/[↑↓]/, ''));
  const cell = row.getByRole('cell').nth(heads.indexOf(column));
  return cell.evaluate((shown) => {
    const text = document.createRange();
    text.selectNodeContents(shown);
    return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
}

async function payAnother(member: Page, club: Club, amount: string): Promise<void> {
  await joinClub(member, club);
  await becomeReady(member);
  await startTopUp(member, '50');
  await member.getByText('More ways this can end').click();
  await member.getByLabel('Amount').fill(amount);
  await leaveProvider(member, 'Pay this instead');
}
