import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { filled } from '../kit/filled.ts';
import { expect, test } from '../kit/fixtures.ts';
import { freshInvite, freshName, GOOD_PASSWORD, joinClub } from '../kit/members.ts';
import { pageHeaders } from '../kit/page-headers.ts';
import { acceptAll, expectFault, field, watchCalls } from '../pages/forms.ts';
import * as table from '../pages/lottery-table.ts';
import { ROOT } from '../spoken/speech.ts';

// Bad input on every form: the error appears at the field, the input stays, and nothing happens twice.

const NEEDED = 'Fill in this field.';
const mn = JSON.parse(readFileSync(join(ROOT, 'apps/member/src/locales/mn.json'), 'utf8')) as Record<
  'titles' | 'forms' | 'register',
  Record<string, string>
>;

test.describe('joining', () => {
  test('shows an error at each field, and keeps the input', async ({ page, club }) => {
    await page.goto('/Register');
    const join = page.getByRole('button', { name: 'Join' });
    const agreed = page.getByRole('checkbox', { name: /game rules/ });
    await join.click();
    for (const label of ['User name', 'Password', 'Invite code', 'Date of birth']) {
      await expectFault(field(page, label), NEEDED);
    }
    for (const box of filled(await page.getByRole('checkbox').all())) {
      await expectFault(box, 'Read the agreement and tick the box.');
    }
    await expect(field(page, 'User name')).toBeFocused();

    const typed = {
      'User name': 'a b',
      Password: 'password123',
      'Invite code': 'TERC-0',
      'Date of birth': '2999-01-01',
    };
    await fill(page, typed);
    await acceptAll(page);
    await agreed.uncheck();
    await join.click();
    await expectFault(agreed, 'Read the agreement and tick the box.');
    await agreed.check();
    await join.click();
    // Names are checked only after a valid invite.
    await expectFault(field(page, 'Invite code'), 'This code is wrong, used or expired. Ask for a new one.');
    await expectValues(page, typed);

    await fill(page, { 'Invite code': await freshInvite(club) });
    await join.click();
    await expectFault(field(page, 'User name'), 'Use 3 to 24 characters');
    await expectFault(field(page, 'Password'), 'Too easy to guess.');
    await expectFault(field(page, 'Date of birth'), 'Enter a valid date of birth');
    await expect(agreed).toBeChecked();

    const year = new Date().getUTCFullYear();
    await fill(page, { 'User name': 'MIRA', Password: GOOD_PASSWORD, 'Date of birth': `${year - 17}-01-01` });
    await join.click();
    await expectFault(field(page, 'Date of birth'), 'You are below the minimum age');
    // Another date does not help with the same invite.
    await fill(page, { 'Date of birth': '1990-04-12' });
    await join.click();
    await expectFault(field(page, 'Date of birth'), 'You are below the minimum age');
    await fill(page, { 'Invite code': await freshInvite(club) });
    await join.click();
    await expectFault(field(page, 'User name'), 'This user name is taken. Choose another one.');
    await expectValues(page, { Password: GOOD_PASSWORD, 'Date of birth': '1990-04-12' });
  });

  test('happens once, however often it is tapped', async ({ page, club }) => {
    const calls = await watchCalls(page, 'POST', '/api/members');
    await page.goto('/Register');
    await fill(page, { 'User name': freshName(), Password: GOOD_PASSWORD, 'Invite code': await freshInvite(club) });
    await fill(page, { 'Date of birth': '1990-04-12' });
    await acceptAll(page);
    calls.hold();
    const join = page.getByRole('button', { name: 'Join' });
    await join.dblclick();
    await field(page, 'Invite code').press('Enter');
    await expect(page.getByRole('button', { name: 'Joining' })).toHaveAttribute('aria-disabled', 'true');
    calls.release();
    await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
    expect(calls.count()).toBe(1);
  });
});

test.describe('signing in', () => {
  test('names missing and wrong fields, and too many attempts', async ({ page }) => {
    await page.goto('/Login');
    const signIn = page.getByRole('button', { name: 'Sign in' });
    await signIn.click();
    await expectFault(field(page, 'User name'), NEEDED);
    await expectFault(field(page, 'Password'), NEEDED);

    const typed = { 'User name': freshName(), Password: 'not the password' };
    await fill(page, typed);
    for (let tries = 0; tries < 5; tries++) {
      const answered = page.waitForResponse('**/api/session');
      await signIn.click();
      await answered;
      await expect(page.getByRole('alert')).toHaveText('Wrong user name or password.');
      await expectValues(page, typed);
    }
    await signIn.click();
    await expect(page.getByRole('alert')).toHaveText(/^Too many attempts\. Try again in \d+ seconds\.$/);
    await expectValues(page, typed);
  });

  test('happens once, however often Enter is pressed', async ({ page }) => {
    const calls = await watchCalls(page, 'POST', '/api/session');
    await page.goto('/Login');
    await fill(page, { 'User name': 'mira', Password: 'mira-plays-fair' });
    calls.hold();
    await field(page, 'Password').press('Enter');
    await field(page, 'Password').press('Enter');
    await page.getByRole('button', { name: 'Signing in' }).dblclick({ force: true });
    calls.release();
    await expect(page.getByRole('region', { name: 'Account' })).toContainText('mira');
    expect(calls.count()).toBe(1);
  });
});

test('recovery names errors, accepts a code once, and opens the account again', async ({ page, club, newPhone }) => {
  const { userName, recoveryCodes } = await joinClub(await newPhone(), club);
  const [code = ''] = recoveryCodes;
  await page.goto('/Recover');
  const set = page.getByRole('button', { name: 'Set new password' });
  await set.click();
  for (const label of ['User name', 'Recovery code', 'New password']) await expectFault(field(page, label), NEEDED);

  const typed = { 'User name': userName, 'Recovery code': code, 'New password': `${userName}1` };
  await fill(page, typed);
  await set.click();
  await expectFault(field(page, 'New password'), 'Too easy to guess.');
  await expectValues(page, typed);

  const newPassword = 'seven kites above the salt marsh';
  await fill(page, { 'Recovery code': 'not-a-code', 'New password': newPassword });
  await set.click();
  await expectFault(field(page, 'Recovery code'), 'The user name and recovery code do not match');
  await expectValues(page, { 'User name': userName, 'Recovery code': 'not-a-code', 'New password': newPassword });

  const calls = await watchCalls(page, 'POST', '/api/recover');
  calls.hold();
  await fill(page, { 'Recovery code': code });
  await set.dblclick();
  calls.release();
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
  expect(calls.count()).toBe(1);

  await page.getByRole('link', { name: 'Sign in' }).click();
  await fill(page, { 'User name': userName, Password: newPassword });
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('region', { name: 'Account' })).toContainText(userName);
});

test.describe('the slip', () => {
  test('shows an error at each stake, and keeps the input', async ({ page, club }) => {
    await joinClub(page, club);
    await table.openTable(page);
    await expect(page.getByText('Choose a stake, then a bet.')).toBeVisible();
    await expect(page.getByRole('button', { name: /Review/ })).toHaveCount(0);
    await table.chooseBet(page, 'Small', '1.00');
    const slip = await table.review(page);
    const stake = slip.getByRole('textbox', { name: 'Stake on Small' });
    const place = slip.getByRole('button', { name: 'Place this bet' });
    for (const [typed, words, shown = typed] of [
      ['0.99', 'The smallest stake here is 1.00 credits.'],
      ['0', 'The smallest stake here is 1.00 credits.'],
      ['1000.01', 'The largest stake on one bet is 1,000.00 credits.', '1,000.01'],
      ['99999999999999999999', 'This is no amount.', '99,999,999,999,999,999,999'],
      ['ten', 'This is no amount.'],
      ['-5', 'This is no amount.'],
      ['1e3', 'This is no amount.'],
      ['1.005', 'This could mean 1.005 or 1,005.00.'],
      ['', 'This is no amount.'],
    ] as const) {
      await stake.fill(typed);
      // An emptied field may be about to get another amount.
      if (typed === '') await stake.blur();
      await expectFault(stake, words);
      await expect(place).toBeDisabled();
      await expect(stake).toHaveValue(shown);
    }
    await stake.fill('12.5');
    await expect(stake).not.toHaveAttribute('aria-invalid');
    await expect(place).toBeEnabled();
    await slip.getByRole('button', { name: 'Remove Small' }).click();
    await expect(slip.getByText('Your slip is empty.')).toBeVisible();
    await expect(place).toBeDisabled();
    await expect(place).toHaveAccessibleDescription('Choose at least one bet.');
  });

  test('names the missing balance, before it is sent and after', async ({ page, club }) => {
    await joinClub(page, club);
    await table.openTable(page);
    for (const bet of ['Big', 'Odd']) await table.chooseBet(page, bet, '500.00');
    await table.untilSecondsLeft(page, { least: 12 });
    const confirm = await table.review(page);
    // Refused by the server, although the page saw no problem.
    const code = 'balance-too-small';
    const problem = {
      type: `urn:tercet:problem:${code}`,
      title: code,
      status: 422,
      code,
      params: { missingMinor: '1' },
    };
    await page.route('**/api/slips', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(problem) })
        : route.fallback(),
    );
    await confirm.getByRole('button', { name: 'Place this bet' }).click();
    const short = 'Your balance is 0.01 credits short. Lower a stake or remove a bet.';
    await expect(confirm.getByRole('alert')).toContainText(`${short} Nothing was taken from your balance.`);
    await page.unroute('**/api/slips');
    // Another phone of this member spends all but 500. Nothing is won before the draw.
    await spend(page, ['small', 'big', 'odd', 'even', 's10'], 100_000n);
    await spend(page, ['small', 'big', 'odd', 'even', 's11'], 50_000n);
    await expect(confirm.getByRole('textbox', { name: 'Stake on Odd' })).toHaveValue('500.00');
    // The submit button is replaced by a link to top up.
    const topUp = confirm.getByRole('link', { name: 'Top up, 500.00 credits short' });
    await expect(topUp).toBeVisible();
    await expect(
      confirm.getByText('Your balance is 500.00 credits short. Lower a stake or remove a bet.'),
    ).toBeVisible();
    await expect(confirm).toContainText(/Missing\s*500\.00/);
    await expect(confirm).not.toContainText('Balance after');
    await expect(confirm.getByRole('button', { name: 'Place this bet' })).toHaveCount(0);
    await confirm.getByRole('button', { name: 'Remove Odd' }).click();
    await expect(confirm.getByRole('alert')).toHaveCount(0);
    await expect(topUp).toHaveCount(0);
    await confirm.getByRole('button', { name: 'Undo' }).click();
    await topUp.click();
    await expect(page).toHaveURL(/\/Recharge/);
  });

  test('counts once, however often it is sent', async ({ page, club }) => {
    await joinClub(page, club);
    const calls = await watchCalls(page, 'POST', '/api/slips');
    await table.openTable(page);
    await table.chooseBet(page, 'Even', '5.00');
    await table.untilSecondsLeft(page, { least: 8 });
    await table.review(page);
    calls.hold();
    const place = page.getByRole('button', { name: 'Place this bet' });
    await expect(place).toBeEnabled();
    await table.keepReceipt(page, async () => {
      await place.evaluate((key: HTMLElement) => {
        key.click();
        key.click();
      });
      await page.getByRole('button', { name: 'Placing' }).dblclick({ force: true });
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      calls.release();
    });
    expect(calls.count()).toBe(1);
    await page.getByRole('link', { name: 'View in My bets' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
    await expect(page.getByRole('main').getByRole('listitem')).toContainText('−5.00');
  });
});

test('the language is changed on the form itself, and what was typed stays', async ({ page }) => {
  await page.goto('/Register');
  await fill(page, { 'User name': 'temuulen', Password: 'one two three four', 'Invite code': 'ABCD' });
  await acceptAll(page);
  await field(page, 'Invite code').fill('');
  await field(page, 'Invite code').blur();
  await expectFault(field(page, 'Invite code'), 'Fill in this field.');
  await page.getByLabel('Language', { exact: true }).selectOption('mn');
  await expect(page.locator('html')).toHaveAttribute('lang', 'mn');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(mn.titles.register ?? '');
  await expectValues(page, {
    [mn.forms.userName ?? '']: 'temuulen',
    [mn.forms.password ?? '']: 'one two three four',
  });
  for (const box of filled(await page.getByRole('checkbox').all())) await expect(box).toBeChecked();
  await expectFault(field(page, mn.register.inviteCode ?? ''), mn.forms.fillIn ?? '');
  await page.goto('/Login');
  await field(page, mn.forms.userName ?? '').fill('temuulen');
  await page.getByLabel(mn.titles.language ?? '', { exact: true }).selectOption('ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('input[autocomplete="username"]')).toHaveValue('temuulen');
});

test.describe('with a connection that breaks', () => {
  test.use({ lineMayBreak: true });

  test('a slip without an answer is found again and counts once', async ({ page, club }) => {
    await joinClub(page, club);
    await table.openTable(page);
    await table.chooseBet(page, 'Odd', '10.00');
    await table.untilSecondsLeft(page, { least: 8 });
    await table.review(page);
    const isPost = (method: string) => method === 'POST';
    let lost = 0;
    // The house accepts the slip, but its first answer is lost.
    await page.route('**/api/slips', async (route) => {
      if (!isPost(route.request().method()) || lost++ > 0) return route.fallback();
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Place this bet' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Your slip may or may not be in.');
    await page.getByRole('button', { name: 'Send it again' }).click();
    await expect(table.sheet(page, 'Bet accepted')).toBeVisible();
    const { items } = await (await page.request.get('/api/slips')).json();
    expect(items).toHaveLength(1);
    const me = await (await page.request.get('/api/me')).json();
    expect(me.availableMinor).toBe('999000');
  });

  test('signing in says that there is no connection, and keeps the input', async ({ page }) => {
    await page.goto('/Login');
    const typed = { 'User name': 'mira', Password: 'mira-plays-fair' };
    await fill(page, typed);
    await page.route('**/api/session', (route) => route.abort());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toHaveText('No connection. Check your network and try again.');
    await expectValues(page, typed);
  });
});

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

async function expectValues(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of filled(Object.entries(values))) await expect(field(page, label)).toHaveValue(value);
}

/** Bets by API: 1,000 on each bet, and `lastMinor` on the last. */
async function spend(page: Page, bets: string[], lastMinor: bigint): Promise<void> {
  const { current, table: ruling } = await (await page.request.get('/api/lotteries/dice-30')).json();
  const selections = bets.map((bet, at) => ({
    bet,
    stakeMinor: String(at === bets.length - 1 ? lastMinor : 100_000n),
  }));
  const answer = await page.request.post('/api/slips', {
    headers: { ...(await pageHeaders(page)), 'idempotency-key': crypto.randomUUID() },
    data: { drawId: current.drawId, tableHash: ruling.hash, selections },
  });
  if (!answer.ok()) throw new Error(await answer.text());
}
