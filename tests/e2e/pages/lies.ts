import type { Page } from '@playwright/test';
import { expect } from '../kit/fixtures.ts';
import { keyPanel } from './proofs.ts';

const CHECK_MS_MAX = 20_000;

/** Address suffix: the phone forgets earlier answers about draws. */
export const FORGET = 'forget';
/** Address suffix: the phone also forgets receipts. */
export const FORGET_ALL = 'forget-all';

/** Sets a phone's clock ahead, and lets it forget at addresses with `FORGET` or `FORGET_ALL`. */
export async function setUpPhone(phone: Page, aheadMs: number): Promise<void> {
  await phone.addInitScript(
    ({ ms, forget, all }) => {
      const now = Date.now;
      Date.now = () => now() + ms;
      const { search } = location;
      if (search.endsWith(forget) || search.endsWith(all)) indexedDB.deleteDatabase('tercet-claims');
      if (search.endsWith(all)) indexedDB.deleteDatabase('tercet');
    },
    { ms: aheadMs, forget: FORGET, all: FORGET_ALL },
  );
}

/** Confirms the log key, with the witnesses' addresses. */
export async function confirmBook(phone: Page): Promise<void> {
  await phone.goto('/Verify');
  await keyPanel(phone).getByRole('button', { name: 'Confirm this key' }).click();
  await expect(keyPanel(phone)).toBeHidden();
}

/** The verdict of the check at an address; null when the page reaches none. */
export async function verdictAt(page: Page, path: string): Promise<string | null> {
  await page.goto(path);
  const head = page.locator('[data-verdict]:not([data-verdict="running"])');
  return head.getAttribute('data-verdict', { timeout: CHECK_MS_MAX }).catch(() => null);
}
