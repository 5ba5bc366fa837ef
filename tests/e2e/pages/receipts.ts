import type { Locator, Page } from '@playwright/test';
import { expect } from '../kit/fixtures.ts';
import * as table from './lottery-table.ts';
import { ADDS_UP, expectVerdict } from './proofs.ts';

/** A receipt in the phone's storage, as far as journeys need it. */
export interface StoredReceipt {
  slipId: string;
  placed: { slip: { drawId: string }; receipt: { leafData: string } };
  inclusion: { verdict: string; beforeRound: boolean; failed: string | null; proof: { proof: string[] } } | null;
}

/** The receipts stored on this phone. Creates no database. */
export function receiptsOn(page: Page): Promise<StoredReceipt[]> {
  return page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'tercet')) return [];
    return new Promise<StoredReceipt[]>((resolve, reject) => {
      const request = indexedDB.open('tercet');
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const database = request.result;
        const all = database.transaction('receipts').objectStore('receipts').getAll();
        all.onsuccess = () => {
          database.close();
          resolve(all.result as StoredReceipt[]);
        };
      };
    });
  });
}

/** Places a bet and leaves its receipt open. */
export async function betOnce(page: Page, bet = 'Small'): Promise<{ period: number; accepted: Locator }> {
  await table.openTable(page);
  await table.chooseBet(page, bet, '1.00');
  const period = await table.placeSlip(page);
  return { period, accepted: table.sheet(page, 'Bet accepted') };
}

/** Opens the receipt within an element. Returns its text line and the drawn code. */
export async function openReceipt(page: Page, within: Locator) {
  await within.getByRole('button', { name: 'Receipt', exact: true }).click();
  const sheet = table.sheet(page, 'Receipt');
  const code = sheet.getByRole('img', { name: 'The receipt as a QR code' });
  await expect(code).toBeVisible();
  const line = (await sheet.getByRole('region', { name: 'The same as text' }).innerText()).trim();
  expect(line).toMatch(/^tercet:1:[\w-]+$/);
  const modules = Number((await code.getAttribute('viewBox'))?.split(' ')[2]);
  const outline = (await code.locator('path').getAttribute('d')) ?? '';
  return { sheet, code, line, drawing: { modules, outline } };
}

/** Opens the newest bet in the history. */
export async function openBet(page: Page): Promise<Locator> {
  await page.goto('/GameRecord');
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
  const details = table.sheet(page, 'Half Minute');
  await expect(details).toBeVisible();
  return details;
}

/** Expects a good verdict on a bet of a finished draw, once the key is confirmed. */
export async function expectHolds(page: Page): Promise<void> {
  await expectVerdict(page, ADDS_UP);
  await expect(page.getByRole('heading', { name: 'Your bet is included passed' })).toBeVisible();
}
