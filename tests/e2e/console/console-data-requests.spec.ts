import { joinClub } from '../kit/members.ts';
import { heading } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import { field } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';

// A member's request about their data, from My data to its answer.

const WORDS = 'My date of birth is 1990-04-13, as my passport says.';
const REASON = 'The registry needs more time to confirm the passport.';
const ANSWER = 'We corrected your date of birth.';

test('a request about data is filed, extended with a reason, and answered', async ({ page: member, club, staff }) => {
  await joinClub(member, club);
  await member.goto('/MyData');
  await member.getByRole('link', { name: 'Requests about your data' }).click();
  await expect(member.getByRole('heading', { level: 1, name: 'Requests about your data' })).toBeVisible();
  await expectGoodLook(member, 'no requests about data');
  await member.getByRole('button', { name: 'New request' }).click();
  const form = member.getByRole('dialog', { name: 'New request' });
  await form.getByRole('radio', { name: 'Correct my data' }).check();
  await field(member, 'What you ask for').fill(WORDS);
  await expectGoodLook(member, 'a new request about data');
  await form.getByRole('button', { name: 'Send request' }).dblclick();
  const view = member.getByRole('dialog', { name: 'Request' });
  await expect(view.getByText('Received')).toBeVisible();
  const { items, total } = await (await member.request.get('/api/me/formal-complaints?kind=data')).json();
  expect(total).toBe(1);
  await member.goto('/Complaints');
  await expect(member.getByRole('heading', { name: 'No complaints yet' })).toBeVisible();

  const sara = await staff('sara');
  await sara.goto('/console/formal-complaints?filter={"kind":"data","state":"open"}');
  await sara.getByRole('link', { name: items[0].number }).click();
  await expect(heading(sara, `Data request ${items[0].number}`)).toBeVisible();
  await sara.getByLabel('Reason for the member').fill(REASON);
  await sara.getByRole('button', { name: 'Extend by two months' }).click();
  await expect(sara.getByText('In review')).toBeVisible();
  await expect(sara.getByRole('button', { name: 'Extend by two months' })).toHaveCount(0);
  await expectGoodConsole(sara, 'a data request');
  await sara.getByRole('combobox', { name: 'Outcome' }).click();
  await sara.getByRole('option', { name: 'Granted', exact: true }).click();
  await sara.getByLabel('Final answer to the member').fill(ANSWER);
  await sara.getByRole('button', { name: 'Send final answer' }).click();
  await expect(sara.getByText(ANSWER)).toBeVisible();

  await member.goto('/Notice');
  await member
    .getByRole('button', { name: `Your request ${items[0].number} about your data has its final answer.` })
    .click();
  await expect(view.getByText(REASON)).toBeVisible();
  await expect(view.getByText(ANSWER)).toBeVisible();
  await expect(view.getByText('Granted', { exact: true })).toBeVisible();
  await expectGoodLook(member, 'an answered request about data');
  await view.getByRole('link', { name: /data authority/ }).click();
  await expect(member.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
});
