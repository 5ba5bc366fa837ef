import type { Locator, Page } from '@playwright/test';
import { joinClub } from '../kit/members.ts';
import { heading } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import { drawnPng } from '../pages/drawn-png.ts';
import { expectGoodLook } from '../pages/look.ts';

// Banners of Home: edited at the console, seen on a member's phone.

/** What stands for `{beacon}` in a house that runs its beacon itself. */
const BEACON_LINE = 'The house’s own beacon decides the dice. For play only.';

test('a banner with a pattern is seen beforehand, refused with a bad link, shown on Home, and withdrawn', async ({
  page: member,
  club,
  staff,
}) => {
  await joinClub(member, club);
  const cora = await staff('cora');
  await cora.goto('/console/banners');
  await expect(cora.getByRole('row').filter({ hasText: 'The book is open' })).toContainText('Shown now');
  await expectGoodConsole(cora, 'the list of banners');
  await cora.getByRole('link', { name: 'New banner' }).click();
  await cora.getByRole('button', { name: 'Check and save' }).click();
  await expect(cora.getByText('Enter a title in the default language and a position from 0 to 999.')).toBeVisible();

  await cora.getByLabel('Title').fill('A fair in spring');
  await cora.getByLabel('Text').fill('{beacon} Come and check the dice.');
  await cora.getByRole('button', { name: 'Pattern 4' }).click();
  const preview = cora.getByRole('region', { name: 'Member preview' });
  await expect(preview).toContainText('A fair in spring');
  await expect(preview).toContainText(`${BEACON_LINE} Come and check the dice.`);
  await expect(preview).not.toContainText('{beacon}');
  await cora.getByLabel('Link').fill('https://elsewhere.example');
  await cora.getByLabel('Position').fill('0');
  const dialog = await check(cora);
  await expect(dialog.getByRole('region', { name: 'English' })).toContainText(`${BEACON_LINE} Come and check`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(cora.getByText(/^Enter a screen of the app/)).toBeVisible();
  await expectGoodConsole(cora, 'a banner that is made');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await cora.getByLabel('Link').fill('/Book');
  await (await check(cora)).getByRole('button', { name: 'Save' }).click();
  await expect(heading(cora, 'Banners')).toBeVisible();

  await member.goto('/Home');
  const banner = member.getByRole('link', { name: /A fair in spring/ });
  await expect(banner).toBeVisible();
  await expect(banner).toContainText(`${BEACON_LINE} Come and check the dice.`);
  await expect(banner.locator('svg path').first()).toBeAttached();
  await expectGoodLook(member, 'Home with a pattern');

  await cora.getByRole('link', { name: 'A fair in spring' }).click();
  await expect(cora.getByLabel('Title')).toHaveValue('A fair in spring');
  await withdraw(cora);
  await expect(cora.getByRole('row').filter({ hasText: 'A fair in spring' })).toContainText('Withdrawn');
  await member.reload();
  await expect(member.getByRole('link', { name: /Check every draw yourself/ })).toBeVisible();
  await expect(banner).toBeHidden();
});

test('an own picture is drawn anew by the server, and no other file is taken', async ({
  page: member,
  club,
  staff,
}) => {
  await joinClub(member, club);
  const cora = await staff('cora');
  await cora.goto('/console/banners/create');
  await cora.getByLabel('Title').fill('The house by the lake');
  await cora.getByLabel('Position').fill('0');
  const file = cora.locator('input[type="file"]');
  await file.setInputFiles({ name: 'lake.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  const dialog = await check(cora);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(cora.getByText(/^This picture cannot be read/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // A white picture: text on it must remain readable.
  const buffer = await drawnPng(cora, { colour: 'white', width: 640, height: 480 });
  await file.setInputFiles({ name: 'lake.png', mimeType: 'image/png', buffer });
  await expect(cora.getByRole('region', { name: 'Member preview' }).locator('img')).toBeVisible();
  await (await check(cora)).getByRole('button', { name: 'Save' }).click();
  await expect(heading(cora, 'Banners')).toBeVisible();
  // The refused try had already created it: there is one, not two.
  const row = cora.getByRole('row').filter({ hasText: 'The house by the lake' });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Own picture');

  await member.goto('/Home');
  const picture = member.getByRole('main').locator('img[src*="/api/banners/"]').first();
  await expect(picture).toBeVisible();
  const drawn = () => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  await expect.poll(drawn).toEqual([960, 400]);
  await expectGoodLook(member, 'Home with a white picture');

  await cora.getByRole('link', { name: 'The house by the lake' }).click();
  await expect(cora.getByRole('region', { name: 'Member preview' }).locator('img')).toBeVisible();
  await withdraw(cora);
});

async function withdraw(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Withdraw' }).click();
  const form = page.getByRole('dialog', { name: 'Withdraw' });
  await form.getByRole('button', { name: 'Withdraw' }).click();
  await expect(form).toBeHidden();
}

/** Opens the preview that saving asks to confirm. */
async function check(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Check and save' }).click();
  return page.getByRole('dialog', { name: 'Show this to all members?' });
}
