import type { Page } from '@playwright/test';

/** From Mine through the settings to the sheet that asks once more. */
export async function askToSignOut(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}
