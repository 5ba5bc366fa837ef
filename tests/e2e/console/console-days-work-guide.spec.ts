import { joinClub } from '../kit/members.ts';
import { heading } from '../pages/console.ts';
import { choosePage, countActs, doTask, find, openQueue } from '../pages/console-day.ts';
import { expect, test } from '../pages/console-test.ts';
import { hostOf } from '../pages/guide.ts';
import { report } from '../pages/hosts.ts';

// A day of the person of content who keeps the city guide: tasks from the overview on, in the clicks of days-work.json.

const GUIDE = 'City guide';

test('the guide’s editor does the tasks of a day in the clicks of the table', async ({ page: member, club, staff }) => {
  await joinClub(member, club);
  await report(member, (await hostOf(club, 'Anu')).id, 'other', 'The picture is from another city, I believe.');
  const cora = await staff('cora');
  await countActs(cora);
  const task = (name: string, act: () => Promise<void>) => doTask(cora, 'guide', name, act);
  const button = (name: string) => cora.getByRole('button', { name, exact: true });

  await task('Open a new city', async () => {
    await choosePage(cora, GUIDE, 'Cities');
    await button('New city').click();
    const form = cora.getByRole('dialog');
    await form.getByLabel('Name').fill('Khovd');
    await form.getByLabel('Country').fill('MN');
    await form.getByLabel('Latitude').fill('48.01');
    await form.getByLabel('Longitude').fill('91.64');
    await form.getByRole('button', { name: 'Check and save' }).click();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(cora.getByRole('row').filter({ hasText: 'Khovd' })).toContainText('Shown');
  });

  await task('Add a host', async () => {
    await choosePage(cora, GUIDE, 'Hosts');
    await cora.getByRole('link', { name: 'New host' }).click();
    // The list has a choice of cities, too.
    await expect(heading(cora, 'New host')).toBeVisible();
    await cora.getByRole('combobox', { name: 'City' }).click();
    await cora.getByRole('option', { name: 'Khovd' }).click();
    await cora.getByLabel('City guide').check();
    await cora.getByRole('group', { name: 'Languages' }).getByLabel('English').check();
    await cora.getByLabel('Name').fill('Tsetseg');
    await cora.getByLabel('About the host').fill('I show you the bazaar.');
    await button('Add host').click();
    await expect(heading(cora, 'Tsetseg')).toBeVisible();
  });

  await task('Approve the text of a new host', async () => {
    await openQueue(cora, 'Host texts and pictures to review');
    await cora.getByRole('link', { name: 'Tsetseg' }).click();
    await button('Approve text').click();
    await expect(cora.getByRole('region', { name: 'Text to review' })).toBeHidden();
  });

  await task('Record that a host has shown a passport', async () => {
    await find(cora, 'Tsetseg', 'Tsetseg');
    await button('Record verification').click();
    const form = cora.getByRole('dialog');
    await expect(form.getByRole('combobox', { name: 'Type' })).toContainText('Identity');
    await form.getByLabel('How it was verified').fill('Passport, in person at the club');
    await form.getByRole('button', { name: 'Save verification' }).click();
    await expect(cora.getByText('Waiting for a second person')).toBeVisible();
  });

  await task('Give a host a private link', async () => {
    await find(cora, 'Tsetseg', 'Tsetseg');
    await button('Create private link').click();
    await cora.getByRole('dialog').getByRole('button', { name: 'Create private link' }).click();
    const once = cora.getByRole('dialog', { name: 'Private link' });
    await expect(once.getByRole('img', { name: 'Private link as a QR code' })).toBeVisible();
    await once.getByRole('button', { name: 'I have given it to the host' }).click();
    await expect(once).toBeHidden();
  });

  await task('Decide a report about a host', async () => {
    await openQueue(cora, 'Host reports');
    await cora.getByRole('row').filter({ hasText: 'Anu' }).locator('[data-row-link]').click();
    await cora.getByLabel(/^Dismissed:/).check();
    await cora.getByLabel('Answer to the member').fill('We have been there: it is the right city.');
    await button('Decide and notify member').click();
    await expect(cora.getByRole('region', { name: 'Answer to the member' })).toContainText('it is the right city');
  });
});
