import type { Page } from '@playwright/test';
import { suspendMember } from '@tercet/dev/play-house/suspend-member.ts';
import { TABLE_KEY } from '../kit/beacon.ts';
import type { Club } from '../kit/club.ts';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub, type Member } from '../kit/members.ts';
import { pageHeaders } from '../kit/page-headers.ts';
import { field } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';
import { becomeReady, PIN, send } from '../pages/money-in.ts';
import * as out from '../pages/money-out.ts';

// A restricted member reaches their money, data and account, and nothing else.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Each with its heading and an element that appears only on a working page. */
const OPEN = [
  ['/MyData', 'My data', 'Save as JSON'],
  ['/Sessions', 'Sessions and devices', 'This device'],
  ['/SetLoginPassword', 'Login password', 'New password'],
  ['/RecoveryCodes', 'Recovery codes', 'Make new codes'],
  ['/SetPayPassword', 'Finance password', 'the old finance password'],
  ['/Account', 'Statement', '10,000.00'],
  ['/WithdrawRecord', 'My withdrawals', ''],
  ['/Notice', 'Messages', 'Payouts now go to'],
  ['/Setbank', 'Card or account', 'Elbe-Bank'],
  ['/Limits', 'Limits and breaks', 'They stay as they are'],
  ['/ServiceOnline', 'Support', 'Open 24/7'],
  ['/ServicePage', 'Contact us', 'No conversations yet'],
  ['/Restricted', 'Account status', 'None of this has to wait for support'],
] as const;

const SHUT = ['/Home', '/Game', '/Choose', '/Video', '/Mine', '/Recharge', '/Invite', `/Lottery?key=${TABLE_KEY}`];

async function expectOnlyTheOwn(page: Page): Promise<void> {
  for (const [path, title, words] of OPEN) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(words);
    await expect(page).toHaveURL(path);
  }
  for (const path of SHUT) {
    await page.goto(path);
    await expect(page).toHaveURL('/Restricted');
    await expect(page.getByRole('heading', { level: 1, name: 'Account status' })).toBeVisible();
  }
  // The club refuses both, not only the page.
  const own = await pageHeaders(page);
  const calls: [string, object][] = [
    ['/api/slips', { drawId: `${TABLE_KEY}/1`, tableHash: '00', selections: [{ bet: 'big', stakeMinor: '100' }] }],
    ['/api/me/top-ups', { amountMinor: '1000' }],
  ];
  for (const [path, data] of calls) {
    const headers = { ...own, 'idempotency-key': crypto.randomUUID() };
    expect((await page.request.post(path, { data, headers })).ok(), path).toBe(false);
  }
}

async function signInAgain(page: Page, { userName, password }: Member): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/Login');
  await field(page, 'User name').fill(userName);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/Restricted');
}

/** Withdraws everything. */
async function takeMoneyOut(page: Page, club: Club): Promise<void> {
  const id = await out.withdraw(page, '25');
  await out.endPayout(page, club, id, 'paid');
  await expect(out.steps(page).last()).not.toContainText('about', { timeout: 20_000 });
  expect((await out.readWithdrawal(page, id)).state).toBe('paid');
}

test('a self-excluded member signs in only to their money, their data and their account', async ({ page, club }) => {
  // A birth date used nowhere else: self-excluded members are matched by name or account with the birth date.
  const member = await joinClub(page, club, '1971-08-09');
  await becomeReady(page);
  await send(page, '/api/me/self-exclusion', { months: 6 });
  await signInAgain(page, member);
  await expect(page.getByRole('heading', { name: 'You have excluded yourself' })).toBeVisible();
  await expectOnlyTheOwn(page);
  await takeMoneyOut(page, club);
});

test('a suspended member does so, too', async ({ page, club }) => {
  const member = await joinClub(page, club);
  await becomeReady(page);
  const { id } = await (await page.request.get('/api/me')).json();
  await suspendMember(club.ownerUrl, id, 'Two accounts of one person');
  await signInAgain(page, member);
  await expect(page.getByRole('main')).toContainText('Two accounts of one person');
  await expectOnlyTheOwn(page);
  await takeMoneyOut(page, club);
});

test('a leaving member, too, and their money is paid out automatically: one page links to the payout', async ({
  page,
  club,
}) => {
  const member = await joinClub(page, club);
  await becomeReady(page);
  await send(page, '/api/me/closure', { financePassword: PIN, confirm: true });
  await signInAgain(page, member);
  await expect(page.getByRole('heading', { name: 'Your account is being closed' })).toBeVisible();
  await expectGoodLook(page, '/Restricted of a member who leaves');
  await page.getByRole('link', { name: 'View payouts' }).click();
  await expect(page).toHaveURL('/MyData');
  await expect(page.getByRole('region', { name: 'Account closure' })).toContainText('10,000.00');
  await expectOnlyTheOwn(page);
  const { items } = await (await page.request.get('/api/me/withdrawals')).json();
  expect(items).toMatchObject([{ amountMinor: '1000000', closing: true }]);
});
