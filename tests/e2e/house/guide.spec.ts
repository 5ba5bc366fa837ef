import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { hostOf, profileOf } from '../pages/guide.ts';
import { expectGoodLook } from '../pages/look.ts';
import { BACKWARD, kilometresOn, ONWARD } from '../spoken/written.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The tab of the selected page. */
function shownTab(page: Page) {
  return page.locator('[role="tabpanel"]:not([inert])');
}

test('a visitor reads cities and guide, and what is near stays on the phone', async ({ page, context, club }) => {
  await hostOf(club, 'Saran');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url() + (request.postData() ?? '')));
  await page.goto('/Choose');
  const cities = shownTab(page).getByRole('link');
  await expect(cities).toHaveCount(3);
  // The largest first, with a picture each, and no tiers.
  await expect(cities.first()).toContainText('Ulaanbaatar');
  await expect(cities.last()).toContainText('Yerevan');
  await expect(cities.locator('svg')).toHaveCount(3);
  await expect(page.getByText(/tier/i)).toHaveCount(0);
  await expectGoodLook(page, '/Choose');

  await page.getByRole('searchbox', { name: 'Search cities' }).fill('ulaan');
  await expect(cities).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search cities' }).fill('nowhere');
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();

  await page.getByRole('button', { name: 'Cities near me' }).click();
  await expect(page.getByText('Location is blocked. To see cities near you')).toBeVisible();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 40.2177, longitude: 44.5321 });
  await page.getByRole('button', { name: 'Cities near me' }).click();
  await expect(cities.first()).toContainText('Yerevan');
  await expect(cities.first()).toContainText(
    new RegExp(`about ${(await kilometresOn(page, 7)).replace('7', '\\d')} away`),
  );
  expect(requests.join(' ')).not.toMatch(/40\.21|44\.53/);

  await page.getByRole('tab', { name: 'Guide' }).click();
  await expect(page).toHaveURL(/tab=guide/);
  for (const service of ['City guide', 'Interpreter', 'Event host', 'Sports partner', 'Table host at club evenings']) {
    await expect(shownTab(page).getByText(service, { exact: true })).toBeVisible();
  }
  await expectGoodLook(page, '/Choose?tab=guide', { turned: true });

  await page.getByRole('tab', { name: 'Cities' }).click();
  await cities.filter({ hasText: 'Darkhan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('a member finds a host, looks closely by keys, and reports; who is reported for age is hidden', async ({
  page,
  club,
}) => {
  const { cityId } = await hostOf(club, 'Saran');
  await joinClub(page, club);
  await page.goto(`/List?id=${cityId}&name=Darkhan`);
  const hosts = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(page.getByRole('status').filter({ hasText: /\d hosts/ })).toBeVisible();
  await expect(hosts.filter({ hasText: 'Bolor' })).toContainText('Drawn example');
  await expectGoodLook(page, '/List');
  await page.getByRole('button', { name: 'Interpreter', exact: true }).click();
  await expect(hosts).toHaveCount(1);
  await page.getByRole('button', { name: 'Any language' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '한국어' }).click();
  await expect(page.getByRole('heading', { name: 'No hosts match' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Speaks 한국어' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'Interpreter', exact: true }).click();
  await expect(hosts).toHaveCount(1);
  await hosts.click();

  await expect(page.getByRole('heading', { level: 2, name: 'Saran' })).toBeVisible();
  await expect(page.getByText('日本語')).toBeVisible();
  await expect(page.getByText(/^Verified on /)).toBeVisible();
  await expectGoodLook(page, '/Profile');
  await expectKeysTurnPictures(page);

  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Report Saran' });
  await expect(sheet.getByRole('radio', { checked: true })).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Send report' }).click();
  await expect(sheet.getByRole('alert').first()).toBeVisible();
  await expectGoodLook(page, 'a report with faults');
  await sheet.getByRole('radio', { name: /^Age/ }).check();
  await sheet.getByRole('textbox', { name: 'What did you see?' }).fill('She says herself that she is in school.');
  // A swipe may close the sheet. The text stays.
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(sheet.getByRole('radio', { name: /^Age/ })).toBeChecked();
  await expect(sheet.getByRole('textbox')).toHaveValue(/in school/);
  const buffer = Buffer.from(PIXEL, 'base64');
  await sheet.getByLabel('Add').setInputFiles({ name: 'seen.png', mimeType: 'image/png', buffer });
  await expect(sheet.getByRole('img', { name: 'Picture 1' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Send report' }).click();
  await expect(sheet.getByText('The house has received your report.')).toBeVisible();
  await expect(sheet.getByText('Sent', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'This profile is no longer shown' })).toBeVisible();
  await expect(page.getByText(/^You reported this profile/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(0);
  await expectGoodLook(page, 'a profile that is hidden');

  await page.goto(`/List?id=${cityId}`);
  await expect(hosts.filter({ hasText: 'Temur' })).toBeVisible();
  await expect(hosts.filter({ hasText: 'Saran' })).toHaveCount(0);
  await page.goto('/Choose?tab=guide');
  await shownTab(page).getByRole('link', { name: 'Your reports of profiles' }).click();
  const report = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Saran' });
  await expect(report).toContainText(/In review.*Age.*1 picture.*in school.*hidden until a person/s);
  await expectGoodLook(page, '/HostReports');
});

/** Opens the pictures, moves by arrow keys, zooms in, and closes them. */
async function expectKeysTurnPictures(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Open picture 1 of 3 of Saran/ }).focus();
  await page.keyboard.press('Enter');
  const full = page.getByRole('dialog', { name: 'Pictures of Saran' });
  await expect(full.getByRole('img', { name: 'Picture 1 of 3' })).toBeVisible();
  await expectGoodLook(page, 'a picture on the full screen');
  await page.keyboard.press(ONWARD);
  await page.keyboard.press(ONWARD);
  const last = full.getByRole('img', { name: 'Picture 3 of 3' });
  await expect(last).toBeVisible();
  await page.keyboard.press(ONWARD);
  await expect(last).toBeVisible();
  await page.keyboard.press('+');
  await expect(last).toHaveAttribute('style', /scale\(1\.4\)/);
  await page.keyboard.press('0');
  await expect(last).toHaveAttribute('style', /scale\(1\)/);
  const box = await last.boundingBox();
  if (box === null) throw new Error('the picture has no place');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -300);
  await expect(last).toHaveAttribute('style', /scale\(2\.7/);
  await page.keyboard.press(BACKWARD);
  await expect(full.getByRole('img', { name: 'Picture 2 of 3' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(full).toBeHidden();
  await expect(page.getByRole('button', { name: /^Open picture 1 of 3 of Saran/ })).toBeFocused();
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('text in the address of a link never becomes a title', async ({ page, club }) => {
  const { id } = await hostOf(club, 'Temur');
  await joinClub(page, club);
  const nobody = '00000000-0000-4000-8000-000000000000';
  for (const address of [`/List?id=${nobody}`, `/Profile?id=${nobody}`, `/ServicePage?host=${id}`]) {
    await page.goto(`${address}&name=Call+0900`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Call 0900'), address).toHaveCount(0);
  }
});

test('a host who withdraws consent disappears from open pages, pictures included', async ({ page, newPhone, club }) => {
  const host = await hostOf(club, 'Nomin');
  await joinClub(page, club);
  const picture = page.waitForResponse(/\/pictures\//);
  await page.goto(profileOf(host, 'Nomin'));
  await expect(page.getByRole('heading', { level: 2, name: 'Nomin' })).toBeVisible();
  const address = (await picture).url();
  expect((await picture).headers()['cache-control']).toContain('no-store');
  const list = await page.context().newPage();
  await list.goto(`/List?id=${host.cityId}`);
  const card = list.getByRole('main').getByRole('link', { name: /Nomin/ });
  await expect(card).toBeVisible();

  const own = await newPhone(club.address);
  await own.goto(`/Host#${host.token}`);
  await own.getByRole('button', { name: 'Withdraw consent' }).click();
  await own.getByRole('alertdialog').getByRole('button', { name: 'Withdraw now' }).click();
  await expect(own.getByRole('heading', { name: 'Nobody can see your profile' })).toBeVisible();

  await expect(page.getByRole('heading', { name: 'This profile is no longer shown' })).toBeVisible();
  await expect(page.getByRole('main').locator('img')).toHaveCount(0);
  await expect(card).toHaveCount(0);
  expect((await page.request.get(address)).status()).toBe(410);
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(0);
});

test('the whole page of a host, by the private link alone', async ({ newPhone, club }) => {
  const { token } = await hostOf(club, 'Anu');
  const page = await newPhone(club.address);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`/Host#${token}`);
  await expect(page.getByRole('heading', { name: 'Members see your profile' })).toBeVisible();
  await expect(page).toHaveURL(`${club.address}/Host`);
  expect(requests.filter((path) => /^\/api\/(me|stream|session|slips)/.test(path))).toEqual([]);
  await expect(page.getByRole('heading', { level: 2, name: 'Anu' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Open picture 1 of 2 of Anu/ }).locator('img')).toBeVisible();
  await expectGoodLook(page, '/Host');

  await page.getByRole('button', { name: 'Start a break' }).click();
  await expect(page.getByText('You are on a break. You can end it below')).toBeVisible();
  await page.getByRole('button', { name: 'End break' }).click();
  await expect(page.getByRole('heading', { name: 'Members see your profile' })).toBeVisible();

  await expectWordsAndPictures(page);
  await expectConsent(page);

  await page.getByRole('button', { name: 'Create new link' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create' }).click();
  const made = page.getByText(/\/Host#[\w-]{43}$/);
  await expect(made).toBeVisible();
  await expectGoodLook(page, 'a new link');
  const fresh = await made.innerText();
  const other = await newPhone(club.address);
  await expectDeadLink(other, token);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Members see your profile' })).toBeVisible();

  await other.goto(fresh);
  await other.getByRole('button', { name: 'Delete everything' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click();
  await expect(other.getByRole('heading', { name: 'Everything is deleted' })).toBeVisible();
  await other.reload();
  await expect(other.getByRole('heading', { name: 'This link does not open a profile' })).toBeVisible();
});

async function expectDeadLink(page: Page, token: string): Promise<void> {
  await page.goto(`/Host#${token}`);
  await expect(page.getByRole('heading', { name: 'This link does not open a profile' })).toBeVisible();
  await expectGoodLook(page, 'a dead link');
}

/** Texts wait for review; pictures are uploaded, moved and removed. */
async function expectWordsAndPictures(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill('Anu of the hills');
  await page.getByRole('button', { name: 'Add language' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Español' }).click();
  await page.getByRole('button', { name: 'Send text' }).click();
  await expect(page.getByText('Fill in this field.')).toHaveCount(2);
  await page.getByRole('group', { name: 'Español' }).getByLabel('Name').fill('Anu');
  await page.getByRole('group', { name: 'Español' }).getByLabel('About you').fill('Conozco cada calle.');
  await page.getByRole('button', { name: 'Send text' }).click();
  await expect(page.getByText('Your latest text is in review.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Anu', exact: true })).toBeVisible();

  const buffer = Buffer.from(PIXEL, 'base64');
  await page.getByLabel('Choose a picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: 'Send picture', exact: true }).click();
  const third = page.getByRole('listitem', { name: 'Picture 3 of 3' });
  await expect(third).toContainText('In review');
  await third.getByRole('button', { name: 'Move picture 3 up' }).click();
  const second = page.getByRole('listitem', { name: 'Picture 2 of 3' });
  await expect(second).toContainText('In review');
  await second.getByRole('button', { name: 'Remove picture 2' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('listitem', { name: 'Picture 2 of 2' })).toBeVisible();
}

/** Withdrawal takes effect at once. Giving consent again needs a new tick. */
async function expectConsent(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Withdraw consent' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw now' }).click();
  await expect(page.getByText('You have to agree to be shown, just below.')).toBeVisible();
  const box = page.getByRole('checkbox');
  await expect(box).not.toBeChecked();
  await page.getByRole('button', { name: 'Agree', exact: true }).click();
  await expect(page.getByText('Tick the box if you agree.')).toBeVisible();
  await expectGoodLook(page, '/Host without a yes');
  await box.check();
  await page.getByRole('button', { name: 'Agree', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Members see your profile' })).toBeVisible();
}
