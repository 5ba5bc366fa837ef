import type { Locator, Page } from '@playwright/test';
import { letTimePass } from '../kit/club-time.ts';
import { DRAW_MS_MAX, expect } from '../kit/fixtures.ts';

/** A check may wait for the beacon and the witnesses. */
const CHECK_MS_MAX = 30_000;

export function steps(page: Page): Locator {
  return page.getByRole('list', { name: 'Steps of the check' }).getByRole('listitem');
}

/** Title of the best verdict in the journeys' club, which runs its own beacon and has no witnesses. */
export const ADDS_UP = 'Correct, but the time is not proven';
/** Title of the same verdict before the reader has confirmed the key. */
export const TO_CONFIRM = 'One step left: confirm the key';

/** Opens the check of the half-minute table's newest draw and confirms the log key. Returns the draw's id. */
export async function checkLatestDraw(page: Page): Promise<string> {
  const drawId = await openLatestDraw(page);
  await confirmKey(page);
  await expectVerdict(page, ADDS_UP);
  return drawId;
}

/** Opens the check of the half-minute table's newest draw. Returns its id. */
export async function openLatestDraw(page: Page): Promise<string> {
  await page.goto('/Verify');
  const latest = page.getByRole('link', { name: /Half Minute \d+ Dice/ });
  await letFirstDrawCome(page);
  await expect(latest).toBeVisible({ timeout: DRAW_MS_MAX });
  await latest.click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  return new URL(page.url()).searchParams.get('draw') ?? '';
}

/** A newly opened club has no draw yet: its first period begins with the next half minute. */
export async function letFirstDrawCome(page: Page): Promise<void> {
  const { items } = await (await page.request.get('/api/book/entries?type=draw&limit=1')).json();
  if (items.length === 0) await letTimePass(page, 80_000);
}

/** The panel that asks the reader to confirm the log key. */
export function keyPanel(page: Page): Locator {
  return page.getByRole('region', { name: 'Is this the right key?' });
}

/** Waits for a check that lacks only the reader's confirmation, and confirms. */
export async function confirmKey(page: Page): Promise<void> {
  await expectVerdict(page, TO_CONFIRM);
  await keyPanel(page).getByRole('button', { name: 'Confirm this key' }).click();
}

export async function expectVerdict(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('status').getByRole('heading', { name: title })).toBeVisible({ timeout: CHECK_MS_MAX });
}

/** Saves the proof of the open check. Returns the file's path. */
export async function saveProof(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the complete proof' }).click();
  return (await download).path();
}

/** Chooses a file as a member would. */
export async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  const buffer = Buffer.from(text);
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer });
}

/** Titles with their outcomes, in order. */
export async function outcomes(page: Page): Promise<string[]> {
  const titles = await steps(page).getByRole('heading').allInnerTexts();
  return titles.map((title) => title.replace(/\s+/g, ' '));
}
