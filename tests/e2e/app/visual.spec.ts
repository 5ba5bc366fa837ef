import type { Browser, BrowserContext, Page } from '@playwright/test';
import { filled } from '../kit/filled.ts';
import { expect, test } from '../kit/fixtures.ts';
import { holdAnswers, letSettle, namesNowAndHeld } from '../kit/held-answers.ts';
import { joinClub } from '../kit/members.ts';

// Screens compared with reviewed screenshots. A difference is an unseen change or needs new screenshots: run npx
// playwright test visual --update-snapshots, and look at each of them.

const LOOKS = {
  light: { locale: 'en', colorScheme: 'light' },
  dark: { locale: 'en', colorScheme: 'dark' },
  ar: { locale: 'ar', colorScheme: 'light' },
  ja: { locale: 'ja', colorScheme: 'light' },
} as const;

interface Shown {
  name: string;
  path: string;
}

const OF_VISITORS: Shown[] = [
  { name: 'mine', path: '/Mine' },
  { name: 'login', path: '/Login' },
  { name: 'register', path: '/Register' },
  { name: 'not-found', path: '/Nowhere' },
];
const OF_MEMBERS: Shown[] = [
  { name: 'top-up', path: '/Recharge' },
  { name: 'bets', path: '/GameRecord' },
  { name: 'limits', path: '/Limits' },
  { name: 'settings', path: '/Setting' },
  { name: 'payee', path: '/Setbank' },
];

/** Countdowns and draws change these screens. They are shown with recorded answers, at the recorded time. */
const LIVE: Shown[] = [
  { name: 'home', path: '/Home' },
  { name: 'games', path: '/Game' },
  { name: 'table', path: '/Lottery?key=dice-60' },
  { name: 'films', path: '/Video' },
  // It contains the last draws once there are any.
  { name: 'verify', path: '/Verify' },
];

test('the stored answers have the shape of the API’s answers', async ({ page, club }) => {
  await joinClub(page, club);
  for (const [path, now, held] of filled(await namesNowAndHeld(page.request)))
    expect({ path, held }).toEqual({ path, held: now });
});

for (const [look, how] of Object.entries(LOOKS)) {
  test(`screens match their stored pictures: ${look}`, async ({ browser, baseURL, club }) => {
    const open = () => opened(browser, baseURL, how);
    const visitor = await open();
    for (const shown of OF_VISITORS) await expectAsBefore(visitor, look, shown);
    await visitor.close();
    const member = await open();
    await joinClub(await member.newPage(), club);
    for (const shown of OF_MEMBERS) await expectAsBefore(member, look, shown);
    await member.close();
    const then = await open();
    await holdAnswers(then, how.locale);
    for (const shown of LIVE) await expectAsBefore(then, look, shown, letSettle);
    await then.close();
  });
}

function opened(browser: Browser, baseURL: string | undefined, how: (typeof LOOKS)[keyof typeof LOOKS]) {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, timezoneId: 'UTC' } as const;
  return browser.newContext({ ...phone, ...how, baseURL, reducedMotion: 'reduce', serviceWorkers: 'block' });
}

async function expectAsBefore(
  context: BrowserContext,
  look: string,
  { name, path }: Shown,
  settle?: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await settle?.(page);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  await expect.soft(page).toHaveScreenshot([look, `${name}.png`], {
    maxDiffPixels: 20,
  });
  await page.close();
}
