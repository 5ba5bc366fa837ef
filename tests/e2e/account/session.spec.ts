import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub, type Member } from '../kit/members.ts';
import { pageHeaders } from '../kit/page-headers.ts';
import { field } from '../pages/forms.ts';
import * as table from '../pages/lottery-table.ts';
import { askToSignOut } from '../pages/settings.ts';

const MIRA = { userName: 'mira', password: 'mira-plays-fair' };

test('a visitor who has to sign in comes back to the page asked for, with all that was asked', async ({ page }) => {
  await page.goto('/GameRecord?status=won');
  await expect(page).toHaveURL(/\/Login\?/);
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await signInHere(page, MIRA);
  await expect(page).toHaveURL('/GameRecord?status=won');
  await expect(page.getByRole('button', { name: 'With payout', exact: true })).toHaveAttribute('aria-pressed', 'true');
  // The sign-in page is not in the history.
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
});

test('sign-in never redirects outside the club', async ({ page, club }) => {
  for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/Nowhere']) {
    await page.context().clearCookies();
    await page.goto(`/Login?to=${encodeURIComponent(to)}`);
    await signInHere(page, MIRA);
    await expect(page).toHaveURL(`${club.address}/Mine`);
  }
});

test('the way to sign in leads on to joining and recovery, and keeps the page asked for', async ({ page }) => {
  await page.goto('/Account');
  await page.getByRole('link', { name: 'Join with an invite code' }).click();
  await expect(page).toHaveURL('/Register?to=%2FAccount');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL('/Recover?to=%2FAccount');
  await page.getByRole('button', { name: 'Back' }).click();
  await signInHere(page, MIRA);
  await expect(page).toHaveURL('/Account');
});

test('paths are read without regard to case, and the bare address is Home', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/Home');
  for (const [path, title] of [
    ['/gAmE?class=swift', 'Games'],
    ['/MINE', 'Account'],
    ['/verify/', 'Check a draw'],
    ['/book', 'Public book'],
    ['/agreement', 'Agreement'],
    ['/language?type=Mine', 'Language'],
    ['/home', 'Tercet'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(title));
  }
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expect(page).toHaveURL('/Home');
});

test('a message tells of a session that ended elsewhere, and the slip is still there after signing in', async ({
  page,
  club,
}) => {
  const member = await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Small', '5.00');
  await table.chooseBet(page, 'Sum 11', '10.00');
  const slip = await table.review(page);
  await slip.getByRole('textbox', { name: 'Stake on Sum 11' }).fill('12.34');
  await endSessionElsewhere(page, club.address);
  await expect(page).toHaveURL(/\/Login\?to=/);
  await expect(page.getByText('Your session has ended. Sign in again. What you typed is saved.')).toBeVisible();
  await signInHere(page, member);
  await expect(page).toHaveURL('/Lottery?key=dice-30');
  await expect(table.betKey(page, 'Small')).toHaveAttribute('aria-pressed', 'true');
  await expect(table.betKey(page, 'Sum 11')).toContainText('12.34');
  const { items } = await (await page.request.get('/api/slips')).json();
  expect(items, 'nothing was placed meanwhile').toEqual([]);
});

test('the back button leads back through the screens, one by one', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/Home');
  await page.getByRole('navigation').getByRole('link', { name: 'Games' }).click();
  await page.getByRole('link', { name: /^Half Minute/ }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/Game');
  await page.goForward();
  await expect(page.getByRole('timer')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/Game');
  await page.goBack();
  await expect(page).toHaveURL('/Home');
  // A screen opened by its address has a way back, too.
  await page.goto('/GameRecord');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).not.toHaveURL('/GameRecord');
});

test('signing out leads to Mine and leaves nothing of the member behind', async ({ page, club, newPhone }) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Small', '5.00');
  await table.placeSlip(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await table.chooseBet(page, 'Big', '5.00');
  await page.goto('/GameRecord');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.goto('/Mine');
  await askToSignOut(page);
  const dialog = table.sheet(page, 'Sign out on this phone?');
  await expect(dialog).toContainText('the one receipt on this phone');
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save the receipt first' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^tercet-receipts-dice-30-\d+\.json$/);
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/Mine');
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  expect(await storedBy(page)).toEqual([]);
  expect((await page.request.get('/api/me')).status()).toBe(401);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByText('Sign in to bet and to see your account.')).toBeVisible();
  await page.goto('/GameRecord');
  await expect(page).toHaveURL(/\/Login\?/);

  // The next member on this phone finds none of it.
  const next = await joinClub(await newPhone(), club);
  await signInHere(page, next);
  await expect(page).toHaveURL('/GameRecord');
  await expect(page.getByRole('heading', { name: 'No bets yet' })).toBeVisible();
  await table.openTable(page);
  await expect(page.getByText('Choose a stake, then a bet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Repeat last bet' })).toHaveCount(0);
});

async function signInHere(page: Page, { userName, password }: Pick<Member, 'userName' | 'password'>): Promise<void> {
  await field(page, 'User name').fill(userName);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Ends this phone's session without its page noticing. */
async function endSessionElsewhere(page: Page, origin: string): Promise<void> {
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const headers = { cookie, ...(await pageHeaders(page)) };
  const answer = await fetch(`${origin}/api/session`, { method: 'DELETE', headers });
  expect(answer.status).toBe(204);
}

/** Storage keys that reveal a member. */
function storedBy(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const texts = [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(
      // Appearance, language and the offer of installation belong to the device.
      (name) => !/theme|locale|install|visit-counted/.test(name),
    );
    const receipts = await new Promise<string[]>((resolve) => {
      const request = indexedDB.open('tercet');
      request.onsuccess = () => {
        const stores = [...request.result.objectStoreNames];
        if (stores.length === 0) return resolve([]);
        const count = request.result
          .transaction(stores)
          .objectStore(stores[0] ?? '')
          .count();
        count.onsuccess = () => resolve(count.result === 0 ? [] : [`${count.result} receipts`]);
      };
    });
    return [...texts, ...receipts];
  });
}
