import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { sandboxControl } from '@tercet/dev/sandbox/control-client.ts';
import { type RunningSandbox, startSandbox } from '@tercet/dev/sandbox/sandbox.ts';
import { type TemporaryFolder, temporaryFolder } from '@tercet/dev/temporary-folder.ts';
import { expect, test } from '../kit/fixtures.ts';

// The pages of the simulated payment provider alone. A page of another origin stands for the club.
const SECRET = 'a secret that is known to this test alone';

let folder: TemporaryFolder;
let sandbox: RunningSandbox;
let parent: Server;
let parentOrigin: string;
/** Content of the page around the frame. */
let framed = '';

test.beforeAll(async () => {
  folder = temporaryFolder('tercet-sandbox-');
  sandbox = await startSandbox({ dataDir: folder.path, secret: SECRET });
  parent = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(parentPage());
  }).listen(0, '127.0.0.1');
  await once(parent, 'listening');
  parentOrigin = `http://127.0.0.1:${(parent.address() as AddressInfo).port}`;
});

test.afterAll(async () => {
  await sandbox.close();
  parent.closeAllConnections();
  parent.close();
  folder.remove();
});

async function open(path: string, ask: Record<string, unknown>): Promise<string> {
  return (await sandboxControl(sandbox.url, SECRET).ask<{ url: string }>(path, ask)).url;
}

function openCheckout(reference: string): Promise<string> {
  return open('/api/checkouts', {
    reference,
    amountMinor: '12500',
    currency: 'PLAY',
    exponent: 2,
    returnUrl: `${parentOrigin}/back?of=${reference}`,
    expiresAtMs: Date.now() + 1_800_000,
    locale: 'en',
  });
}

/** The surrounding page. It records the frame's messages. */
function parentPage(): string {
  return `<!doctype html><html lang="en"><title>Parent</title><link rel="icon" href="data:,"><main><h1>Parent</h1>
    <iframe title="Card" src="${framed}" style="width:100%;height:20rem;border:0"></iframe></main>
    <script>window.told = []; addEventListener('message', ({ origin, data }) => told.push({ origin, data }))</script>`;
}

function messagesOf(page: Page): Promise<{ origin: string; data: Record<string, unknown> }[]> {
  return page.evaluate(
    () => (globalThis as unknown as { told: { origin: string; data: Record<string, unknown> }[] }).told,
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the checkout page returns by each of its buttons, and is accessible: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const way of ['Approve', 'Decline', 'Leave without paying', 'Pay later', 'Pay this instead']) {
      const reference = `${colorScheme}-${way.replaceAll(' ', '-')}`;
      await page.goto(await openCheckout(reference));
      await expect(page.getByRole('heading', { level: 1 })).toContainText('125.00 play credits');
      await page.getByText('More ways this can end').click();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page.getByRole('button', { name: way }).click();
      await expect(page).toHaveURL(`${parentOrigin}/back?of=${reference}`);
    }
  });
}

test('the frame hands a token to the page that it was opened for', async ({ page }) => {
  framed = await open('/api/card-fields', { reference: 'binding', parentOrigin, locale: 'en' });
  await page.goto(`${parentOrigin}/BindCard`);
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Card number').fill('4242 4242 4242 4241');
  await frame.getByLabel('Valid until (month / year)').fill('04/31');
  await frame.getByRole('button', { name: 'Use this card' }).click();
  await expect(frame.getByRole('alert')).toHaveText('This card number has a typing error.');
  await expect(frame.getByLabel('Card number')).toBeFocused();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await frame.getByLabel('Card number').fill('4242 4242 4242 4242');
  await frame.getByRole('button', { name: 'Use this card' }).click();
  await expect(frame.getByRole('status')).toHaveText('visa ending 4242 is ready.');
  const messages = await messagesOf(page);
  expect(messages.every(({ origin }) => origin === sandbox.url)).toBe(true);
  expect(messages.map(({ data }) => data)).toEqual(
    expect.arrayContaining([
      { type: 'tercet-card-ready', height: expect.any(Number) },
      { type: 'tercet-card-error', message: 'This card number has a typing error.' },
      { type: 'tercet-card', token: expect.stringMatching(/^tok_/), brand: 'visa', last4: '4242' },
    ]),
  );
  expect(JSON.stringify(messages)).not.toContain('42424242');
});

test('the frame is not shown on a page that it was not opened for', async ({ browser }) => {
  framed = await open('/api/card-fields', { reference: 'other', parentOrigin: 'http://club.test', locale: 'en' });
  // The browser reports the refused frame, so complaints are expected.
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${parentOrigin}/BindCard`);
  await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
  expect(await messagesOf(page)).toEqual([]);
  await context.close();
});
