import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { joinClub } from '../kit/members.ts';
import { pageHeaders } from '../kit/page-headers.ts';
import { askForPayout } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import { becomeReady } from '../pages/money-in.ts';

// Filters, sorting, columns, saved views and exports of lists, and acts on several conversations.

const LARGE = 700_000n;
const SMALL = 600_000n;

/** Amounts of the rows, from the top. There are at least two. */
async function amounts(page: Page): Promise<number[]> {
  const texts = await page.locator('#page [data-row-link]').allTextContents();
  return texts.map((text) => Number(text.replace(/[^\d.]/g, '')));
}

function isSorted(values: number[]): boolean {
  return (
    values.length > 1 && values[0] !== values.at(-1) && values.every((value, at) => value >= (values[at - 1] ?? 0))
  );
}

test('a list is filtered, sorted, saved as a view that it opens with, and exported as it is shown', async ({
  page: member,
  newPhone,
  club,
  staff,
}) => {
  const { userName } = await joinClub(member, club);
  await becomeReady(member);
  await askForPayout(member, LARGE);
  const other = await newPhone();
  await joinClub(other, club);
  await becomeReady(other);
  await askForPayout(other, SMALL);

  const finn = await staff('finn');
  await finn.goto('/console/withdrawals');
  await finn.getByRole('button', { name: 'Amount', exact: true }).click();
  await expect.poll(async () => isSorted(await amounts(finn))).toBe(true);
  await finn.getByRole('button', { name: 'Amount', exact: true }).click();
  await expect.poll(async () => isSorted((await amounts(finn)).reverse())).toBe(true);

  // On a phone, rows are cards without heads. The sorting stays, and is chosen above them.
  await finn.setViewportSize({ width: 390, height: 844 });
  const sorting = finn.getByRole('combobox', { name: 'Sort by' });
  await expect(sorting).toHaveText('Amount, descending');
  await sorting.click();
  await finn.getByRole('option', { name: 'Amount, ascending' }).click();
  await expect(finn).toHaveURL(/by=amount/);
  await expectGoodConsole(finn, 'a sorted list');
  await expect.poll(async () => isSorted(await amounts(finn))).toBe(true);
  await expect(sorting).toBeHidden();

  await finn.getByRole('button', { name: 'Filters', exact: true }).click();
  const panel = finn.getByRole('dialog', { name: 'Filters' });
  await panel.getByLabel('Member').fill('nobody-of-this-name');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(panel.getByText('No member has this user name.')).toBeVisible();
  await panel.getByLabel('Member').fill(userName);
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(finn.getByText('1 in total')).toBeVisible();

  await finn.getByRole('button', { name: 'Filters (1)' }).click();
  await panel.getByLabel('From').first().fill('6500');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(finn.getByText('1 in total')).toBeVisible();
  await finn.reload();
  await expect(finn.getByText('1 in total')).toBeVisible();
  await expect(finn.getByText('Amount: from 6,500.00 credits')).toBeVisible();

  await finn.getByRole('button', { name: 'Columns' }).click();
  await finn.getByRole('menuitemcheckbox', { name: 'Payee' }).click();
  await finn.keyboard.press('Escape');
  await expect(finn.getByRole('columnheader', { name: 'Payee' })).toBeHidden();

  await finn.getByRole('button', { name: 'Save view' }).click();
  const form = finn.getByRole('dialog', { name: 'Save view' });
  await expect(form.getByText('Filters that name a person are not saved.')).toBeVisible();
  await form.getByLabel('Name').fill('Large ones');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(finn.getByRole('button', { name: 'Large ones', pressed: true })).toBeVisible();
  await finn.getByRole('button', { name: 'Actions for the view Large ones' }).click();
  await finn.getByRole('menuitem', { name: 'Open the list with this view' }).click();
  await expectGoodConsole(finn, 'console-list-view');

  await finn.goto('/console/withdrawals');
  await expect(finn.getByText('Amount: from 6,500.00 credits')).toBeVisible();
  await expect(finn.getByRole('columnheader', { name: 'Payee' })).toBeHidden();
  const downloads = finn.waitForEvent('download');
  await finn.getByRole('button', { name: 'Export CSV' }).click();
  const text = await readFile((await (await downloads).path()) ?? '', 'utf8');
  const lines = text.trim().split('\r\n');
  expect(lines[0]).toContain('id,member_id,user_name,amount,amount_minor,amount_currency,state');
  expect(lines.some((line) => line.includes(`${userName},7000.00,700000,PLAY,in-review`))).toBe(true);
  expect(lines.slice(1).every((line) => !line.includes(',6000.00,'))).toBe(true);

  await finn.getByRole('button', { name: 'Standard' }).click();
  await expect.poll(async () => (await amounts(finn)).includes(6_000)).toBe(true);
  await finn.getByRole('button', { name: 'Large ones' }).click();
  await finn.getByRole('button', { name: 'Actions for the view Large ones' }).click();
  await finn.getByRole('menuitem', { name: 'Delete view' }).click();
  await expect(finn.getByRole('button', { name: 'Large ones' })).toBeHidden();
});

test('several conversations are assigned at once, with the outcome of each', async ({ newPhone, club, staff }) => {
  const people: string[] = [];
  for (let n = 0; n < 2; n++) {
    const phone = await newPhone();
    people.push((await joinClub(phone, club)).userName);
    const opened = await phone.request.post('/api/me/desk/threads', {
      data: { subject: 'question', words: 'Where is the list of films?' },
      headers: { ...(await pageHeaders(phone)), 'idempotency-key': crypto.randomUUID() },
    });
    expect(opened.status()).toBe(201);
  }
  const sara = await staff('sara');
  const owner = await staff('olga');
  await sara.goto('/console/desk');
  for (const name of people) await sara.getByRole('checkbox', { name: `Select ${name}` }).check();
  await expect(sara.getByText('2 selected')).toBeVisible();
  await sara.getByRole('button', { name: 'Assign' }).click();
  const dialog = sara.getByRole('dialog', { name: 'Assign conversations' });
  await expect(dialog.getByText(/Selected: 2\./)).toBeVisible();

  // A colleague takes one meanwhile.
  await owner.goto('/console/desk');
  await owner.getByRole('checkbox', { name: `Select ${people[0]}` }).check();
  await owner.getByRole('button', { name: 'Assign' }).click();
  const taking = owner.getByRole('dialog', { name: 'Assign conversations' });
  await taking.getByRole('button', { name: 'Assign' }).click();
  await expect(owner.getByText('1 of 1 changed')).toBeVisible();

  await dialog.getByRole('button', { name: 'Assign' }).click();
  const outcomes = sara.getByRole('dialog', { name: '1 of 2 changed' });
  await expect(outcomes.getByText(`${people[0]}:`)).toBeVisible();
  await expect(outcomes.getByText(`${people[1]}:`)).toBeHidden();
  await outcomes.getByRole('button', { name: 'Close' }).click();
  await expect(sara.getByText('2 selected')).toBeHidden();
  await expect(sara.getByRole('row').filter({ hasText: people[1] ?? '' })).toContainText('sara');
});
