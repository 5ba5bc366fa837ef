import { createECDH, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { field } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';
import { askToSignOut } from '../pages/settings.ts';
import { LOCALE, ROOT } from '../spoken/speech.ts';

// Pushed messages with the real service worker. The browser's push service is a third party that tests never contact.
// Its subscription is simulated, and the browser's devtools deliver the messages.

test.use({ serviceWorkers: 'allow' });

/** The worker contains its own texts, which `spoken` does not replace. */
const PUSHED = (
  JSON.parse(readFileSync(join(ROOT, `apps/member/src/locales/${LOCALE}.json`), 'utf8')) as {
    pushed: { body: string; paid: string; news: string };
  }
).pushed;

test('are requested only by a tap, contain no amounts, and end with the session', async ({ page, club, context }) => {
  const { origin } = new URL(club.address);
  await context.grantPermissions(['notifications'], { origin });
  await pretendPushService(page);
  await joinClub(page, club);
  await page.goto('/Notice');
  const card = page.getByRole('region', { name: 'Get notifications?' });
  await expect(card).toBeVisible();
  await expectGoodLook(page, '/Notice with pushed messages off');
  expect(await isSubscribed(page)).toBe(false);

  await card.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('region', { name: 'Notifications are on' })).toBeVisible();
  await expectGoodLook(page, '/Notice with pushed messages on');
  const pushes = await deliverTo(page, origin);
  const shown = await noteShown(page);
  await pushes.deliver({ kind: 'withdrawal-paid', id: 'one' });
  await pushes.deliver({ kind: 'told-by-a-newer-club', id: 'two', amountMinor: '12345' });
  await pushes.deliverText('no json at all');
  const titles = async () => (await shown()).map(({ title }) => title);
  await expect.poll(titles).toEqual([PUSHED.paid, PUSHED.news, PUSHED.news]);
  const [first] = await shown();
  expect(first).toMatchObject({ body: PUSHED.body, lang: LOCALE, tag: 'one' });
  expect((await page.request.get(first?.icon ?? '')).status()).toBe(200);
  expect(JSON.stringify((await shown()).map(({ title, body }) => title + body))).not.toMatch(/\d/);

  await page.goto('/Mine');
  expect(await storedForPushes(page)).toEqual(['/kept-push']);

  const sent = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await askToSignOut(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  expect([(await sent).status(), new URL((await sent).url()).pathname]).toEqual([204, '/api/session']);
  expect((await sent).request().postDataJSON().pushEndpoint).toMatch(/^https:.*0$/);
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  await expect.poll(() => isSubscribed(page)).toBe(false);
  await expect.poll(() => storedForPushes(page)).toEqual([]);
});

test('signing out does not wait for a push service that never answers', async ({ page, club, context }) => {
  await context.grantPermissions(['notifications'], { origin: new URL(club.address).origin });
  await pretendPushService(page);
  await joinClub(page, club);
  await page.goto('/Notice');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
  await page.goto('/Mine');
  await page.evaluate(() => {
    PushManager.prototype.getSubscription = () => new Promise(() => undefined);
    CacheStorage.prototype.delete = () => new Promise(() => undefined);
  });
  const sent = page.waitForRequest((request) => request.method() === 'DELETE');
  await askToSignOut(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  expect((await sent).postDataJSON().pushEndpoint).toMatch(/^https:.*0$/);
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible({ timeout: 2_000 });
  expect(await page.evaluate(() => localStorage.getItem('tercet.push'))).toBeNull();
});

test('can be turned off again', async ({ page, club, context }) => {
  await context.grantPermissions(['notifications'], { origin: new URL(club.address).origin });
  await pretendPushService(page);
  await joinClub(page, club);
  await page.goto('/Notice');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
  expect(await isSubscribed(page)).toBe(false);
  for (const path of ['/Home', '/Mine', '/Notice']) await page.goto(path);
  expect(await isSubscribed(page)).toBe(false);
});

test('follow a browser that changes its address, and never tell of another member', async ({
  page,
  club,
  context,
  newPhone,
}) => {
  await context.grantPermissions(['notifications'], { origin: new URL(club.address).origin });
  await pretendPushService(page);
  await joinClub(page, club);
  await page.goto('/Notice');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
  await page.evaluate(() => localStorage.setItem('pretended-push', '1'));
  const sent = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/me/push');
  await page.goto('/Home');
  expect((await sent).postDataJSON().endpoint).toMatch(/1$/);

  // The session expires and another member signs in.
  const other = await joinClub(await newPhone(), club);
  await context.clearCookies();
  await page.goto('/Login');
  await field(page, 'User name').fill(other.userName);
  await field(page, 'Password').fill(other.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/Mine');
  await expect.poll(() => isSubscribed(page)).toBe(false);
});

test('a text explains how to unblock them in the browser', async ({ page, club, context }) => {
  const session = await context.newCDPSession(page);
  const permission = { name: 'notifications' };
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const { browserContextId } = targetInfo;
  await session.send('Browser.setPermission', {
    permission,
    setting: 'denied',
    origin: new URL(club.address).origin,
    ...(browserContextId === undefined ? {} : { browserContextId }),
  });
  await joinClub(page, club);
  await page.goto('/Notice');
  await expect(page.getByRole('region', { name: 'Notifications are blocked' })).toContainText('settings');
  await expect(page.getByRole('button', { name: 'Turn on' })).toHaveCount(0);
  await expectGoodLook(page, '/Notice with pushed messages blocked');
});

test('the app can be put on a home screen', async ({ page }) => {
  await page.goto('/Home');
  const manifest = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await page.request.get(manifest ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const { icons, display, start_url } = await answer.json();
  expect([display, start_url]).toEqual(['standalone', '/Home']);
  const apple = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  for (const path of [apple, ...icons.map(({ src }: { src: string }) => src)]) {
    const icon = await page.request.get(path);
    expect([path, icon.status(), icon.headers()['content-type']]).toEqual([path, 200, 'image/png']);
  }
  expect((await page.request.get('/sw.js')).headers()['cache-control']).toBe('no-cache');
});

/** Simulates the push service: an address of its form that is never requested, stored like a real one. */
async function pretendPushService(page: Page): Promise<void> {
  const ecdh = createECDH('prime256v1');
  const address = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(12).toString('hex')}`,
    keys: { p256dh: ecdh.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
  };
  await page.addInitScript((given) => {
    const KEPT = 'pretended-push';
    const made = () => {
      const turn = localStorage.getItem(KEPT);
      if (turn === null) return null;
      const endpoint = given.endpoint + turn;
      const unsubscribe = async () => {
        localStorage.removeItem(KEPT);
        return true;
      };
      return { endpoint, toJSON: () => ({ ...given, endpoint }), unsubscribe } as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () => made();
    PushManager.prototype.subscribe = async (options) => {
      if (options?.userVisibleOnly !== true || typeof options.applicationServerKey !== 'string') throw new TypeError();
      localStorage.setItem(KEPT, '0');
      return made() as PushSubscription;
    };
  }, address);
}

/** Delivers a message to the page's worker through devtools. */
async function deliverTo(page: Page, origin: string) {
  const session: CDPSession = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const id = await registrationId;
  const deliverText = async (data: string) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: id, data });
  };
  return { deliverText, deliver: (content: object) => deliverText(JSON.stringify(content)) };
}

interface Shown {
  title: string;
  body: string;
  lang: string;
  icon: string;
  tag?: string;
}

/** Records the worker's notifications, since this browser cannot show them. */
async function noteShown(page: Page): Promise<() => Promise<Shown[]>> {
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error('there is no worker');
  await worker.evaluate(() => {
    const shown: unknown[] = [];
    Object.assign(self, { shown });
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      shown.push({ title, ...options });
    };
  });
  return () => worker.evaluate(() => (self as unknown as { shown: Shown[] }).shown);
}

/** Whether the simulated browser is subscribed. */
function isSubscribed(page: Page): Promise<boolean> {
  return page.evaluate(() => localStorage.getItem('pretended-push') !== null);
}

function storedForPushes(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const stored: string[] = [];
    if (!(await caches.has('tercet-push'))) return stored;
    for (const { url } of await (await caches.open('tercet-push')).keys()) stored.push(new URL(url).pathname);
    return stored;
  });
}
