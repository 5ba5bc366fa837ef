import { joinClub } from '../kit/members.ts';
import { pageHeaders } from '../kit/page-headers.ts';
import { heading } from '../pages/console.ts';
import { countActs, doTask, find, openQueue } from '../pages/console-day.ts';
import { expect, test } from '../pages/console-test.ts';
import { beginThread, entriesOf } from '../pages/desk.ts';
import * as table from '../pages/lottery-table.ts';
import { becomeReady, REAL_NAME } from '../pages/money-in.ts';
import { readAsVisitor, requestPassword } from '../pages/visitors.ts';

// A day of support: tasks from the overview on, in at most the clicks that days-work.json states.

const WEEK_MS = 7 * 86_400_000;

test('support does its tasks of a day in the clicks of the table', async ({ page: member, newPhone, club, staff }) => {
  const mira = await joinClub(member, club);
  await becomeReady(member);
  await table.openTable(member);
  await table.chooseBet(member, 'Odd', '5.00');
  await table.placeSlip(member);
  const { items } = await (await member.request.get('/api/slips')).json();
  const question = await member.request.post('/api/me/complaints', {
    data: { slipId: items[0].id, words: 'I bet on odd, and it was counted as even.' },
    headers: { ...(await pageHeaders(member)), 'idempotency-key': crypto.randomUUID() },
  });
  expect(question.ok(), await question.text()).toBe(true);
  const thread = await beginThread(member, 'My top-up is not there yet.');
  const phone = await newPhone();
  const bold = await joinClub(phone, club);
  await beginThread(phone, 'When will the new films come?');
  const visitor = await newPhone();
  const claims = { userName: mira.userName, realName: REAL_NAME, payeeDigits: '3000' };
  const key = await requestPassword(visitor, claims, 'I lost my phone and my codes.');

  const sara = await staff('sara');
  await countActs(sara);
  const task = (name: string, act: () => Promise<void>) => doTask(sara, 'support', name, act);
  const rowOf = (text: string) => sara.getByRole('row').filter({ hasText: text });
  const button = (name: string) => sara.getByRole('button', { name, exact: true });

  await task('Answer a question in a conversation', async () => {
    await openQueue(sara, 'Unanswered conversations');
    await rowOf(mira.userName).getByRole('link', { name: mira.userName, exact: true }).click();
    await sara.getByRole('textbox', { name: 'Reply to the member' }).fill('It arrived a minute ago.');
    await button('Send').click();
    await expect(sara.getByRole('log', { name: 'Messages' })).toContainText('It arrived a minute ago.');
  });
  expect((await entriesOf(member, thread)).at(-1)).toMatchObject({ from: 'house', words: 'It arrived a minute ago.' });

  await task('Answer a member who says that their bet was counted wrong', async () => {
    await openQueue(sara, 'Questions about bets');
    await rowOf('I bet on odd, and it was counted as even.').locator('[data-row-link]').click();
    await expect(sara.getByRole('region', { name: 'What the dice and the proof say' })).toBeVisible();
    await button('Insert reply').click();
    await expect(sara.getByLabel('Answer to the member')).toHaveValue(
      /dice were|not finished yet|back in your balance/,
    );
    await button('Send answer').click();
    await expect(sara.getByLabel('Answer to the member')).toBeHidden();
  });

  await task('Set a conversation aside until tomorrow', async () => {
    await openQueue(sara, 'Unanswered conversations');
    await rowOf(bold.userName).getByRole('link', { name: bold.userName, exact: true }).click();
    await button('Snooze').click();
    await sara.getByRole('menuitem', { name: /tomorrow/i }).click();
    await expect(sara.getByRole('region', { name: 'Handling' })).toContainText(/Until .+, or until the member writes/);
  });

  await task('Decide a request for a new password', async () => {
    await openQueue(sara, 'Requests for a new password');
    await rowOf(key.number).getByRole('link', { name: key.number }).click();
    await expect(sara.getByText('Same', { exact: true })).toHaveCount(2);
    await button('Approve').click();
    const dialog = sara.getByRole('dialog', { name: 'Approve the request' });
    await dialog.getByLabel('Reason').fill('Name and payee are the same');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog).toBeHidden();
  });
  expect((await readAsVisitor(visitor, key)).recovery).toMatchObject({ state: 'approved' });

  await task('Find the member who is on the phone', async () => {
    await find(sara, mira.userName, mira.userName);
    await expect(sara.getByRole('region', { name: 'Money' })).toContainText('Available');
  });

  await task('Note down what a member said on the phone', async () => {
    await find(sara, mira.userName, mira.userName);
    await sara.getByRole('tab', { name: 'Notes' }).click();
    await button('Add a note').click();
    await sara.getByRole('textbox', { name: 'Note' }).fill('They called about their top-up.');
    await button('Save note').click();
    await expect(sara.getByText('They called about their top-up.')).toBeVisible();
  });

  await task('Correct a misspelt real name', async () => {
    await find(sara, mira.userName, mira.userName);
    await button('Correct real name').click();
    const form = sara.getByRole('dialog', { name: `Correct the real name of ${mira.userName}` });
    await form.getByRole('textbox', { name: 'Real name' }).fill('Mira Boldt');
    await form.getByRole('textbox', { name: 'Reason' }).fill('As on the passport');
    await form.getByRole('button', { name: 'Correct real name' }).click();
    await expect(sara.getByRole('region', { name: 'Profile' })).toContainText('Mira Boldt');
  });

  await task('Suspend an account that two people use', async () => {
    await find(sara, bold.userName, bold.userName);
    await button('Suspend').click();
    const form = sara.getByRole('dialog', { name: `Suspend ${bold.userName}` });
    await form.getByRole('textbox', { name: 'Reason' }).fill('Two people use this account.');
    await form.getByLabel('Last day').fill(new Date(Date.now() + WEEK_MS).toISOString().slice(0, 10));
    await form.getByRole('button', { name: 'Suspend', exact: true }).click();
    await expect(form).toBeHidden();
    await expect(heading(sara, bold.userName)).toBeVisible();
    await expect(sara.getByText('Suspended', { exact: true })).toBeVisible();
  });
});
