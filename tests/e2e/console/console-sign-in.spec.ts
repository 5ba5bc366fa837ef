import type { Locator } from '@playwright/test';
import {
  consoleAddress,
  heading,
  menu,
  menuLink,
  openDesk,
  passwordOf,
  signInAs,
  signInWithForm,
} from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';

// Staff sign-in, permissions of each role, and identity proofs.

const DESK = ['Conversations', 'Bookings', 'Visitors', 'Saved replies', 'Common questions'];
const MONEY = [
  'Withdrawals',
  'Top-up mismatches',
  'Questions about bets',
  'Complaints and data requests',
  'Legal holds',
  'Ledger faults',
];
const CONTENT = ['Notices', 'Banners', 'Invites'];
const VIDEOS = ['Videos', 'Video classes', 'Video terms'];
const GUIDE = ['Host reports', 'Hosts', 'Cities', 'Guide texts'];
/** Of support. */
const PEOPLE = ['Members', 'Members at risk', 'Possible matches'];
const RULES = ['Lotteries', 'Lottery classes', 'Stops', 'Payment rule', 'Proposals'];
const HOUSE = [...CONTENT, 'Service', 'Payment logos', 'Name and look', ...VIDEOS, 'Video purchases', ...GUIDE];
const LOG = ['Audit log', 'Log verification'];
const EVERY = ['Overview', 'Figures', ...DESK, ...MONEY, ...[...PEOPLE, 'Staff'], ...HOUSE, ...RULES, ...LOG];

const PAGES_OF = {
  finn: ['Overview', 'Figures', ...MONEY, 'Members', 'Service', 'Payment logos', 'Video purchases', ...RULES],
  sara: ['Overview', ...DESK, 'Questions about bets', 'Complaints and data requests', ...PEOPLE, ...GUIDE, 'Stops'],
  cora: [
    ...['Overview', 'Common questions', ...CONTENT, 'Payment logos', 'Name and look'],
    ...[...VIDEOS, ...GUIDE, 'Lotteries', 'Lottery classes', 'Stops'],
  ],
  ada: EVERY,
  olga: EVERY,
};

test('the console retries while the server is busy, and staff stay signed in', async ({ staff, club }) => {
  const page = await staff('finn');
  let isBusy = true;
  await page.route('**/api/console/me', (route) => (isBusy ? route.fulfill(BUSY) : route.fallback()));
  await page.goto(`${consoleAddress(club)}/console`);
  await expect(page.getByText('The server has not said whether you are signed in.')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('The server is busy.');
  await expect(page.getByLabel('Password')).toBeHidden();
  await expectGoodConsole(page, 'a server that does not answer');
  isBusy = false;
  await expect(heading(page, 'Overview')).toBeVisible();

  await test.step('a list that met a busy server shows its rows without a click', async () => {
    let refusals = 1;
    await page.route('**/api/console/members?*', (route) => (refusals-- > 0 ? route.fulfill(BUSY) : route.fallback()));
    await (await menuLink(page, 'Members')).click();
    // Placeholder rows have no `data-row`.
    await expect(page.locator('#page [data-row]').first()).toBeVisible();
    expect(refusals).toBeLessThan(0);
  });
});

const BUSY = {
  status: 503,
  contentType: 'application/problem+json',
  body: JSON.stringify({ code: 'busy', params: {} }),
};

test('each role comes in and finds its own pages, and no other by its address', async ({ staff }) => {
  for (const [name, pages] of Object.entries(PAGES_OF)) {
    const page = await staff(name);
    expect(await menu(page)).toEqual(pages);
    await expect(heading(page, pages[0] ?? '')).toBeVisible();
    await page.goto('/console/withdrawals');
    await expect(heading(page, name === 'sara' || name === 'cora' ? 'Page not found' : 'Withdrawals')).toBeVisible();
    await page.context().close();
  }
});

test('at most ten links of the menu are visible, and a folded group opens by keys', async ({ staff }) => {
  for (const name of Object.keys(PAGES_OF)) {
    const page = await staff(name);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    const links = pages.getByRole('link');
    expect(await links.count(), name).toBeLessThanOrEqual(10);
    const folded = pages.getByRole('button', { expanded: false }).last();
    const label = await folded.innerText();
    await page.keyboard.press('m');
    await expect(links.first()).toBeFocused();
    await page.keyboard.press('End');
    for (let step = 0; step < 9 && !(await isFocused(folded)); step++) await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    const group = pages.getByRole('button', { name: label });
    await expect(group).toHaveAttribute('aria-expanded', 'true');
    expect(await links.count(), name).toBeLessThanOrEqual(10);
    await page.keyboard.press('ArrowDown');
    await expect(group).not.toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(group).toBeFocused();
    await page.reload();
    await expect(group, 'the menu is kept').toHaveAttribute('aria-expanded', 'true');
    await group.press('ArrowLeft');
    await expect(group).toHaveAttribute('aria-expanded', 'false');
    await page.context().close();
  }
});

function isFocused(one: Locator): Promise<boolean> {
  return one.evaluate((element) => element === document.activeElement);
}

test('each page opens for an owner, and passes the visual checks', async ({ staff }) => {
  const page = await staff('olga');
  for (const name of EVERY) {
    const link = await menuLink(page, name);
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(heading(page, /./)).toBeVisible();
    await expectGoodConsole(page, name);
  }
});

test('a wrong password is refused; signing out leaves nothing on the page', async ({ browser, club, complaints }) => {
  const page = await openDesk(browser, club, complaints);
  await page.goto('/console/withdrawals');
  await page.getByRole('textbox', { name: 'Name' }).fill('finn');
  await page.getByLabel('Password').fill('not this one at all');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('The user name or password is wrong.')).toBeVisible();
  await page.getByLabel('Password').fill(passwordOf(club, 'finn'));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Withdrawals')).toBeVisible();
  await page.getByRole('button', { name: 'finn' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(heading(page, 'Staff console')).toBeVisible();
  expect((await page.request.get('/api/console/me')).status()).toBe(401);
});

test('a session that ended elsewhere locks the page, and what was typed is there again afterwards', async ({
  club,
  staff,
}) => {
  const page = await staff('finn');
  await page.goto('/console/legal-holds');
  const field = page.getByRole('textbox', { name: 'Member' });
  await field.fill('half an id');
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Questions about bets' }).focus();
  await field.fill('018f9c3e-2b8d-7cc2-8a3f-1d2e3f4a5b6c');
  await page.getByRole('button', { name: 'Look up' }).click();
  await expect(heading(page, 'Signed out')).toBeVisible();
  await expect(field).toBeHidden();
  await page.getByLabel('Password').fill(passwordOf(club, 'finn'));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Signed out')).toBeHidden();
  await expect(field).toHaveValue('018f9c3e-2b8d-7cc2-8a3f-1d2e3f4a5b6c');
  await expect(page.getByText('This member has never had a legal hold.')).toBeVisible();
});

test('a sign-in of a colleague in another tab stops the page, and typed text stays with its author', async ({
  browser,
  club,
  complaints,
}) => {
  const page = await openDesk(browser, club, complaints);
  const other = await page.context().newPage();
  await other.goto('/console');
  await expect(other.getByRole('textbox', { name: 'Name' })).toBeVisible();
  await signInAs(page, club, 'finn');
  await page.goto('/console/legal-holds');
  const field = page.getByRole('textbox', { name: 'Member' });
  await field.fill('half an id');
  const [cookie] = await page.context().cookies();

  await signInWithForm(other, club, 'sara');
  const stopped = page.getByRole('dialog', { name: 'This page belonged to finn' });
  await expect(stopped).toContainText('sara is now signed in in this browser');
  await expect(stopped.getByRole('button', { name: 'Reload as sara' })).toBeFocused();
  await expect(field).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(stopped).toBeVisible();
  await page.bringToFront();
  await expectGoodConsole(page, 'a page that another’s sign-in has stopped');
  const response = await fetch(`${consoleAddress(club)}/api/console/me`, {
    headers: { cookie: `${cookie?.name}=${cookie?.value}` },
  });
  expect(response.status, 'the session that was replaced is over').toBe(401);

  await other.getByRole('button', { name: 'sara' }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(heading(other, 'Staff console')).toBeVisible();
  await expect(heading(page, 'Signed out')).toBeVisible();
  await page.getByLabel('Password').fill(passwordOf(club, 'finn'));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Signed out')).toBeHidden();
  await expect(field).toHaveValue('half an id');
});

test('a passkey is added, signs in without a password, and is removed', async ({ browser, club, complaints }) => {
  const page = await openDesk(browser, club, complaints);
  const line = await page.context().newCDPSession(page);
  await line.send('WebAuthn.enable');
  await line.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signInAs(page, club, 'sara');
  await page.goto('/console/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill('This machine');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This machine')).toBeVisible();
  await page.getByRole('button', { name: 'sara' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('button', { name: 'sara' })).toBeVisible();
  await page.goto('/console/account');
  await expect(page.getByText(/last used/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove This machine' }).click();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
});

test('the console speaks Mongolian, and remembers it', async ({ club, staff }) => {
  const page = await staff('ada');
  await page.getByRole('button', { name: 'ada' }).click();
  await page.getByRole('menuitem', { name: 'Монгол' }).click();
  await expect(heading(page, 'Тойм')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Тойм')).toBeVisible();
  expect(new URL(page.url()).origin).toBe(consoleAddress(club));
});
