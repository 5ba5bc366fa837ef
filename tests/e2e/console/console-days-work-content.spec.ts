import { heading } from '../pages/console.ts';
import { choosePage, countActs, doTask } from '../pages/console-day.ts';
import { expect, test } from '../pages/console-test.ts';

// A day of content: tasks from the overview on, in at most the clicks that days-work.json states.

const TITLE = 'The desk opens at noon on Friday';

test('content does its tasks of a day in the clicks of the table', async ({ staff }) => {
  const cora = await staff('cora');
  await countActs(cora);
  const task = (name: string, act: () => Promise<void>) => doTask(cora, 'content', name, act);
  const button = (name: string) => cora.getByRole('button', { name, exact: true });
  const dialog = (name: string) => cora.getByRole('dialog', { name });

  await task('Tell all members when the desk opens on Friday', async () => {
    await choosePage(cora, 'House', 'Notices');
    await cora.getByRole('link', { name: 'New notice' }).click();
    await cora.getByLabel('Title').fill(TITLE);
    await cora.getByLabel('Text').fill('Withdrawals go out as ever.');
    await button('Check and publish').click();
    await dialog('Publish to all members?').getByRole('button', { name: 'Publish' }).click();
    await expect(cora.getByText('Shown now')).toBeVisible();
  });

  await task('Correct a mistake in a notice that is published', async () => {
    await choosePage(cora, 'House', 'Notices');
    await cora.getByRole('link', { name: TITLE }).click();
    await button('Correct').click();
    await cora.getByLabel('Text').fill('Withdrawals go out in the afternoon.');
    await button('Check the correction').click();
    await dialog('Correct the notice').getByRole('button', { name: 'Publish correction' }).click();
    await expect(cora.getByText(/· Edited /)).toBeVisible();
  });

  await task('Withdraw a notice that no longer holds', async () => {
    await choosePage(cora, 'House', 'Notices');
    await cora.getByRole('link', { name: TITLE }).click();
    await button('Withdraw').click();
    await dialog('Withdraw').getByRole('button', { name: 'Withdraw' }).click();
    await expect(cora.getByText('Withdrawn', { exact: true }).first()).toBeVisible();
  });

  await task('Put a banner on Home', async () => {
    await choosePage(cora, 'House', 'Banners');
    await cora.getByRole('link', { name: 'New banner' }).click();
    await cora.getByLabel('Title').fill('An evening by the river');
    await cora.getByLabel('Position').fill('900');
    await button('Check and save').click();
    await dialog('Show this to all members?').getByRole('button', { name: 'Save' }).click();
    await expect(heading(cora, 'Banners')).toBeVisible();
    await expect(cora.getByRole('row').filter({ hasText: 'An evening by the river' })).toContainText('Shown now');
  });
  await cora.getByRole('link', { name: 'An evening by the river' }).click();
  await button('Withdraw').click();
  await dialog('Withdraw').getByRole('button', { name: 'Withdraw' }).click();
  await expect(cora.getByRole('row').filter({ hasText: 'An evening by the river' })).toContainText('Withdrawn');

  await task('Make twenty invites for a fair', async () => {
    await choosePage(cora, 'House', 'Invites');
    await button('Create invites').click();
    await dialog('Create invites').getByLabel('Purpose').fill('The autumn fair');
    await dialog('Create invites').getByLabel('Number of invites').fill('20');
    await dialog('Create invites').getByRole('button', { name: 'Create' }).click();
    await expect(dialog('20 codes').getByRole('listitem')).toHaveCount(20);
    await dialog('20 codes').getByRole('button', { name: 'I have saved them' }).click();
    await expect(cora.getByRole('link', { name: 'The autumn fair' }).first()).toBeVisible();
  });

  await task('Answer a question that many members ask', async () => {
    await choosePage(cora, 'Desk', 'Common questions');
    await cora.getByRole('link', { name: 'New common question' }).click();
    await cora.getByRole('textbox', { name: 'Question', exact: true }).fill('When does the desk open on Friday?');
    await cora.getByRole('textbox', { name: 'Answer', exact: true }).fill('At noon.');
    await button('Preview').click();
    await dialog('Check the answer').getByRole('button', { name: 'Publish' }).click();
    await expect(cora.getByRole('row').filter({ hasText: 'When does the desk open' })).toContainText('Shown');
  });
});
