import type { Locator, Page } from '@playwright/test';
import { expect } from '../kit/fixtures.ts';
import { pageHeaders } from '../kit/page-headers.ts';
import { field } from './forms.ts';

/** What a member needs before moving money, and the buttons of the simulated provider. */

export const REAL_NAME = 'Mira Bold';
export const PIN = '2758';
export const IBAN = 'DE89 3704 0044 0532 0130 00';
const CARD = '4242 4242 4242 4242';

/** Adds name, finance password and payout account by API, and answers the deposit limit question. */
export async function becomeReady(page: Page): Promise<void> {
  await send(page, '/api/me/limits/prompted', {});
  await giveDetails(page);
}

/** Adds what a payout needs, by API. */
export async function giveDetails(page: Page): Promise<void> {
  await giveName(page);
  await bindAccount(page);
}

/** Adds the name and the finance password, which binding an account requires. */
export async function giveName(page: Page): Promise<void> {
  await send(page, '/api/me/real-name', { realName: REAL_NAME });
  await send(page, '/api/me/finance-password', { financePassword: PIN, repeat: PIN });
}

export async function bindAccount(page: Page): Promise<void> {
  const payee = { kind: 'iban', bankCode: 'elbe', holder: REAL_NAME, phone: '+4915123456789', iban: IBAN };
  await send(page, '/api/me/payee', { ...payee, financePassword: PIN });
}

/** Sends a write as the page does. */
export async function send(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(path, { data, headers: await pageHeaders(page) });
  if (!answer.ok()) throw new Error(`${path} refused: ${await answer.text()}`);
}

export function amountField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Amount' });
}

/** Taps an amount such as `12.5` on the page's keypad. */
export async function tapAmount(page: Page, amount: string): Promise<void> {
  const keys = page.getByRole('group', { name: 'Keypad' });
  for (const key of amount) {
    await keys.getByRole('button', { name: key === '.' ? 'Decimal point' : key, exact: true }).click();
  }
}

export function goOn(page: Page): Locator {
  return page.getByRole('button', { name: /^Continue to/ });
}

/** Declines a deposit limit, which the app asks once before the first top-up. */
export async function setNoLimit(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Set a top-up limit?' })).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
}

/** Goes from the amount to the provider's page. */
export async function startTopUp(page: Page, amount: string): Promise<void> {
  await page.goto('/Recharge');
  await amountField(page).fill(amount);
  await goOn(page).click();
  await atProvider(page);
}

/** Waits for the provider's page, which has another origin. */
export async function atProvider(page: Page): Promise<void> {
  await expect(page.getByText('no real money')).toBeVisible();
  await expect(page).toHaveURL(/\/checkout\//);
}

/** Presses a button there, which leads back to the club. */
export async function leaveProvider(page: Page, way: string): Promise<void> {
  await page.getByRole('button', { name: way, exact: true }).click();
  await expect(page).toHaveURL(/\/Recharge\?topUp=/);
}

/** The state of the top-up on the page. */
export function topUpState(page: Page): Locator {
  return page.getByRole('main').locator('span[data-tone]').first();
}

export function steps(page: Page): Locator {
  return page.getByRole('list', { name: 'Status history' }).getByRole('listitem');
}

/** Types four digits into the field. */
export async function typePin(page: Page, label: string, pin: string): Promise<void> {
  await field(page, label).pressSequentially(pin);
}

/** The first step of binding an account. */
export async function fillPayee(
  page: Page,
  payee: { kind: 'Card' | 'Account'; bank: string; phone: string; holder?: string },
): Promise<void> {
  await page.getByRole('button', { name: payee.kind, exact: true }).click();
  await page.getByRole('button', { name: /^Bank/ }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Search banks').fill(payee.bank.slice(0, 4));
  await sheet.getByRole('button', { name: payee.bank }).click();
  await expect(sheet).toBeHidden();
  if (payee.holder !== undefined) await field(page, 'Holder').fill(payee.holder);
  await field(page, 'Phone').fill(payee.phone);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

/** Types a card number in the provider's frame. */
export async function typeCard(page: Page, number = CARD): Promise<void> {
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Valid until (month / year)').fill('04 / 31');
  await frame.getByRole('button', { name: 'Use this card' }).click();
}
