import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIResponse, Locator, Page } from '@playwright/test';
import { type SandboxControl, sandboxControl } from '@tercet/dev/sandbox/control-client.ts';
import type { Club } from '../kit/club.ts';
import { expect } from '../kit/fixtures.ts';
import { consoleHeaders } from '../kit/page-headers.ts';
import { amountField, PIN, typePin } from './money-in.ts';

/** The withdrawal screens, and the work of the provider and the staff behind them. */

/** Controls the club's simulated provider. */
function providerOf({ sandboxUrl, dataDir }: Club): SandboxControl {
  return sandboxControl(sandboxUrl, readFileSync(join(dataDir, 'sandbox-secret'), 'utf8').trim());
}

/** Settles a payout at the provider once it has arrived there. */
export async function endPayout(page: Page, club: Club, id: string, outcome: 'paid' | 'failed'): Promise<void> {
  await expect.poll(async () => (await readWithdrawal(page, id)).state, { timeout: 20_000 }).toBe('sent');
  const provider = providerOf(club);
  // The state says that the call to the provider has begun.
  await expect(() => provider.payout(id, outcome)).toPass({ timeout: 20_000 });
  await provider.deliver();
}

export async function readWithdrawal(page: Page, id: string): Promise<{ state: string }> {
  return (await page.request.get(`/api/me/withdrawals/${id}`)).json();
}

export async function countWithdrawals(page: Page): Promise<number> {
  return (await (await page.request.get('/api/me/withdrawals')).json()).total;
}

export async function enterAmount(page: Page, amount: string): Promise<void> {
  await page.goto('/Withdraw');
  await amountField(page).fill(amount);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

export function confirmSheet(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Withdraw' });
}

export function details(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Withdrawal' });
}

export function steps(page: Page): Locator {
  return details(page).getByRole('list', { name: 'Status history and next steps' }).getByRole('listitem');
}

/** Types the finance password and taps the button. Typing the last digit submits nothing. */
export async function submitPin(page: Page, pin: string = PIN): Promise<void> {
  await typePin(page, 'Finance password', pin);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Submit|Send again)$/ })
    .click();
}

/** Withdraws an amount and opens its details. Returns the withdrawal's id. */
export async function withdraw(page: Page, amount: string): Promise<string> {
  await enterAmount(page, amount);
  await submitPin(page);
  await expect(page).toHaveURL(/\/WithdrawRecord\?id=/);
  await expect(steps(page).first()).toContainText('Submitted');
  return new URL(page.url()).searchParams.get('id') ?? '';
}

/** One of the staff, through the console's API. */
export async function staffOf(club: Club, phone: Page, name: string) {
  const password = club.demo.staff.find((one) => one.name === name)?.password;
  const { origin } = new URL(club.address);
  const post = async (path: string, data: object): Promise<APIResponse> => {
    const headers = { ...(await consoleHeaders(phone)), 'idempotency-key': randomUUID() };
    return phone.request.post(path, { data, headers });
  };
  const get = (path: string): Promise<APIResponse> => phone.request.get(path);
  const signIn = await phone.request.post('/api/console/session', { data: { name, password }, headers: { origin } });
  expect(signIn.status()).toBe(201);
  return { post, get };
}
