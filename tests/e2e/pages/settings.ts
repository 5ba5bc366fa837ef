import type { Page } from '@playwright/test';

/** Opens the sign-out confirmation from Mine through the settings. */
export async function askToSignOut(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}
