import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { openLine } from '../kit/line.ts';
import { joinClub } from '../kit/members.ts';
import { expectGoodLook } from '../pages/look.ts';
import { LOCALE } from '../spoken/speech.ts';

// The offline app: it opens, says that there is no connection, and shows no old balance.

test.use({ serviceWorkers: 'allow', lineMayBreak: true, contextOptions: { reducedMotion: 'reduce' } });

const MONEY = /\d[\d,.]*\s*credits/;

test('the app opens at any screen without a connection, says so, and shows no balance', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/Mine');
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText(MONEY);
  await untilCached(page, LOCALE);
  await page.context().setOffline(true);
  for (const path of ['/Home', '/Mine', '/Account', '/Lottery?key=dice-30', '/Withdraw', '/Game']) {
    await page.goto(path);
    await expect(page.getByText(/No connection/).first(), path).toBeVisible();
    await expect(page.getByText(MONEY), path).toHaveCount(0);
    await expectGoodLook(page, `${path} without a line`);
  }
  await page.context().setOffline(false);
  await page.goto('/Mine');
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText(MONEY);
});

test('a table opened without a connection has its header and the tabs, and appears once the connection is back', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await page.goto('/Mine');
  await untilCached(page, LOCALE);
  await page.context().setOffline(true);
  await page.goto('/Lottery?key=dice-30');
  await expect(page.getByRole('heading', { level: 1, name: 'Lottery' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back' })).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Game' })).toBeVisible();
  await expect(strip(page)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('timer', { name: 'Time left to bet' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Bets' })).toBeVisible();
  await expect(strip(page)).toBeHidden();
});

test('an open table says immediately that the connection is lost, and so does every other screen', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await page.goto('/Lottery?key=dice-30');
  await expect(page.getByRole('timer')).toBeVisible();
  await untilCached(page, LOCALE);
  await page.context().setOffline(true);
  await expect(strip(page)).toBeVisible();
  await expect(page.getByRole('timer')).toBeVisible();
  for (const path of ['/Book', '/Setting', '/Language', '/Login', '/Host', '/Nowhere']) {
    await page.goto(path);
    await expect(strip(page), path).toBeVisible();
  }
  await page.context().setOffline(false);
  await expect(strip(page)).toBeHidden();
});

const strip = (page: Page) => page.getByRole('status').filter({ hasText: 'No connection to the club.' });

test('uses the chosen language, also without a connection', async ({ page, club }) => {
  await page.goto(`${club.address}/Language`);
  await page.getByRole('button', { name: '日本語' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await untilCached(page, 'ja');
  await page.context().setOffline(true);
  await page.goto('/Agreement');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('会員規約');
});

test('stores no answer of the server', async ({ page, club }) => {
  await joinClub(page, club);
  for (const path of ['/Home', '/Account', '/Book', '/Video']) await page.goto(path);
  await untilCached(page, LOCALE);
  const paths = await page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    return found;
  });
  const ofTheApp = [
    /^\/assets\/(workers\/)?[\w.-]+\.(js|css)$/,
    /^\/assets\/[\w-]+-[0-9a-f]{8}\/\w+\.json$/,
    /^\/(theme\.js|ahead\.js|favicon\.svg|manifest\.webmanifest|kept-language)?$/,
  ];
  expect(paths.filter((path) => !ofTheApp.some((pattern) => pattern.test(path)))).toEqual([]);
  expect(paths).toContain('/');
});

test('a newer version waits until the member accepts it', async ({ newPhone, club }) => {
  const line = await openLine(club.address);
  const page = await newPhone(line.address);
  await page.goto('/Agreement');
  await untilCached(page, LOCALE);
  // Another build, which contains none of the running scripts.
  line.changeWorker((code) =>
    code.replace(/["'`]\/assets\/base-[\w-]+\.js["'`],?/, '').replace(/version:["'`]/, '$&x'),
  );
  await page.reload();
  const newer = page.getByRole('status').filter({ hasText: 'A new version of the app is available.' });
  await expect(newer).toBeVisible();
  await expectGoodLook(page, 'a newer version');
  const loaded = page.waitForEvent('load');
  await newer.getByRole('button', { name: 'Update now' }).click();
  await loaded;
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => /-app-x/.test(name)).length))
    .toBe(1);
  await line.close();
});

test('a newer worker of the build that runs already takes over by itself', async ({ newPhone, club }) => {
  const line = await openLine(club.address);
  const page = await newPhone(line.address);
  await page.goto('/Agreement');
  await untilCached(page, LOCALE);
  line.changeWorker((code) => code.replace(/version:["'`]/, '$&y'));
  await page.reload();
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).join())).toMatch(/^tercet-app-y\w+$/);
  await expect(page.getByText('A new version of the app is available.')).toHaveCount(0);
  await line.close();
});

/** Waits until the app and a language are cached on this phone. */
async function untilCached(page: Page, locale: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        return (await (await caches.match('/kept-language'))?.text()) ?? null;
      }),
    )
    .toBe(locale);
}
