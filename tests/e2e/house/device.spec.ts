import type { BrowserContext, Page } from '@playwright/test';
import { CALLED_HOSTS } from '@tercet/contract/called-hosts.ts';
import { storedEntryOf } from '@tercet/contract/device-storage.ts';
import { letDiceFall } from '../kit/club-time.ts';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import * as table from '../pages/lottery-table.ts';
import { becomeReady } from '../pages/money-in.ts';
import { openFilm } from '../pages/player.ts';

// The table of what the app stores and calls, compared with a browser that walks through the app.

test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'reduce' } });

const SCREENS = [
  ...['/Home', '/Game', '/Choose', '/Video', '/Mine', '/Notice', '/Account', '/GameRecord', '/Book', '/House'],
  ...['/Verify', '/Setting', '/Sessions', '/Limits', '/MyData', '/Infomation', '/Recharge', '/Withdraw', '/BindCard'],
  ...['/ServiceOnline', '/ServicePage?desk=1', '/Complaints', '/Language', '/Agreement', '/Privacy', '/VisitorDesk'],
];

test('nothing is stored on the device, and no server is called, that the privacy page does not list', async ({
  page,
  context,
  club,
}) => {
  const called = new Set<string>();
  context.on('request', (request) => called.add(new URL(request.url()).origin));
  await page.goto('/Home');
  await joinClub(page, club);
  await becomeReady(page);
  await table.openTable(page);
  await table.chooseBet(page, 'Even', '5.00');
  const period = await table.placeSlip(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await letDiceFall(page, period);
  await expect(table.drawStrip(page, period)).toContainText(/Sum \d/, { timeout: 75_000 });
  await table.chooseBet(page, 'Odd', '5.00');
  for (const path of SCREENS) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main')).not.toBeEmpty();
    // Stored once the notices are on the screen.
    if (path === '/Notice') await expectStored(page, 'tercet.notices');
  }
  await openFilm(page, club, 'tides');
  await expect(page.locator('video')).toBeVisible();
  // The player stores this once it has its film.
  await expectStored(page, 'media-chrome-pref-muted');
  await page.goto('/Setting');
  await page.getByRole('button', { name: 'Dark', exact: true }).click();

  const stored = await storedOn(page, context);
  expect(stored.filter(({ place, name }) => storedEntryOf('member', place, name) === undefined)).toEqual([]);
  const names = stored.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['tercet', 'film', 'tercet.theme', 'tercet.install', 'tercet.notices']));
  expect(new Set(stored.map(({ place }) => place)).size).toBe(5);
  expect(names.some((name) => name.startsWith('tercet-app-'))).toBe(true);

  const { hosts } = (await (await page.request.get('/api/privacy')).json()) as { hosts: { origins: string[] }[] };
  const listed = [new URL(page.url()).origin, ...hosts.flatMap(({ origins }) => origins)];
  const made = CALLED_HOSTS.flatMap(({ sources }) => sources ?? []).filter((source) => source.endsWith(':'));
  const others = [...called].filter((origin) => origin !== 'null' && !listed.includes(origin));
  expect(others.filter((origin) => !made.some((source) => origin.startsWith(source)))).toEqual([]);
});

test('the privacy page lists what is stored and who is called', async ({ page }) => {
  await page.goto('/Privacy');
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('Keeps you signed in')).toBeVisible();
  await expect(main.getByText('tercet.theme', { exact: false })).toBeVisible();
  await expect(main.getByText('Servers that the app calls')).toBeVisible();
  await expect(main.getByText(new URL(page.url()).origin)).toBeVisible();
});

interface Stored {
  place: 'cookie' | 'local' | 'session' | 'database' | 'cache';
  name: string;
}

function expectStored(page: Page, name: string): Promise<void> {
  return expect.poll(() => page.evaluate((key) => localStorage.getItem(key), name), name).not.toBeNull();
}

async function storedOn(page: Page, context: BrowserContext): Promise<Stored[]> {
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBeGreaterThan(0);
  const inPage = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    database: (await indexedDB.databases()).map(({ name }) => name ?? ''),
    cache: await caches.keys(),
  }));
  const cookies = (await context.cookies()).map(({ name }) => ({ place: 'cookie' as const, name }));
  const others = (['local', 'session', 'database', 'cache'] as const).flatMap((place) =>
    inPage[place].map((name) => ({ place, name })),
  );
  return [...cookies, ...others];
}
