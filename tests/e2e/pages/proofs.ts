import type { Locator, Page } from '@playwright/test';
import { DRAW_MS_MAX, expect } from '../fixtures.ts';

/** A check may wait for the beacon's and the witnesses' answers. */
const CHECK_MS_MAX = 30_000;

export function steps(page: Page): Locator {
  return page.getByRole('list', { name: 'Steps of the check' }).getByRole('listitem');
}

/** Opens the check of the newest draw of the half-minute table and gives its id. */
export async function checkLatestDraw(page: Page): Promise<string> {
  await page.goto('/Verify');
  const latest = page.getByRole('link', { name: /Half Minute \d+ Dice/ });
  await expect(latest).toBeVisible({ timeout: DRAW_MS_MAX });
  await latest.click();
  await expectVerdict(page, 'It adds up, on a house-run beacon');
  return new URL(page.url()).searchParams.get('draw') ?? '';
}

export async function expectVerdict(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('status').getByRole('heading', { name: title })).toBeVisible({ timeout: CHECK_MS_MAX });
}

/** Saves the whole proof of the check at hand and gives where the file lies. */
export async function saveProof(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the whole proof as a file' }).click();
  return (await download).path();
}

/** Hands a file to the page as a member would choose it. */
export async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  const buffer = Buffer.from(text);
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer });
}

/** Titles with their outcomes, in order. */
export async function outcomes(page: Page): Promise<string[]> {
  const titles = await steps(page).getByRole('heading').allInnerTexts();
  return titles.map((title) => title.replace(/\s+/g, ' '));
}
