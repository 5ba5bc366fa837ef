import { joinClub } from '../kit/members.ts';
import { heading, menuLink } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import { expectFault, field } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';

// A complaint of a member about a payment, from its filing to its end after a second look.

const WORDS = 'My top-up of Monday is not in the balance.';
const ANSWER = 'The top-up was never paid: the bank sent it back.';
const LETTER = 'The letter of the bank says something else.';

test('a complaint is filed, answered in stages by two people, and reported', async ({ page: member, club, staff }) => {
  const { userName } = await joinClub(member, club);
  await member.goto('/House');
  await member.getByRole('link', { name: 'Complaints' }).click();
  await expect(member.getByRole('heading', { name: 'No complaints yet' })).toBeVisible();
  await member.getByRole('button', { name: 'File a complaint' }).click();
  const form = member.getByRole('dialog', { name: 'File a complaint' });
  const send = form.getByRole('button', { name: 'Send complaint' });
  await send.click();
  await expect(form.getByText('Fill in this field.').first()).toBeVisible();
  await form.getByRole('radio', { name: 'A payment' }).check();
  const words = field(member, 'What happened');
  await words.fill('too short');
  await send.click();
  await expectFault(words, 'Enter 10 to 2000 characters.');
  await expectGoodLook(member, 'a complaint with a fault');
  // What was typed is still there after the sheet was closed.
  await words.fill(WORDS);
  await member.keyboard.press('Escape');
  await member.getByRole('button', { name: 'File a complaint' }).click();
  await expect(words).toHaveValue(WORDS);
  await send.dblclick();
  const view = member.getByRole('dialog', { name: 'Complaint' });
  await expect(view.getByText('Received')).toBeVisible();
  await expect(view.getByText(/^\d{6}-[0-9A-Z]{6}$/)).toBeVisible();
  await expectGoodLook(member, 'a complaint');
  const { items, total } = await (await member.request.get('/api/me/formal-complaints')).json();
  expect(total).toBe(1);

  const sara = await staff('sara');
  await (await menuLink(sara, 'Complaints and data requests')).click();
  await sara.getByRole('link', { name: items[0].number }).click();
  await expect(heading(sara, `Complaint ${items[0].number}`)).toBeVisible();
  await expect(sara.getByText(WORDS)).toBeVisible();
  await expectGoodConsole(sara, 'a formal complaint');
  await sara.getByLabel('Reply to the member').fill('We have your complaint and ask the bank.');
  await sara.getByRole('button', { name: 'Send reply' }).click();
  await expect(sara.getByText('In review')).toBeVisible();
  await sara.getByRole('combobox', { name: 'Outcome' }).click();
  await sara.getByRole('option', { name: 'Not upheld' }).click();
  await sara.getByLabel('Final answer to the member').fill(ANSWER);
  await sara.getByRole('button', { name: 'Send final answer' }).click();
  await expect(sara.getByText(ANSWER)).toBeVisible();

  await member.goto('/Notice');
  await member.getByRole('button', { name: `Your complaint ${items[0].number} has its final answer.` }).click();
  await expect(view.getByText(ANSWER)).toBeVisible();
  await expect(view.getByText(/^A house for play has no independent body/)).toBeVisible();
  await view.getByRole('button', { name: 'Ask for a second look' }).click();
  await field(member, 'What the answer left open').fill(LETTER);
  await view.getByRole('button', { name: 'Ask for a second look' }).click();
  await expect(view.getByText('Second look', { exact: true })).toBeVisible();

  await sara.reload();
  await sara.getByRole('combobox', { name: 'Outcome' }).click();
  await sara.getByRole('option', { name: 'Not upheld' }).click();
  await sara.getByLabel('Final answer to the member').fill(ANSWER);
  await sara.getByRole('button', { name: 'Send final answer' }).click();
  await expect(sara.getByText(/another staff member must decide/)).toBeVisible();
  const finn = await staff('finn');
  await finn.goto('/console/formal-complaints');
  await finn.getByRole('link', { name: items[0].number }).click();
  await expect(finn.getByText(LETTER)).toBeVisible();
  await finn.getByRole('combobox', { name: 'Outcome' }).click();
  await finn.getByRole('option', { name: 'Upheld', exact: true }).click();
  await finn.getByLabel('Final answer to the member').fill('You were right. The bank corrected its letter.');
  await finn.getByRole('button', { name: 'Send final answer' }).click();
  await expect(finn.getByText('Closed').first()).toBeVisible();

  await finn.goto('/console/complaint-report');
  const row = finn.getByRole('row').filter({ hasText: 'Payment' });
  await expect(row).toContainText('1');
  await expectGoodConsole(finn, 'the complaint report');
  await finn.goto('/console/formal-complaints?filter={"state":"answered"}');
  await expect(finn.getByRole('row').filter({ hasText: userName })).toBeVisible();
  await expectGoodConsole(finn, 'the formal complaints');
});
