import { joinClub } from '../kit/members.ts';
import { asOwner } from '../kit/owner-sql.ts';
import { heading, menuLink } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';

// The audit log: searched, exported, and verified against what was written and published.

test('acts are found by actor, kind, subject and time, with the values before and after', async ({
  page: member,
  club,
  staff,
}) => {
  await joinClub(member, club);
  const { id } = await (await member.request.get('/api/me')).json();
  const sara = await staff('sara');
  await sara.goto(`/console/members/${id}/show?part=notes`);
  await sara.getByRole('button', { name: 'Add a note' }).click();
  await sara.getByRole('textbox', { name: 'Note' }).fill('They called about their name.');
  await sara.getByRole('button', { name: 'Save note' }).click();
  await expect(sara.getByText('They called about their name.')).toBeVisible();
  expect((await sara.request.get('/api/console/audit')).status()).toBe(403);

  const ada = await staff('ada');
  await (await menuLink(ada, 'Audit log')).click();
  const table = ada.getByRole('table', { name: 'Audit log' });
  await expect(table).toBeVisible();
  await ada.getByLabel('Staff member').click();
  await ada.getByRole('option', { name: 'sara' }).click();
  await ada.getByLabel('Action', { exact: true }).fill('a note');
  await ada.getByRole('option', { name: 'Wrote a note' }).click();
  await ada.getByLabel('Member id').fill(id);
  await ada.getByLabel('From (UTC)').fill(new Date().toISOString().slice(0, 10));
  await ada.getByRole('button', { name: 'Apply filters', exact: true }).click();
  await expect(ada.getByText('1 in total')).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table).toContainText('Wrote a note');
  await table.getByText('Details').click();
  await expect(table).toContainText('They called about their name.');
  const file = ada.waitForEvent('download');
  await ada.getByRole('button', { name: 'Export CSV' }).click();
  expect((await file).suggestedFilename()).toBe('audit.csv');

  await ada.getByLabel('To (UTC)').fill('2026-01-01');
  await ada.getByRole('button', { name: 'Apply filters', exact: true }).click();
  await expect(ada.getByText('This date is not allowed. Choose another one.')).toBeVisible();
  await ada.getByRole('button', { name: 'Clear filters' }).click();
  await expect(table.getByRole('row')).not.toHaveCount(2);
});

test('the whole log verifies; an act changed by hand is named', async ({ club, staff }) => {
  const sara = await staff('sara');
  expect((await sara.request.get('/api/console/audit/verification')).status()).toBe(403);
  const ada = await staff('ada');
  await (await menuLink(ada, 'Log verification')).click();
  await ada.getByRole('button', { name: 'Verify the whole log' }).click();
  await expect(ada.getByText('The log is intact')).toBeVisible();
  await expect(ada.getByText(/It matches all heads of the log in the public book/)).toBeVisible();
  await expect(ada.getByText('Intact', { exact: true })).toBeVisible();
  await expectGoodConsole(ada, 'log-check-whole');

  const seen = 'where seq = 2';
  await asOwner(club, `update audit.entry set body = replace(body, '"act":"', '"act":"un') ${seen}`);
  try {
    await ada.getByRole('button', { name: 'Verify again' }).click();
    await expect(ada.getByText('Entry 2 is the first that is not intact')).toBeVisible();
    await expect(ada.getByText('The entry does not follow from the entry before it.')).toBeVisible();
    await expect(ada.getByText('Current content:')).toBeVisible();
    await expectGoodConsole(ada, 'log-check-broken');
  } finally {
    await asOwner(club, `update audit.entry set body = replace(body, '"act":"un', '"act":"') ${seen}`);
  }
  await ada.getByRole('button', { name: 'Verify again' }).click();
  await expect(ada.getByText('The log is intact')).toBeVisible();
});

test('the program of the server is the one that the public book names', async ({ staff }) => {
  const ada = await staff('ada');
  const program = ada.getByRole('table', { name: 'Program' });
  const row = (part: string) => program.getByRole('row', { name: part });
  // The club publishes its program soon after its start.
  await expect(async () => {
    await ada.goto('/console/log-check');
    await expect(row('Server')).toContainText('As published in the book', { timeout: 5_000 });
  }).toPass();
  for (const part of ['Server', 'Members’ pages', 'Console pages']) {
    await expect(row(part)).toContainText('As published in the book');
    await expect(row(part)).toContainText(/[0-9a-f]{64}/);
  }
  await expect(row('Third-party packages')).toContainText('Not compared');
  await expect(ada.getByText(/^Published in entry \d+ of the book/)).toBeVisible();
  await expectGoodConsole(ada, 'log-check');
});

test('the log passes the visual checks on every screen, light and dark', async ({ staff }) => {
  const olga = await staff('olga');
  await olga.goto('/console/audit');
  await expect(heading(olga, 'Audit log')).toBeVisible();
  await expect(olga.getByRole('table', { name: 'Audit log' })).toBeVisible();
  await expectGoodConsole(olga, 'audit');
  await olga.goto('/console/log-check');
  await expectGoodConsole(olga, 'log-check');
});
