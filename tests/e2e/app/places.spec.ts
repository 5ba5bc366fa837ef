import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { field } from '../pages/forms.ts';
import * as table from '../pages/lottery-table.ts';
import * as player from '../pages/player.ts';

// The reader's place is restored: in a list, on a page behind a sheet, and in a form filled by the browser.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const top = (page: Page) => page.evaluate(() => Math.round(scrollY));

test.describe('in a list', () => {
  test.use({ viewport: { width: 390, height: 420 } });

  test('the scroll position returns after a reload, and after a film that was loaded again', async ({ page, club }) => {
    await player.filmOf(club, 'tides');
    await page.goto('/Video');
    await expect(player.card(page, 'tides')).toBeVisible();
    await page.evaluate(() => scrollTo(0, 400));
    await expect.poll(() => top(page)).toBe(400);
    // Without its answers, the page is short at first.
    const answers = Promise.withResolvers<void>();
    await page.route(/\/api\/videos\?/, async (route) => {
      await answers.promise;
      await route.continue();
    });
    await page.reload();
    expect(await top(page)).toBeLessThan(400);
    answers.resolve();
    await expect.poll(() => top(page)).toBe(400);

    // A dispatched click, so that the browser does not scroll.
    await player.card(page, 'tides').dispatchEvent('click');
    await expect(page).toHaveURL(/\/PlayVideo/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await top(page)).toBe(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/Video$/);
    await expect.poll(() => top(page)).toBe(400);

    // A new visit starts at the top.
    await page.goto('/Video');
    await expect(player.card(page, 'tides')).toBeVisible();
    expect(await top(page)).toBe(0);
  });
});

for (const has of [true, false]) {
  test.describe(has ? 'where the browser has a close watcher' : 'where the browser has no close watcher', () => {
    test.beforeEach(async ({ page, club }) => {
      if (!has) await page.addInitScript(() => Reflect.deleteProperty(window, 'CloseWatcher'));
      await joinClub(page, club);
    });

    test('Back closes the sheet and stays on the table; the next one leaves it', async ({ page }) => {
      await page.goto('/Game');
      await page.getByRole('link', { name: /^Half Minute/ }).click();
      await expect(page.getByRole('timer')).toBeVisible();
      await table.chooseBet(page, 'Big', '5.00');
      const slip = await table.review(page);
      await page.goBack();
      await expect(slip).toBeHidden();
      await expect(page).toHaveURL(/\/Lottery\?key=/);
      await expect(table.betKey(page, 'Big')).toHaveAttribute('aria-pressed', 'true');
      // Closing it by its cross leaves no history entry.
      await table.review(page);
      await slip.getByRole('button', { name: 'Close' }).click();
      await expect(slip).toBeHidden();
      await page.goBack();
      await expect(page).toHaveURL(/\/Game/);
      await page.goForward();
      await expect(table.betKey(page, 'Big')).toHaveAttribute('aria-pressed', 'true');
    });

    test('on the first page of the app, too', async ({ page }) => {
      await table.openTable(page);
      await table.chooseBet(page, 'Big', '5.00');
      for (let round = 0; round < 2; round += 1) {
        const slip = await table.review(page);
        await page.goBack();
        await expect(slip).toBeHidden();
        await expect(table.betKey(page, 'Big')).toHaveAttribute('aria-pressed', 'true');
      }
      const slip = await table.review(page);
      await slip.getByRole('button', { name: 'Close' }).click();
      await expect(slip).toBeHidden();
      await page.goBack().catch(() => null);
      await expect(page).toHaveURL('about:blank');
    });
  });
}

test('fields filled without events count as filled', async ({ page, club, newPhone }) => {
  const { userName, password } = await joinClub(await newPhone(), club);
  await page.goto('/Login');
  // As a script would, and as the browser's autofill does.
  await field(page, 'User name').evaluate((input: HTMLInputElement, value) => {
    input.value = value;
  }, userName);
  await field(page, 'Password').evaluate((input, value) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  }, password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).not.toHaveURL(/\/Login/);
});
