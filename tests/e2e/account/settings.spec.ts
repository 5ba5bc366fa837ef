import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { GOOD_PASSWORD, joinClub, type Member } from '../kit/members.ts';
import { expectFault, field, watchCalls } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';
import { askToSignOut } from '../pages/settings.ts';

const NEW_PASSWORD = 'another harbour, another lantern';
const ENDED = 'Your session has ended. Sign in again. What you typed is saved.';

test('the settings open from Mine, and each leads back', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/Mine');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/Setting');
  for (const [entry, title] of [
    ['Basic information', 'Personal details'],
    ['Login password', 'Login password'],
    ['Finance password', 'Finance password'],
    ['Sessions and devices', 'Sessions and devices'],
    ['Language', 'Language'],
  ] as const) {
    await page.getByRole('link', { name: entry }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL('/Setting');
  }
  // A choice leads back and leaves no extra history entry.
  await page.getByRole('link', { name: 'Language' }).click();
  await expect(page).toHaveURL('/Language?type=setting');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page).toHaveURL('/Setting');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/Mine');
  await page.goto('/language?type=SETTING');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page).toHaveURL('/Setting');
});

test('the appearance is chosen, kept on this phone, and left to the system again', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/setting');
  const root = page.locator('html');
  const choose = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await choose('Dark');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await choose('Light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveAttribute('data-theme', 'light');
  await choose('System');
  await expect(root).toHaveAttribute('data-theme', 'dark');
});

test('a visitor finds no settings, but language and appearance, and comes back once signed in', async ({
  page,
  newPhone,
  club,
}) => {
  const member = await joinClub(await newPhone(), club);
  await page.goto('/Mine');
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Dark', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Language' }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page).toHaveURL('/Mine');
  for (const path of ['/Setting', '/Sessions', '/SetLoginPassword']) {
    await page.goto(path);
    await expect(page).toHaveURL(`/Login?to=${encodeURIComponent(path)}`);
  }
  await signInHere(page, member);
  await expect(page).toHaveURL('/SetLoginPassword');
});

test('another device is signed out remotely, alone or with all the others', async ({ page, club, newPhone }) => {
  const member = await joinClub(page, club);
  const [second, third] = [await newPhone(), await newPhone()];
  for (const phone of [second, third]) {
    await phone.goto('/Login?to=/Account');
    await signInHere(phone, member);
    await expect(phone).toHaveURL('/Account');
  }
  await page.goto('/Sessions');
  const here = page.getByRole('list', { name: 'This device' });
  const others = page.getByRole('list', { name: 'Other devices' }).getByRole('listitem');
  await expect(here.getByRole('listitem')).toHaveCount(1);
  await expect(here).toContainText('Chrome on Linux');
  await expect(here.getByRole('button')).toHaveCount(0);
  await expect(others).toHaveCount(2);
  await expectGoodLook(page, '/Sessions with others');

  await others.first().getByRole('button', { name: 'Sign out Chrome on Linux' }).click();
  await expect(others).toHaveCount(1);
  const [ended, stored] = await endedFirst(second, third);
  await expect(ended.getByText(ENDED)).toBeVisible();
  expect((await stored.request.get('/api/me')).status()).toBe(200);
  // Only the session has ended, not the account.
  await signInHere(ended, member);
  await expect(ended).toHaveURL('/Account');

  await page.reload();
  await expect(others).toHaveCount(2);
  const calls = await watchCalls(page, 'POST', '/api/me/sessions/end-others');
  await page.getByRole('button', { name: 'Sign out all other devices' }).dblclick();
  await expect(page.getByText('No other devices are signed in')).toBeVisible();
  expect(calls.count()).toBe(1);
  for (const phone of [second, third]) await expect(phone.getByText(ENDED)).toBeVisible();
  await page.reload();
  await expect(here.getByRole('listitem')).toHaveCount(1);
});

test('the login password is changed: what was typed is kept when it is refused, and other devices are out', async ({
  page,
  club,
  newPhone,
}) => {
  const member = await joinClub(page, club);
  const other = await newPhone();
  await other.goto('/Login');
  await signInHere(other, member);
  await expect(other.getByRole('region', { name: 'Account' })).toBeVisible();

  await page.goto('/Setting');
  await page.getByRole('link', { name: 'Login password' }).click();
  const [old, fresh, repeat] = [
    field(page, 'Current password'),
    field(page, 'New password'),
    field(page, 'Repeat new password'),
  ];
  const set = page.getByRole('button', { name: 'Change password' });
  await set.click();
  for (const one of [old, fresh, repeat]) await expectFault(one, 'Fill in this field.');
  await expectGoodLook(page, '/SetLoginPassword with faults');

  await old.fill('not the one');
  await fresh.fill(NEW_PASSWORD);
  await repeat.fill(`${NEW_PASSWORD}!`);
  await set.click();
  await expectFault(repeat, 'The two entries do not match.');
  // Changing either of the two removes the error.
  await fresh.fill(`${NEW_PASSWORD}!`);
  await expect(repeat).not.toHaveAttribute('aria-invalid', 'true');
  await set.click();
  await expectFault(old, 'This is not your current password.');
  await expect(old).toBeFocused();
  for (const one of [fresh, repeat]) await expect(one).toHaveValue(`${NEW_PASSWORD}!`);

  await old.fill(GOOD_PASSWORD);
  for (const one of [fresh, repeat]) await one.fill('password123');
  await set.click();
  await expectFault(fresh, 'Too easy to guess.');
  await expect(old).toHaveValue(GOOD_PASSWORD);
  for (const one of [fresh, repeat]) await one.fill(NEW_PASSWORD);
  const calls = await watchCalls(page, 'POST', '/api/me/login-password');
  await set.dblclick();
  await expect(page).toHaveURL('/Setting');
  await expect(page.getByText('Your password is changed. All other devices are signed out.')).toBeVisible();
  expect(calls.count()).toBe(1);
  await expect(other.getByText(ENDED).or(other.getByText('You are not signed in'))).toBeVisible();
  expect((await other.request.get('/api/me')).status()).toBe(401);

  // This device continues with a new token and gets a notice.
  await page.goto('/Notice');
  await expect(page.getByText('Your login password was changed')).toBeVisible();
  await other.goto('/Login');
  await signInHere(other, member);
  await expect(other.getByText('Wrong user name or password.')).toBeVisible();
  await signInHere(other, { ...member, password: NEW_PASSWORD });
  await expect(other.getByRole('region', { name: 'Account' })).toContainText(member.userName);
});

test('password managers recognise each password and its account', async ({ page, club }) => {
  const { userName } = await joinClub(page, club);
  await page.goto('/SetLoginPassword');
  const form = page.locator('form');
  await expect(form.locator('input')).toHaveCount(4);
  const requested = await form
    .locator('input')
    .evaluateAll((inputs) => inputs.map((input) => [input.getAttribute('autocomplete'), input.getAttribute('type')]));
  expect(requested).toEqual([
    ['username', 'text'],
    ['current-password', 'password'],
    ['new-password', 'password'],
    ['new-password', 'password'],
  ]);
  await expect(form.locator('input').first()).toHaveValue(userName);
  await expect(form.locator('input').first()).toBeHidden();
  await form.getByRole('button', { name: 'Show password' }).first().click();
  await expect(field(page, 'Current password')).toHaveAttribute('type', 'text');
});

test('signing out on a page that was opened by its address leads to Mine, not to sign-in', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/Mine');
  await askToSignOut(page);
  await page.keyboard.press('Escape');
  await page.goto('/Setting');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  await expect(page).toHaveURL('/Mine');
  // From here on a member's page asks for sign-in.
  await page.goto('/Setting');
  await expect(page).toHaveURL('/Login?to=%2FSetting');
});

/** The one that was led to sign-in comes first. */
async function endedFirst(one: Page, two: Page): Promise<[Page, Page]> {
  await expect.poll(() => [one, two].filter((phone) => phone.url().includes('/Login')).length).toBe(1);
  return one.url().includes('/Login') ? [one, two] : [two, one];
}

async function signInHere(page: Page, { userName, password }: Pick<Member, 'userName' | 'password'>): Promise<void> {
  await field(page, 'User name').fill(userName);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
