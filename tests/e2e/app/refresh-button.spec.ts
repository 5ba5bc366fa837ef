import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { expectGoodLook } from '../pages/look.ts';

// Pulling to refresh is a drag. WCAG 2.5.7 asks for a way that needs none.

const DESK = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };
const SCREENS = ['/Home', '/Game', '/Lottery?key=dice-60', '/Mine', '/GameRecord', '/Setting', '/Withdraw'];

/** Presses a button and expects that the screen asks the server again. */
async function expectRefresh(page: Page, path: string, press: () => Promise<void>): Promise<void> {
  const asked = page.waitForResponse((answer) => answer.url().includes('/api/') && answer.request().method() === 'GET');
  await press();
  await asked;
  await expect(page.getByText('Refreshed', { exact: true }), path).toBeVisible();
}

test('a finger refreshes by a tap at the end of the screen', async ({ page, club }) => {
  await joinClub(page, club);
  for (const path of SCREENS) {
    await page.goto(path);
    const button = page.getByRole('main').getByRole('button', { name: 'Refresh' });
    await expect(button, path).toBeVisible();
    await expectRefresh(page, path, () => button.tap());
  }
  await expectGoodLook(page, 'a screen with its refresh button');
});

test('a mouse refreshes by a click in the bar, and a keyboard by Enter', async ({ page: phone, club, browser }) => {
  await joinClub(phone, club);
  const storageState = await phone.context().storageState();
  const context = await browser.newContext({ ...DESK, baseURL: club.address, storageState, locale: 'en' });
  const page = await context.newPage();
  for (const path of SCREENS) {
    await page.goto(path);
    const buttons = page.getByRole('button', { name: 'Refresh' });
    await expect(buttons, path).toHaveCount(1);
    const button = page.locator('header').getByRole('button', { name: 'Refresh' });
    expect((await button.boundingBox())?.width, path).toBeGreaterThanOrEqual(40);
    await expectRefresh(page, path, () => button.click());
  }
  const button = page.getByRole('button', { name: 'Refresh' });
  await expect(page.getByText('Refreshed', { exact: true })).toBeHidden();
  await button.focus();
  await expectRefresh(page, 'by keyboard', () => page.keyboard.press('Enter'));
  await context.close();
});
