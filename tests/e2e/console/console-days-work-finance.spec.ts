import type { Page } from '@playwright/test';
import type { Club } from '../kit/club.ts';
import { joinClub } from '../kit/members.ts';
import { askForPayout, heading } from '../pages/console.ts';
import { choosePage, countActs, doTask, find, openQueue } from '../pages/console-day.ts';
import { expect, test } from '../pages/console-test.ts';
import { becomeReady, leaveProvider, startTopUp } from '../pages/money-in.ts';

// A day of finance: tasks from the overview on, in at most the clicks that days-work.json states.

const IN_REVIEW = 600_000n;
const TEN_DAYS_MS = 10 * 86_400_000;

test('finance does its tasks of a day in the clicks of the table', async ({ newPhone, club, staff }) => {
  const refused = await withPayout(await newPhone(), club);
  const first = await withPayout(await newPhone(), club);
  const second = await withPayout(await newPhone(), club);
  const mira = await newPhone();
  const { userName } = await joinClub(mira, club);
  await becomeReady(mira);
  await payAnother(mira, '36.75');

  const finn = await staff('finn');
  await countActs(finn);
  const task = (name: string, act: () => Promise<void>) => doTask(finn, 'finance', name, act);
  const button = (name: string) => finn.getByRole('button', { name, exact: true });
  const approve = async () => {
    await button('Approve').click();
    const form = finn.getByRole('dialog', { name: 'Approve 6,000.00 credits' });
    await form.getByLabel('Reason').fill('The account has the member’s name');
    await form.getByRole('button', { name: 'Approve' }).click();
    await expect(form).toBeHidden();
  };

  await task('Refuse a payout to an account of another person', async () => {
    await openQueue(finn, 'Withdrawals in review');
    await finn.getByRole('row').filter({ hasText: refused.userName }).locator('[data-row-link]').click();
    await button('Refuse').click();
    const form = finn.getByRole('dialog', { name: 'Refuse 6,000.00 credits' });
    await form.getByRole('combobox', { name: 'Reason' }).click();
    await finn.getByRole('option', { name: 'The card or account does not belong to the member' }).click();
    await form.getByLabel('Message to the member').fill('The account has another name than yours.');
    await form.getByRole('button', { name: 'Refuse' }).click();
    await expect(finn.getByText(/^You proposed to refuse this on .+ Next: another person of finance/)).toBeVisible();
  });

  await task('Find the payout whose id a member sends', async () => {
    await find(finn, first.id, 'Withdrawal of 6,000.00 credits');
    await expect(finn.getByRole('region', { name: 'Member' })).toContainText(first.userName);
  });

  await onlyThese(finn, [first.id, second.id]);
  await task('Approve two payouts, one after the other', async () => {
    await openQueue(finn, 'Withdrawals in review');
    await finn.getByRole('row').filter({ hasText: first.userName }).locator('[data-row-link]').click();
    await approve();
    await finn.getByRole('link', { name: /^Next: 6,000\.00.credits, / }).click();
    await expect(finn.getByRole('region', { name: 'Member' })).toContainText(second.userName);
    await approve();
    await expect(finn.getByText('The queue is empty. Nothing else waits for you.')).toBeVisible();
  });

  await task('Credit a payment of another amount than requested', async () => {
    await openQueue(finn, 'Top-up mismatches');
    await finn.getByRole('row').filter({ hasText: '36.75 credits' }).locator('[data-row-link]').click();
    await button('Credit').click();
    const form = finn.getByRole('dialog', { name: 'Credit 36.75 credits' });
    await form.getByLabel('Reason').fill('They paid less than they meant to');
    await form.getByRole('button', { name: 'Credit' }).click();
    await expect(form).toBeHidden();
  });

  const reference = crypto.randomUUID();
  await task('Propose to correct a balance for a bet that was lost', async () => {
    await find(finn, userName, userName);
    await button('Correct balance').click();
    const form = finn.getByRole('dialog', { name: `Correct the balance of ${userName}` });
    await form.getByLabel('Reason').fill('A bet of that evening won, and its slip was lost.');
    await form.getByRole('textbox', { name: 'Amount' }).fill('12.50');
    await form.getByRole('textbox', { name: 'Reference' }).fill(reference);
    await form.getByRole('button', { name: 'Propose correction' }).click();
    await expect(form).toBeHidden();
  });

  await task('Enter an order of a court about a member', async () => {
    await choosePage(finn, 'Money', 'Legal holds');
    await finn.getByRole('textbox', { name: 'Member' }).fill(userName);
    await finn.keyboard.press('Enter');
    await button('Add legal hold').click();
    const form = finn.getByRole('dialog', { name: 'Add legal hold' });
    await form.getByLabel('Authority').fill('City Court');
    await form.getByLabel('Order reference').fill('CC 7/26');
    await form.getByLabel('Reason').fill('As ordered');
    await form.getByLabel('Expires on').fill(new Date(Date.now() + TEN_DAYS_MS).toISOString().slice(0, 10));
    await form.getByRole('button', { name: 'Add' }).click();
    await expect(finn.getByRole('region', { name: 'City Court, CC 7/26' })).toContainText(
      'Waiting for a second person',
    );
  });

  const greta = await staff('greta');
  await countActs(greta);
  await doTask(greta, 'finance', 'Confirm the correction that a colleague proposed', async () => {
    await openQueue(greta, 'Proposals to decide');
    const row = greta.getByRole('row').filter({ hasText: userName });
    await row.locator('[data-row-link]').click();
    await expect(greta.getByRole('region', { name: 'Changes' })).toContainText(reference);
    await greta.getByRole('button', { name: 'Confirm' }).click();
    const form = greta.getByRole('dialog', { name: 'Confirm proposal' });
    await form.getByLabel('Reason').fill('The slip is in the printed list.');
    await form.getByRole('button', { name: 'Confirm' }).click();
    await expect(greta.getByText('Balance corrected. The member was notified')).toBeVisible();
  });
  await expect(heading(greta, 'Balance correction')).toBeVisible();
});

/** A member whose payout waits for a review. */
async function withPayout(phone: Page, club: Club): Promise<{ userName: string; id: string }> {
  const { userName } = await joinClub(phone, club);
  await becomeReady(phone);
  const { id } = await askForPayout(phone, IN_REVIEW);
  return { userName, id };
}

/** Requests 50 and pays another amount on the provider's page. */
async function payAnother(phone: Page, amount: string): Promise<void> {
  await startTopUp(phone, '50');
  await phone.getByText('More ways this can end').click();
  await phone.getByLabel('Amount').fill(amount);
  await leaveProvider(phone, 'Pay this instead');
}

/** Leaves only the withdrawals of this journey in the queue, whatever else the club has. */
async function onlyThese(page: Page, ids: string[]): Promise<void> {
  await page.route('**/api/console/withdrawals?*', async (route) => {
    const response = await route.fetch();
    const found = await response.json();
    const items = found.items.filter(({ id }: { id: string }) => ids.includes(id));
    await route.fulfill({ response, json: { ...found, items, nextCursor: null, total: items.length } });
  });
}
