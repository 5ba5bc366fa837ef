import type { Page } from '@playwright/test';
import type { Club } from '../kit/club.ts';
import { expect, test } from '../kit/fixtures.ts';
import { GOOD_PASSWORD, joinClub } from '../kit/members.ts';
import { asOwner } from '../kit/owner-sql.ts';
import { expectFault, field } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';
import { staffOf } from '../pages/money-out.ts';

// Recovery without codes: the visitor in a browser, support by the console's API.

const NEW_PASSWORD = 'seven kites above the salt marsh';
const CONTACT = '+976 9911 2233';

interface Key {
  number: string;
  secret: string;
}

test('a member without codes asks support, comes back after a day and sets a new password', async ({
  page,
  club,
  newPhone,
}) => {
  const { userName } = await joinClub(await newPhone(), club);
  await page.goto('/Recover');
  await page.getByRole('button', { name: 'I have no code' }).click();
  await expect(page).toHaveURL('/Recover?way=desk');
  await expect(page.getByText('24 hours later at the earliest')).toBeVisible();
  await expect(page.getByText('For 7 days after that, the card or account cannot be replaced.')).toBeVisible();
  await expectGoodLook(page, '/Recover?way=desk');
  const key = await sendRequest(page, userName);
  await expectGoodLook(page, 'number and secret');
  await page.getByRole('button', { name: 'Go to the conversation' }).click();
  const state = page.getByRole('region', { name: 'State of the request' });
  await expect(state).toContainText('Waiting for support');
  await expect(messages(page)).toContainText('I lost my phone and my codes.');
  expect(page.url()).not.toContain(key.number);

  const support = await openSupport(club, await newPhone(), key);
  await support.answer('Which city did you last sign in from?');
  await expect(messages(page)).toContainText('Which city did you last sign in from?');
  await field(page, 'Message').fill('From Darkhan.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(messages(page).getByRole('listitem')).toHaveCount(3);
  await expect(field(page, 'Message')).toHaveValue('');

  await support.decide(true);
  await expect(state).toContainText('Support has approved your request.');
  await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0);
  await letADayPass(club, userName);
  await field(page, 'New password').fill('short');
  const set = page.getByRole('button', { name: 'Set new password' });
  await set.click();
  await expectFault(field(page, 'New password'), 'Too easy to guess.');
  await expectGoodLook(page, '/VisitorDesk, ready');
  await field(page, 'New password').fill(NEW_PASSWORD);
  await set.click();

  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(10);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await field(page, 'User name').fill(userName);
  await field(page, 'Password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/Mine');
  await page.goto('/VisitorDesk');
  await expect(state).toContainText('Done');
  await expect(state).toContainText('make others under Settings, Recovery codes');
});

test.describe('when an answer is lost', () => {
  test.use({ lineMayBreak: true });

  test('a request sent again after a reload is the same one, and lost codes are made anew', async ({
    page,
    club,
    newPhone,
  }) => {
    const { userName } = await joinClub(await newPhone(), club);
    const answers: Key[] = [];
    await page.route('**/api/recovery-requests', async (route) => {
      answers.push(await (await route.fetch()).json());
      await route.abort();
    });
    await page.goto('/Recover?way=desk');
    await fillRequest(page, userName);
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.unroute('**/api/recovery-requests');
    await page.reload();
    await expect(field(page, 'Message')).toHaveValue('I lost my phone and my codes.');
    await page.getByRole('button', { name: 'Send request' }).click();
    const key = await readKey(page);
    const sent = { number: key.number.replaceAll('-', ''), secret: key.secret.replaceAll('-', '') };
    expect(answers.at(-1)).toEqual(sent);
    await page.getByRole('button', { name: 'Go to the conversation' }).click();

    const support = await openSupport(club, await newPhone(), key);
    await support.decide(true);
    await letADayPass(club, userName);
    await page.route('**/api/visitor-thread/password', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await field(page, 'New password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Set new password' }).click();
    const state = page.getByRole('region', { name: 'State of the request' });
    await expect(state).toContainText('make others under Settings, Recovery codes');
    await state.getByRole('link', { name: 'Sign in' }).click();
    await field(page, 'User name').fill(userName);
    await field(page, 'Password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL('/Mine');

    await page.goto('/Setting');
    await page.getByRole('link', { name: 'Recovery codes' }).click();
    await expect(page.getByText('You have 10 unused codes.')).toBeVisible();
    await expectGoodLook(page, '/RecoveryCodes');
    await field(page, 'Login password').fill('not the password');
    await page.getByRole('button', { name: 'Make new codes' }).click();
    await expectFault(field(page, 'Login password'), 'This is not your current password.');
    await field(page, 'Login password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Make new codes' }).click();
    await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(10);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/Setting');
  });
});

test('a conversation opens on another phone by its number and secret, and a phone forgets it', async ({
  page,
  newPhone,
}) => {
  await page.goto('/Recover?way=desk');
  const key = await sendRequest(page, 'nobody-of-that-name');
  // Shown until it is confirmed, also after a look elsewhere.
  await page.getByRole('button', { name: 'Go to the conversation' }).click();
  await page.reload();
  await expect(messages(page)).toContainText('I lost my phone and my codes.');
  await expect(page.getByText(key.secret)).toHaveCount(0);

  const other = await newPhone();
  await other.goto('/VisitorDesk');
  const open = other.getByRole('button', { name: 'Open conversation' });
  await open.click();
  await expectFault(field(other, 'Number'), 'Fill in this field.');
  await field(other, 'Number').fill(key.number);
  await field(other, 'Secret').fill('0000-0000-0000-0000');
  await open.click();
  await expectFault(field(other, 'Secret'), 'Wrong number or secret.');
  await expect(field(other, 'Number')).toHaveValue(key.number);
  await field(other, 'Secret').fill(key.secret.toLowerCase());
  await open.click();
  await expect(messages(other)).toContainText('I lost my phone and my codes.');

  await page.getByRole('button', { name: 'Remove from this device' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove from this device' }).click();
  await expect(field(page, 'Number')).toBeVisible();
  const stored = await page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('visitor')));
  expect(stored).toEqual([]);
});

test('errors of a request appear at their fields, and what was typed stays', async ({ page }) => {
  await page.goto('/Recover?way=desk');
  const send = page.getByRole('button', { name: 'Send request' });
  await send.click();
  for (const label of ['User name', 'How can we reach you?', 'Message']) {
    await expectFault(field(page, label), 'Fill in this field.');
  }
  await fillRequest(page, 'nobody-with-a-long-contact');
  await field(page, 'How can we reach you?').fill('9'.repeat(121));
  await send.click();
  await expectFault(field(page, 'How can we reach you?'), 'Enter 1 to 120 characters.');
  await expect(field(page, 'Message')).toHaveValue('I lost my phone and my codes.');
  // The other way and back.
  await page.getByRole('button', { name: 'I have a recovery code' }).click();
  await expect(field(page, 'Recovery code')).toBeVisible();
  await page.getByRole('button', { name: 'I have no code' }).click();
  await expect(field(page, 'Message')).toHaveValue('I lost my phone and my codes.');
});

test('the member sees a request under Sessions and stops it with the login password', async ({
  page,
  club,
  newPhone,
}) => {
  const { userName } = await joinClub(page, club);
  const stranger = await newPhone();
  await stranger.goto('/Recover?way=desk');
  const key = await sendRequest(stranger, userName);
  const support = await openSupport(club, await newPhone(), key);
  await support.decide(true);

  await page.goto('/Sessions');
  const card = page.getByRole('region', { name: 'Someone asked for a new password' });
  await expect(card).toBeVisible();
  await expectGoodLook(page, '/Sessions with a request');
  await field(page, 'Login password').fill('not the password');
  await card.getByRole('button', { name: 'Stop the request' }).click();
  await expectFault(field(page, 'Login password'), 'This is not your current password.');
  await field(page, 'Login password').fill(GOOD_PASSWORD);
  await card.getByRole('button', { name: 'Stop the request' }).click();
  await expect(card).toHaveCount(0);

  // The stranger cannot tell the member's stop from support's no.
  await stranger.getByRole('button', { name: 'Go to the conversation' }).click();
  await expect(stranger.getByRole('region', { name: 'State of the request' })).toContainText('Refused');
});

test('a visitor asks about registration from Support, and finds the conversation there again', async ({
  page,
  club,
  newPhone,
}) => {
  await page.goto('/ServiceOnline');
  await page.getByRole('link', { name: 'Question about registration' }).click();
  await expect(page).toHaveURL('/VisitorDesk?new=1');
  await field(page, 'How can we reach you?').fill('me@example.com');
  await field(page, 'Message').fill('Where do I get an invite?');
  await page.getByRole('button', { name: 'Send message' }).click();
  const key = await readKey(page);
  await page.goto('/ServiceOnline');
  await page.getByRole('link', { name: 'Your conversation with support' }).click();
  await expect(messages(page)).toContainText('Where do I get an invite?');
  await expect(page.getByRole('region', { name: 'State of the request' })).toHaveCount(0);
  const support = await openSupport(club, await newPhone(), key);
  await support.answer('A member can give you one.');
  await expect(messages(page)).toContainText('A member can give you one.');
});

function messages(page: Page) {
  return page.getByRole('list', { name: 'Conversation' });
}

async function fillRequest(page: Page, userName: string): Promise<void> {
  await field(page, 'User name').fill(userName);
  await field(page, 'How can we reach you?').fill(CONTACT);
  await field(page, 'Message').fill('I lost my phone and my codes.');
}

async function sendRequest(page: Page, userName: string): Promise<Key> {
  await fillRequest(page, userName);
  await page.getByRole('button', { name: 'Send request' }).click();
  return readKey(page);
}

/** The number and secret as the page shows them. */
async function readKey(page: Page): Promise<Key> {
  await expect(page.getByRole('heading', { name: 'Your number and secret' })).toBeVisible();
  const shown = page.getByRole('definition');
  await expect(shown.nth(0)).toHaveText(/^\w{4}-\w{4}$/);
  await expect(shown.nth(1)).toHaveText(/^\w{4}(-\w{4}){3}$/);
  return { number: await shown.nth(0).innerText(), secret: await shown.nth(1).innerText() };
}

/** Support at the conversation with this number. */
async function openSupport(club: Club, phone: Page, { number }: Key) {
  const { get, post } = await staffOf(club, phone, 'sara');
  const { items } = await (await get('/api/console/visitor-threads?limit=100')).json();
  const found = items.find((one: { number: string }) => one.number === number.replace('-', ''));
  const path = `/api/console/visitor-threads/${found?.id}`;
  const act = async (name: string, body: object) => {
    const answer = await post(`${path}/${name}`, body);
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  return {
    answer: (text: string) => act('answer', { text }),
    decide: (approved: boolean) => act('decide', { approved, why: 'answers compared' }),
  };
}

/** Moves a request a day back. Moving the club's clock by a day would run through all its draws. */
async function letADayPass(club: Club, userName: string): Promise<void> {
  const earlier = `requested_at = requested_at - interval '1 day', notified_at = coalesce(notified_at, requested_at) - interval '1 day'`;
  await asOwner(club, `update members.recovery_request set ${earlier} where user_name = '${userName}'`);
}
