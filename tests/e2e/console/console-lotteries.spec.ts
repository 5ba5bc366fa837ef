import type { Page } from '@playwright/test';
import { heading, menuLink } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';

// Odds and the payment rule: one proposes, another confirms, and the book has the change before it applies.

test('a table is proposed with its returns in view, confirmed by another, and in the book before it applies', async ({
  page: visitor,
  staff,
}) => {
  const olga = await staff('olga');
  await olga.goto('/console/lotteries');
  await expectGoodConsole(olga, 'the lotteries');
  await olga.locator('[data-row-link]').first().click();
  await expect(olga.getByRole('heading', { name: 'Current odds table' })).toBeVisible();
  await expectGoodConsole(olga, 'a lottery');
  const before = await tablesInBook(visitor);
  await olga.getByRole('link', { name: 'Propose odds table' }).click();
  await expect(olga.getByText(/^Every bet returns between 92.00% and 98.00%/)).toBeVisible();

  const big = olga.getByLabel('Pays: Big');
  await big.fill('1.99');
  const row = olga.getByRole('row').filter({ has: big });
  await expect(row).toContainText('99.50% 199/200');
  await expect(row).toContainText('Outside band');
  await expect(olga.getByText(/^This table cannot be published/)).toContainText('Big: The return is outside the band');
  await olga.getByLabel('Reason').fill('As the owners agreed');
  await olga.getByRole('button', { name: 'Propose table' }).click();
  await expect(olga.getByText(/^This table is not allowed. Big: The return is outside the band/)).toBeVisible();
  await big.fill('1.94');
  await expect(row).toContainText('97.00% 97/100');
  await expect(row).toContainText('50.00% 1/2');
  await expectGoodConsole(olga, 'a table that is proposed');
  await olga.getByRole('button', { name: 'Propose table' }).click();
  await expect(
    olga.getByText(/^You proposed this on .+ Next: another person of finance or an owner confirms or declines it\.$/),
  ).toBeVisible();
  await expect(olga.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  expect(await tablesInBook(visitor)).toBe(before);

  const finn = await staff('finn');
  await (await menuLink(finn, 'Proposals')).click();
  await finn.locator('[data-row-link]').first().click();
  const change = finn.getByRole('table', { name: 'Changes' }).getByRole('row').filter({ hasText: 'Big' });
  await expect(change).toContainText('× 1.94');
  await expect(change).toContainText('97.00% 97/100');
  await expect(finn.getByText('As the owners agreed')).toBeVisible();
  await expectGoodConsole(finn, 'a proposal');
  await finn.getByRole('button', { name: 'Confirm' }).click();
  const form = finn.getByRole('dialog', { name: 'Confirm proposal' });
  await form.getByRole('button', { name: 'Confirm' }).click();
  await expect(form.getByText('Enter a reason.')).toBeVisible();
  await form.getByLabel('Reason').fill('Compared with what was agreed');
  await form.getByRole('button', { name: 'Confirm' }).click();
  await expect(form).toBeHidden();
  await expect(finn.getByText('Confirmed', { exact: true })).toBeVisible();

  // The book has it at once. The open period still uses the old one.
  expect(await tablesInBook(visitor)).toBe(before + 1);
  const { items } = await (await olga.request.get('/api/console/lotteries')).json();
  const changed = items.find(({ coming }: { coming: unknown[] }) => coming.length > 0);
  if (changed !== undefined) {
    await olga.goto(`/console/lotteries/${changed.key}/show`);
    await expect(olga.getByRole('heading', { name: /^Published, in force from period/ })).toBeVisible();
  }
});

test('a tighter rule says so, waits 7 days in the book, and can be declined or withdrawn', async ({ staff }) => {
  const olga = await staff('olga');
  await olga.goto('/console/money-rule');
  await expectGoodConsole(olga, 'the rule for money');
  const open = async (perDay: string) => {
    await olga.goto('/console/money-rule/create');
    await olga.getByLabel('Withdrawals per day').fill(perDay);
    await olga.getByLabel('Reason').fill('As the owners agreed');
  };
  await open('x');
  await expect(olga.getByRole('button', { name: 'Propose rule' })).toBeDisabled();
  await open('9');
  await expect(olga.getByText(/^This rule tightens nothing/)).toBeVisible();
  await open('1');
  await expect(olga.getByRole('row').filter({ hasText: 'Withdrawals per day' })).toContainText('Tighter: 7 days');
  await expect(olga.getByText(/only after 7 days in the book/)).toBeVisible();
  await expectGoodConsole(olga, 'a rule that is proposed');
  await olga.getByRole('button', { name: 'Propose rule' }).click();
  await expect(heading(olga, 'Proposals')).toBeVisible();

  const greta = await staff('greta');
  await openProposal(greta);
  await expect(greta.getByRole('row').filter({ hasText: 'Withdrawals per day' })).toContainText('Tighter: 7 days');
  await decide(greta, 'Decline', 'Decline proposal', 'Not agreed');
  await expect(greta.getByText('Declined', { exact: true })).toBeVisible();

  await open('1');
  await olga.getByRole('button', { name: 'Propose rule' }).click();
  await openProposal(greta);
  await decide(greta, 'Confirm', 'Confirm proposal', 'Agreed after all');
  await expect(greta.getByText('Confirmed', { exact: true })).toBeVisible();
  await greta.goto('/console/money-rule');
  await expect(greta.getByRole('heading', { name: /^Published: version/ })).toBeVisible();
  await expect(greta.getByRole('link', { name: 'Propose payment rule' })).toHaveCount(0);
});

test('content shows a lottery in another way and changes nothing of its odds', async ({ staff }) => {
  const cora = await staff('cora');
  await cora.goto('/console/lotteries');
  await cora.locator('[data-row-link]').last().click();
  await expect(cora.getByRole('link', { name: 'Propose odds table' })).toHaveCount(0);
  await cora.getByRole('button', { name: 'Change' }).click();
  const form = cora.getByRole('dialog', { name: 'Display' });
  await form.getByLabel('Description').fill('Three dice, once in a while');
  await form.getByRole('button', { name: 'Preview' }).click();
  const seen = cora.getByRole('dialog', { name: 'Member preview' });
  await expect(seen.getByText('Three dice, once in a while')).toBeVisible();
  await seen.getByRole('button', { name: 'Save' }).click();
  await expect(seen).toBeHidden();
  await expect(cora.getByText('Three dice, once in a while')).toBeVisible();
  // The form's address does not help, either.
  await cora.goto(new URL(cora.url()).pathname.replace('/show', ''));
  await expect(heading(cora, 'Page not found')).toBeVisible();
});

async function openProposal(page: Page): Promise<void> {
  await page.goto('/console/proposals');
  await page.locator('[data-row-link]').first().click();
  await expect(heading(page, 'Payment rule')).toBeVisible();
}

async function decide(page: Page, act: string, title: string, why: string): Promise<void> {
  await page.getByRole('button', { name: act }).click();
  const form = page.getByRole('dialog', { name: title });
  await form.getByLabel('Reason').fill(why);
  await form.getByRole('button', { name: act }).click();
  await expect(form).toBeHidden();
}

/** Number of tables in the public book. */
async function tablesInBook(page: Page): Promise<number> {
  const { total } = await (await page.request.get('/api/book/entries?type=table&limit=1')).json();
  return total;
}
