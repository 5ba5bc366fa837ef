import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';

// Addresses that were mistyped, truncated or badly pasted. The app opens, explains and leads on.

/** Parameters by route. Each is tried alone, after the required ones. */
const READ: Record<string, readonly string[]> = {
  Lottery: ['key', 'key=dice-30&id'],
  Verify: ['draw', 'slip', 'day'],
  PlayVideo: ['id'],
  Profile: ['id', 'adsid'],
  List: ['id', 'service', 'language'],
  ServicePage: ['id', 'host'],
  Recharge: ['topUp', 'balance'],
  GameRecord: ['id', 'status'],
  WithdrawRecord: ['id', 'status'],
  Account: ['tab', 'from', 'to', 'kind', 'min', 'tab=bets&id', 'tab=top-ups&id', 'tab=withdrawals&id'],
  Game: ['class'],
  Video: ['class', 'search'],
  Choose: ['tab', 'search'],
  Book: ['tab', 'tab=entries&type', 'tab=statistics&key', 'tab=statistics&draws'],
  Notice: ['tab'],
  Personalreport: ['span', 'span=own&from', 'span=own&to'],
  Language: ['type'],
  Recover: ['to'],
};

const BAD: Record<string, string> = {
  'a NUL': '%00',
  'a word': 'zz',
  'a long text': 'x'.repeat(3000),
  'half a character': '%ED%A0%80',
  'an emoji': '%F0%9F%8E%B2',
  'the way to another call': '..%2f..%2fapi%2fhouse',
  dots: '..',
  'an unknown id': '01234567-89ab-7cde-8f01-23456789abcd',
};

/** Wrong messages: the user typed nothing, and a retry does not help. */
const UNTRUE = /[Cc]heck what you typed|[Cc]ould not (be )?load|went wrong|Try again/;

/** A screen may still be changing from the one before. */
const WAY_MS = 5_000;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('no parameter of a link breaks its screen, asks another call, or blames the reader', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/Mine');
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  const wrong: string[] = [];
  for (const [route, params] of Object.entries(READ)) {
    for (const param of params) {
      for (const [name, value] of Object.entries(BAD)) {
        await follow(page, `/${route}?${param}=${value}`);
        const text = await settled(page);
        if (UNTRUE.test(text)) wrong.push(`${route} ${param}, ${name}: ${text.slice(0, 160)}`);
        const way = page.locator('a:visible, button:visible').first();
        await way.waitFor({ timeout: WAY_MS }).catch(() => wrong.push(`${route} ${param}, ${name}: no way on`));
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(calls.filter((path) => /^\/api\/?$|\/\.\.?(\/|$)/.test(path))).toEqual([]);
});

test('a link to nothing says so, and offers a way on', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/Lottery?key=%00');
  await expect(page.getByRole('heading', { name: 'This table does not exist' })).toBeVisible();
  await page.getByRole('link', { name: 'See other games' }).click();
  await expect(page).toHaveURL(/\/Game$/);

  await page.goto('/Verify?slip=zz');
  await expect(page.getByRole('heading', { name: 'This link does not name a bet of yours' })).toBeVisible();
  await page.getByRole('link', { name: 'My bets' }).click();
  await expect(page).toHaveURL(/\/GameRecord$/);

  await page.goto('/GameRecord?id=zz');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('This link does not work.')).toBeVisible();
  await sheet.getByRole('link', { name: 'Go to Home' }).click();
  await expect(page).toHaveURL(/\/Home$/);
});

for (const [address, meant] of [
  ['/Home.', '/Home'],
  ['/Game)', '/Game'],
  ['//Video', '/Video'],
  ['/Lottery?key=dice-30%20', '/Lottery?key=dice-30'],
  ['/Console', '/console'],
] as const) {
  test(`${address} leads to ${meant}`, async ({ page }) => {
    await page.goto('/Home');
    // Resolves it as the address bar does: there a path with two slashes is no other host.
    const { origin } = new URL(page.url());
    await page.goto(origin + address);
    await expect(page).toHaveURL((url) => url.href.startsWith(origin + meant) && !url.href.endsWith(address));
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeHidden();
  });
}

for (const address of ['/%E0%A4%A', '/%', '/caf%E9', '/Lottery/%FF', '/100%?x=%', '/Home%00', '/index.php']) {
  test(`${address} shows the page for unknown addresses`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await expect(page).toHaveURL(/\/Home$/);
  });
}

/** Follows it as a link inside the app: a page load for each would exceed the rate limit. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);
}

/** The screen's text once nothing is loading. */
async function settled(page: Page): Promise<string> {
  await page.waitForTimeout(60);
  await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
  return page.locator('body').innerText();
}
