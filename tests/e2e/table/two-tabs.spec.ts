import type { BrowserContext, Page, Route } from '@playwright/test';
import { filled } from '../kit/filled.ts';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub, type Member } from '../kit/members.ts';
import { field } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as table from '../pages/lottery-table.ts';
import { askToSignOut } from '../pages/settings.ts';

// All tabs of a browser share one cookie. A page acts only for the member whom it shows.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Two members who are signed in nowhere. */
async function twoMembers(newPhone: () => Promise<Page>, club: Parameters<typeof joinClub>[1]) {
  return { mira: await joinClub(await newPhone(), club), anton: await joinClub(await newPhone(), club) };
}

async function signInHere(page: Page, { userName, password }: Member): Promise<void> {
  await field(page, 'User name').fill(userName);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).not.toHaveURL(/\/Login/);
}

/** Signs out from Mine. */
async function signOut(page: Page): Promise<void> {
  await askToSignOut(page);
  await table.sheet(page, 'Sign out on this phone?').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
}

/** Replaces a browser's session without its pages noticing. */
async function replaceSession(context: BrowserContext, origin: string, { userName, password }: Member): Promise<void> {
  const answer = await context.request.post('/api/session', { data: { userName, password }, headers: { origin } });
  expect(answer.status()).toBe(201);
}

function stopped(page: Page, was: Member) {
  return page.getByRole('dialog', { name: `This page was for ${was.userName}` });
}

/** Without the live stream, which reports a sign-in at once, a page learns of it by its own requests only. */
async function withoutStream(page: Page): Promise<void> {
  await page.route('**/api/stream*', (route) => route.abort());
}

async function balanceOf(page: Page): Promise<string> {
  return (await (await page.request.get('/api/me')).json()).availableMinor;
}

const entries = (page: Page) => page.getByRole('list', { name: 'Conversation' }).getByRole('listitem');

async function betsOf(page: Page): Promise<unknown[]> {
  return (await (await page.request.get('/api/slips')).json()).items;
}

test('a sign-in in another tab stops the page at once; nothing of its member is shown or sent, and all of it is kept', async ({
  page,
  club,
  newPhone,
}) => {
  const { mira, anton } = await twoMembers(newPhone, club);
  // Both tabs show the sign-in page when mira signs in in the first.
  const other = await page.context().newPage();
  await other.goto('/Login');
  await expect(field(other, 'User name')).toBeVisible();
  // The second tab misses the sign-in.
  await other.route('**/api/session', (route) => route.fulfill({ json: { member: null } }));
  await replaceSession(page.context(), club.address, mira);
  const miraCookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  await table.openTable(page);
  await table.chooseBet(page, 'Small', '5.00');
  const slip = await table.review(page);
  await slip.getByRole('textbox', { name: 'Stake on Small' }).fill('12.34');

  await other.unroute('**/api/session');
  await signInHere(other, anton);
  const stop = stopped(page, mira);
  await expect(stop).toBeVisible();
  await expect(stop).toContainText(`${anton.userName} is now signed in in this browser`);
  await expect(stop.getByRole('button', { name: `Reload as ${anton.userName}` })).toBeFocused();
  await expectGoodLook(page, 'a page that another member’s sign-in has stopped');
  // The sheet that was open is neither visible nor reachable by keyboard.
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByText('12.34').filter({ visible: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(stop).toBeVisible();

  // The session of mira's page has ended.
  const response = await fetch(`${club.address}/api/me`, { headers: { cookie: miraCookie } });
  expect(response.status).toBe(401);
  expect(await betsOf(other)).toEqual([]);

  // In the same tab anton sees nothing of it.
  await stop.getByRole('button').click();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(table.betKey(page, 'Small')).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('button', { name: 'Repeat last bet' })).toHaveCount(0);
  await page.goto('/Mine');
  await expect(page.getByText(anton.userName)).toBeVisible();

  // After signing in again, mira finds the slip.
  await signOut(page);
  await page.goto('/Login?to=%2FLottery%3Fkey%3Ddice-30');
  await signInHere(page, mira);
  await expect(table.betKey(page, 'Small')).toHaveAttribute('aria-pressed', 'true');
  await expect(table.betKey(page, 'Small')).toContainText('12.34');
});

test.describe('without a connection for a while', () => {
  test.use({ lineMayBreak: true });

  test('a page that missed the sign-in of another member is refused, spends nothing of theirs, and works again for its own', async ({
    page,
    club,
    newPhone,
  }) => {
    const { mira, anton } = await twoMembers(newPhone, club);
    await replaceSession(page.context(), club.address, mira);
    await table.openTable(page);
    await table.untilSecondsLeft(page, { least: 20 });
    await table.chooseBet(page, 'Odd', '5.00');
    await table.review(page);
    const confirm = table.sheet(page, 'Confirm your bet');
    const place = confirm.getByRole('button', { name: /^Place (this bet|in period \d+)$/ });
    await expect(place).toBeEnabled();

    // Only the slip itself reaches the server, so that nothing else reports the change before.
    const abortReads = (route: Route) => (route.request().method() === 'GET' ? route.abort() : route.fallback());
    await page.route('**/api/**', abortReads);
    await replaceSession(page.context(), club.address, anton);
    const before = await balanceOf(page);
    await place.click();
    await expect(stopped(page, mira)).toBeVisible();
    await page.unroute('**/api/**', abortReads);
    expect([await balanceOf(page), await betsOf(page)]).toEqual([before, []]);

    const other = await page.context().newPage();
    await other.goto('/Mine');
    await signOut(other);
    await other.goto('/Login');
    await signInHere(other, mira);
    await page.bringToFront();
    await expect(stopped(page, mira)).toBeHidden();
    // The open sheet is unchanged and continues.
    await expect(confirm).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(table.betKey(page, 'Odd')).toHaveAttribute('aria-pressed', 'true');
    await table.placeSlip(page);
    expect(await betsOf(page)).toHaveLength(1);
  });

  test('messages that wait for a connection are never sent in another member’s name', async ({
    page,
    club,
    newPhone,
  }) => {
    const { mira, anton } = await twoMembers(newPhone, club);
    await replaceSession(page.context(), club.address, mira);
    await page.goto('/ServicePage?new=1');
    // The code of the screen comes after the page.
    await expect(page.getByLabel('Message')).toBeVisible();
    await page.context().setOffline(true);
    await page.getByLabel('Message').fill('Which of my bets was the last?');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Which of my bets was the last?')).toBeVisible();
    await replaceSession(page.context(), club.address, anton);
    await page.context().setOffline(false);
    await expect(stopped(page, mira)).toBeVisible();
    const threads = async () => (await (await page.request.get('/api/me/desk/threads')).json()).items.length;
    expect(await threads()).toBe(0);

    await replaceSession(page.context(), club.address, mira);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(stopped(page, mira)).toBeHidden();
    await expect.poll(threads).toBe(1);
  });

  test('three tabs lose no message of each other, whatever their requests meet, closed and opened again', async ({
    page,
    club,
    newPhone,
  }) => {
    const { mira } = await twoMembers(newPhone, club);
    const context = page.context();
    await replaceSession(context, club.address, mira);
    await page.goto('/ServicePage?new=1');
    await page.getByLabel('Message').fill('Is it open on Sunday?');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page).toHaveURL(/ServicePage\?id=/);
    await expect(entries(page).first()).toContainText('Sent');
    const { items } = await (await page.request.get('/api/me/desk/threads')).json();
    const address = `/ServicePage?id=${items[0].id}`;
    const [second, third] = [await context.newPage(), await context.newPage()];
    const tabs = [page, second, third];
    // One has no connection, for one the club is down, and one gets no answer.
    const send = '**/api/me/desk/threads/*/words';
    await page.route(send, (route) => route.abort());
    await second.route(send, (route) => route.fulfill({ status: 503, json: { code: 'unavailable' } }));
    await third.route(send, () => undefined);
    for (const [index, tab] of filled(tabs).entries()) {
      await tab.goto(address);
      await tab.bringToFront();
      await tab.getByLabel('Message').fill(`Written in tab ${index + 1}`);
      await tab.getByRole('button', { name: 'Send', exact: true }).click();
    }
    const all = ['Is it open on Sunday?', 'Written in tab 1', 'Written in tab 2', 'Written in tab 3'];
    for (const tab of filled(tabs)) {
      await tab.bringToFront();
      await expect(entries(tab)).toContainText(all);
    }

    await third.unrouteAll({ behavior: 'ignoreErrors' });
    await context.route(send, (route) => route.abort());
    for (const tab of filled(tabs)) await tab.close();
    const again = await context.newPage();
    await again.goto(address);
    await expect(entries(again)).toContainText(all);
    await context.unroute(send);
    await expect(entries(again).last()).toContainText('Sent');
    const thread = await (await again.request.get(`/api/me/desk/threads/${items[0].id}`)).json();
    expect(thread.said.map(({ words }: { words: string }) => words)).toEqual(all);
  });

  test('a page restored from the browser’s cache checks whose session it is', async ({ page, club, newPhone }) => {
    const { mira, anton } = await twoMembers(newPhone, club);
    await replaceSession(page.context(), club.address, mira);
    await withoutStream(page);
    await page.goto('/Account');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await replaceSession(page.context(), club.address, anton);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(stopped(page, mira)).toBeVisible();

    // Without that cache, going back reloads the page, which is anton's.
    await page.goto('about:blank');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/Mine');
    await expect(page.getByText(anton.userName)).toBeVisible();
  });
});

test('a link shown to one member opens no data of another', async ({ page, club, newPhone }) => {
  const { mira, anton } = await twoMembers(newPhone, club);
  await replaceSession(page.context(), club.address, mira);
  await page.goto('/MyData');
  const links = page.locator('a[href^="/api/"]');
  await expect(links.first()).toBeVisible();
  const files = await links.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
  await replaceSession(page.context(), club.address, anton);
  for (const address of filled(files)) {
    const answer = await page.request.get(address);
    expect([answer.status(), (await answer.json()).code]).toEqual([409, 'caller-changed']);
  }
});

test('signing out in another tab opens the sign-in page in this one, and removes the member’s data', async ({
  page,
  club,
  newPhone,
}) => {
  const { mira } = await twoMembers(newPhone, club);
  await replaceSession(page.context(), club.address, mira);
  await page.goto('/ServicePage?new=1');
  await page.getByLabel('Message').fill('A draft of mine');
  const other = await page.context().newPage();
  await other.goto('/Mine');
  await signOut(other);
  await expect(page).toHaveURL(/\/Login/);
  expect(await page.evaluate(() => [...Object.values(sessionStorage)].join())).not.toContain('A draft');
  await signInHere(page, mira);
  await expect(page.getByLabel('Message')).toHaveValue('');
});
