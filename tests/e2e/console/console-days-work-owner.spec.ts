import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { choosePage, countActs, doTask, openQueue } from '../pages/console-day.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';

// A day of an owner, and the second person of finance: tasks from the overview on, in the clicks of days-work.json.

const GAMES = 'Games and rules';

test('an owner does the tasks of a day in the clicks of the table, and finance confirms the odds', async ({
  staff,
}) => {
  const olga = await staff('olga');
  await countActs(olga);
  const task = (name: string, act: () => Promise<void>) => doTask(olga, 'owner', name, act);
  const proposed = olga.getByText(/^You proposed this on /);

  await task('Propose new odds for Friday', async () => {
    await choosePage(olga, GAMES, 'Lotteries');
    await olga.locator('[data-row-link]').nth(1).click();
    await olga.getByRole('link', { name: 'Propose odds table' }).click();
    await olga.getByLabel('Pays: Odd', { exact: true }).fill('1.93');
    await olga.getByLabel('Reason').fill('Agreed for Friday');
    await olga.getByRole('button', { name: 'Propose table' }).click();
    await expect(proposed).toBeVisible();
  });

  const finn = await staff('finn');
  await countActs(finn);
  await doTask(finn, 'finance', 'Confirm the new odds for Friday', async () => {
    await openQueue(finn, 'Proposals to decide');
    await finn.getByRole('row').filter({ hasText: 'Odds table' }).first().locator('[data-row-link]').click();
    await expect(finn.getByText('Agreed for Friday')).toBeVisible();
    await finn.getByRole('button', { name: 'Confirm' }).click();
    const form = finn.getByRole('dialog', { name: 'Confirm proposal' });
    await form.getByLabel('Reason').fill('Compared with what was agreed');
    await form.getByRole('button', { name: 'Confirm' }).click();
    await expect(finn.getByText('Confirmed', { exact: true })).toBeVisible();
  });

  await task('Propose a new lottery', async () => {
    await choosePage(olga, GAMES, 'Lotteries');
    await olga.getByRole('link', { name: 'New lottery' }).click();
    await olga.getByLabel('Name').fill('Sic Bo Evening');
    await olga.getByLabel('Key').fill('sicbo-evening');
    await choose(olga, 'Period', '30 s');
    await choose(olga, 'Class', 'Sic Bo');
    await olga.getByLabel('Reason').fill('For a trial');
    await olga.getByRole('button', { name: 'Propose lottery' }).click();
    await expect(proposed).toBeVisible();
  });
  await withdraw(olga);

  await task('Propose a tighter rule for payouts', async () => {
    await choosePage(olga, GAMES, 'Payment rule');
    await olga.getByRole('link', { name: 'Propose payment rule' }).click();
    await olga.getByLabel('Withdrawals per day').fill('1');
    await olga.getByLabel('Reason').fill('As the owners agreed');
    await olga.getByRole('button', { name: 'Propose rule' }).click();
    await expect(olga.getByRole('row').filter({ hasText: 'Payment rule' }).first()).toBeVisible();
  });

  await olga.getByRole('link', { name: 'Overview' }).click();
  await expect(olga.getByRole('link', { name: /^My proposals, waiting/ })).toBeVisible();
  await expectGoodConsole(olga, 'an overview with own proposals');
  await task('Withdraw an own proposal', async () => {
    await openQueue(olga, 'My proposals, waiting for a second person');
    await olga.locator('[data-row-link]').first().click();
    await expect(proposed).toBeVisible();
    await withdraw(olga);
  });

  const name = `nora-${randomBytes(3).toString('hex')}`;
  await task('Give a new colleague an account', async () => {
    await choosePage(olga, 'People', 'Staff');
    await olga.getByRole('button', { name: 'Add staff member' }).click();
    const form = olga.getByRole('dialog', { name: 'Add staff member' });
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    await form.getByLabel('Role').click();
    await olga.getByRole('option', { name: 'Content' }).click();
    await form.getByRole('textbox', { name: 'Reason' }).fill('Begins on Monday');
    await form.getByRole('button', { name: 'Add' }).click();
    const once = olga.getByRole('dialog', { name: `For ${name}, shown only once` });
    await once.getByRole('button', { name: 'I have handed it over' }).click();
    await expect(olga.getByRole('row', { name: new RegExp(name) })).toContainText('Content');
  });

  await task('End the access of a colleague who leaves', async () => {
    await choosePage(olga, 'People', 'Staff');
    await olga.getByRole('button', { name: `Disable: ${name}` }).click();
    const form = olga.getByRole('dialog', { name: `Disable ${name}` });
    await form.getByRole('textbox', { name: 'Reason' }).fill('Leaves the club');
    await form.getByRole('button', { name: 'Disable' }).click();
    await expect(form).toBeHidden();
    await expect(olga.getByRole('row', { name: new RegExp(name) })).toBeHidden();
  });
});

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: new RegExp(`^${label}\\b`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Takes back the proposal on the page. */
async function withdraw(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Withdraw' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Reason').fill('Not now');
  await form.getByRole('button', { name: 'Withdraw' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible();
}
