/**
 * A journey on a running club, at any address: signs in, bets with a phone's browser, and waits for the dice.
 *   node tests/e2e/visit-club.ts --origin https://… --user mira --password …
 * Accepts any certificate. Prints one line of JSON, and exits with 1 if a step fails or the browser complains.
 */
import { parseArgs } from 'node:util';
import { chromium, expect } from '@playwright/test';
import { launchOptions } from './kit/browser.ts';

const DRAWN_WITHIN_MS = 90_000;

const { values } = parseArgs({
  options: { origin: { type: 'string' }, user: { type: 'string' }, password: { type: 'string' } },
});
const { origin = '', user = '', password = '' } = values;

const browser = await chromium.launch(await launchOptions());
try {
  console.log(JSON.stringify({ result: await visit() }));
} finally {
  await browser.close();
}

async function visit(): Promise<string> {
  const look = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'en' };
  const context = await browser.newContext({ ...look, baseURL: origin, ignoreHTTPSErrors: true });
  const complaints: string[] = [];
  context.on('weberror', (error) => complaints.push(error.error().message));
  const page = await context.newPage();
  await page.goto('/Login');
  await page.getByLabel('User name', { exact: true }).fill(user);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).not.toHaveURL(/Login/);
  await page.goto('/Lottery?key=dice-30');
  await page
    .getByRole('region', { name: 'Bets' })
    .getByRole('button', { name: /^Big pays/ })
    .click();
  await page.getByRole('button', { name: /^Review \d+ bets?$/ }).click();
  await page.getByRole('button', { name: 'Place this bet' }).click();
  await expect(page.getByRole('dialog', { name: 'Bet accepted' })).toBeVisible();
  const mine = page.getByRole('region', { name: 'Your bets' });
  // The event stream reports the result: the page is not loaded again.
  await expect(mine).toContainText(/Won|Returned|Lost/, { timeout: DRAWN_WITHIN_MS });
  expect(complaints).toEqual([]);
  return (await mine.innerText()).split('\n').find((line) => /Won|Returned|Lost/.test(line)) ?? '';
}
