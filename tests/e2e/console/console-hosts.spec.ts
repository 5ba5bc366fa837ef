import type { Page } from '@playwright/test';
import { joinClub } from '../kit/members.ts';
import { heading, menuLink } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import { drawnPng } from '../pages/drawn-png.ts';
import { giveConsent, isShown, report, writeAsHost } from '../pages/hosts.ts';

// The guide at the console: a city, a host verified by two people, texts, pictures, a report, and the member's view.

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const idOf = (page: Page) => /hosts\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

test('a host is shown once two people have seen identity and age and the host has said yes, and a report is decided', async ({
  page: member,
  browser,
  club,
  staff,
}) => {
  await joinClub(member, club);
  const cora = await staff('cora');
  await addCity(cora, 'Darkhan');
  await addHost(cora, 'Saran', 'Darkhan');
  const hostId = idOf(cora);
  await expect(part(cora, 'Unmet requirements').getByRole('listitem')).toHaveCount(5);
  await part(cora, 'Text to review').getByRole('button', { name: 'Approve text' }).click();
  await expect(part(cora, 'Text to review')).toBeHidden();
  await expect(part(cora, 'Profile')).toContainText('I show you the old town.');
  await cora.locator('input[type="file"]').setInputFiles({
    name: 'saran.png',
    mimeType: 'image/png',
    buffer: await drawnPng(cora, { colour: 'teal', width: 400, height: 500 }),
  });
  await cora.getByRole('button', { name: 'Approve picture 1' }).click();
  await expect(part(cora, 'Pictures')).toContainText('Approved');
  await note(cora, 'Identity', null);
  await note(cora, 'Age', '31');
  await expect(part(cora, 'Verifications')).toContainText('Another staff member must confirm your verification.');
  await expectGoodConsole(cora, 'a host');

  // The person who noted it cannot confirm it; an owner can.
  const olga = await staff('olga');
  await olga.goto(`/console/hosts/${hostId}/show`);
  for (let left = 2; left > 0; left--) {
    await olga.getByRole('button', { name: 'Confirm', exact: true }).first().click();
    const dialog = olga.getByRole('dialog', { name: 'Confirm this verification?' });
    await expect(dialog).toContainText('Passport, in person at the club');
    // Nothing counts before the confirmation.
    await expect(olga.getByText('Waiting for a second person')).toHaveCount(left);
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(olga.getByRole('button', { name: 'Confirm', exact: true })).toHaveCount(left - 1);
  }
  expect(await isShown(member, hostId)).toBe(false);

  await cora.reload();
  await cora.getByRole('button', { name: 'Create private link' }).click();
  await cora.getByRole('dialog').getByRole('button', { name: 'Create private link' }).click();
  const shownOnce = cora.getByRole('dialog', { name: 'Private link' });
  await expect(shownOnce.getByRole('img', { name: 'Private link as a QR code' })).toBeVisible();
  const link = await shownOnce.locator('code').innerText();
  const token = link.slice(link.indexOf('#') + 1);
  await expectGoodConsole(cora, 'a private link');
  await shownOnce.getByRole('button', { name: 'I have given it to the host' }).click();
  await expect(cora.getByText(token)).toBeHidden();
  await giveConsent(member, token);
  await cora.reload();
  await expect(cora.locator('header').getByText('Shown', { exact: true })).toBeVisible();
  expect(await isShown(member, hostId)).toBe(true);

  // The host submits a new text. The old one stays until staff have reviewed it.
  await writeAsHost(member, token, { en: { name: 'Saran', about: 'I show you the river.' } });
  await cora.reload();
  await expect(part(cora, 'Text to review')).toContainText('I show you the river.');
  await expect(part(cora, 'Text to review').getByRole('group', { name: 'Current text' })).toContainText('old town');
  await cora.getByRole('button', { name: 'Refuse text' }).click();
  await cora.getByLabel('Reason').fill('Please keep to the old town for now.');
  await cora.getByRole('dialog').getByRole('button', { name: 'Refuse text' }).click();
  await expect(part(cora, 'Profile')).toContainText('The last text was refused');

  // A report about age hides the profile at once and comes first in the queue. Content staff decide.
  await report(member, hostId, 'other', 'The picture is from another city, I believe.');
  const other = await browser.newPage({ baseURL: club.address });
  await joinClub(other, club);
  await report(other, hostId, 'age', 'This person looks far younger than eighteen.');
  expect(await isShown(member, hostId)).toBe(false);
  await cora.goto('/console/dashboard');
  await cora.getByRole('link', { name: /^Host reports: 2$/ }).click();
  const rows = cora.getByRole('row').filter({ hasText: 'Saran' });
  await expect(rows.first()).toContainText('Profile hidden');
  await expectGoodConsole(cora, 'the reports');
  await rows.first().locator('[data-row-link]').click();
  await expect(cora.getByText('The profile is hidden until this report is decided.')).toBeVisible();
  await cora.getByRole('button', { name: 'Decide and notify member' }).click();
  await expect(cora.getByText('Choose an outcome.')).toBeVisible();
  await cora.getByLabel(/^Dismissed:/).check();
  await cora.getByLabel('Answer to the member').fill('We have met the host: 31 years old.');
  await expectGoodConsole(cora, 'a report');
  await cora.getByRole('button', { name: 'Decide and notify member' }).click();
  // Cora noted the age, so another person decides on the objection.
  await expect(cora.getByText('This needs a second person: another staff member must decide.')).toBeVisible();
  await expect(cora.getByLabel('Answer to the member')).toHaveValue('We have met the host: 31 years old.');
  await olga.goto(new URL(cora.url()).pathname);
  await olga.getByLabel(/^Dismissed:/).check();
  await olga.getByLabel('Answer to the member').fill('We have met the host: 31 years old.');
  await olga.getByRole('button', { name: 'Decide and notify member' }).click();
  await expect(part(olga, 'Answer to the member')).toContainText('We have met the host');
  expect(await isShown(member, hostId)).toBe(true);

  await cora.goto(`/console/hosts/${hostId}/show`);
  await cora.getByRole('button', { name: 'Remove', exact: true }).click();
  await cora.getByLabel('Reason').fill('The host has asked for it.');
  await cora.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(cora.getByText(/^Permanently removed at/)).toBeVisible();
  await expect(cora.getByRole('button', { name: 'Record verification' })).toBeHidden();
  expect(await isShown(member, hostId)).toBe(false);
});

test('a city is refused without its place, changed and hidden', async ({ staff }) => {
  const cora = await staff('cora');
  await cora.goto('/console/cities');
  await cora.getByRole('button', { name: 'New city' }).click();
  await cora.getByRole('dialog').getByLabel('Name').fill('Erdenet');
  await cora.getByRole('button', { name: 'Check and save' }).click();
  await expect(cora.getByText(/^Enter a name in at least one language, a two-letter country/)).toBeVisible();
  await cora.getByRole('dialog').getByLabel('Country').fill('mn');
  await cora.getByRole('dialog').getByLabel('Latitude').fill('49.03');
  await cora.getByRole('dialog').getByLabel('Longitude').fill('104.04');
  await expectGoodConsole(cora, 'a city');
  await cora.getByRole('button', { name: 'Check and save' }).click();
  // What members will see comes before they see it.
  const preview = cora.getByRole('dialog', { name: 'Show this to all members?' });
  await expect(preview.getByRole('region', { name: 'English' })).toContainText(/Erdenet\s*Mongolia/);
  await preview.getByRole('button', { name: 'Save', exact: true }).click();
  const row = cora.getByRole('row').filter({ hasText: 'Erdenet' });
  await expect(row).toContainText('Shown');
  await cora.getByRole('button', { name: 'Change Erdenet' }).click();
  await cora.getByLabel('Hide the city and its hosts').check();
  await cora.getByRole('button', { name: 'Check and save' }).click();
  await expect(preview).toContainText('no longer see the city');
  await preview.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row).toContainText('Hidden');
  await expectGoodConsole(cora, 'the cities');
});

test('the guide’s text is published whole, read by members, and stored in all versions', async ({
  page: member,
  staff,
}) => {
  const cora = await staff('cora');
  await (await menuLink(cora, 'Guide texts')).click();
  await cora.getByLabel('What hosts offer').fill('Walks through the old town.');
  for (const name of ['What is free in the same city', 'Where the club serves', 'How booking works', 'How to report']) {
    await cora.getByLabel(name).fill('');
  }
  await cora.getByRole('button', { name: 'Check and publish' }).click();
  await expect(cora.getByText('For each language, write all five parts or none.')).toBeVisible();
  await expect(cora.getByLabel('What hosts offer')).toHaveValue('Walks through the old town.');
  await fillRest(cora);
  await publishGuide(cora);
  await expect(cora.getByText('Published. Members see it now')).toBeVisible();
  await cora.getByLabel('What hosts offer').fill('Walks along the river.');
  await publishGuide(cora);
  await expect(cora.getByText(/^Version \d+ by cora/)).toBeVisible();
  await expect.poll(async () => (await member.request.get('/api/guide')).text()).toContain('Walks along the river.');
  await expectGoodConsole(cora, 'the words of the guide');
  await cora.getByLabel('Version').click();
  await cora.getByRole('option', { name: /^\d+$/ }).first().click();
  await expect(cora.getByText('This is an earlier version.', { exact: false })).toBeVisible();
  await expect(cora.getByLabel('What hosts offer')).toHaveValue('Walks through the old town.');
  await expect(cora.getByRole('button', { name: 'Check and publish' })).toBeHidden();
});

/** Confirms the preview of the guide's texts. */
async function publishGuide(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check and publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish to all members?' });
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog).toBeHidden();
}

async function fillRest(page: Page): Promise<void> {
  await page.getByLabel('What is free in the same city').fill('The park by the station.');
  await page.getByLabel('Where the club serves').fill('Darkhan and Erdenet.');
  await page.getByLabel('How booking works').fill('The concierge arranges it in a conversation at the desk.');
  await page.getByLabel('How to report').fill('Each profile has a button for it.');
}

async function addCity(page: Page, name: string): Promise<void> {
  await page.goto('/console/cities');
  await page.getByRole('button', { name: 'New city' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Country').fill('MN');
  await form.getByLabel('Latitude').fill('49.47');
  await form.getByLabel('Longitude').fill('105.96');
  await form.getByRole('button', { name: 'Check and save' }).click();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
}

async function addHost(page: Page, name: string, city: string): Promise<void> {
  await (await menuLink(page, 'Hosts')).click();
  await page.getByRole('link', { name: 'New host' }).click();
  await page.getByRole('button', { name: 'Add host' }).click();
  await expect(page.getByText('Choose a city, at least one service and at least one language.')).toBeVisible();
  await page.getByRole('combobox', { name: 'City' }).click();
  await page.getByRole('option', { name: city }).first().click();
  await page.getByLabel('City guide').check();
  await page.getByRole('group', { name: 'Languages' }).getByLabel('English').check();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('About the host').fill('I show you the old town.');
  await expectGoodConsole(page, 'a new host');
  await page.getByRole('button', { name: 'Add host' }).click();
  await expect(heading(page, name)).toBeVisible();
}

async function note(page: Page, kind: string, years: string | null): Promise<void> {
  await page.getByRole('button', { name: 'Record verification' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: kind }).click();
  if (years !== null) await form.getByLabel('Age in years').fill(years);
  await form.getByLabel('How it was verified').fill('Passport, in person at the club');
  await form.getByRole('button', { name: 'Save verification' }).click();
  await expect(form).toBeHidden();
}
