import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as player from '../pages/player.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

function tab(page: Page, name: string) {
  return page.getByRole('tab', { name, exact: true });
}

test('the library is turned by category and searched, and the address keeps both', async ({ page, club }) => {
  await player.filmOf(club, 'tides');
  await page.goto('/Video');
  await expect(tab(page, 'All')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'Evenings').click();
  await expect(page).toHaveURL(/\?class=evenings$/);
  const shown = page.getByRole('tabpanel', { name: 'Evenings' });
  await expect(shown.getByRole('listitem')).toHaveCount(3);
  await expect(player.card(page, 'ferry')).toContainText('7 credits for 2 days');
  await expect(player.card(page, 'lanterns')).toContainText('Needs 50,000 credits balance');
  // The swipe code loads after the screen.
  await expect(async () => {
    await swipe(page);
    await expect(page).not.toHaveURL(/class=evenings/, { timeout: 1_000 });
  }).toPass();
  await tab(page, 'All').click();
  await expect(page).toHaveURL(/\/Video$/);

  const search = page.getByRole('searchbox', { name: 'Search films' });
  await search.fill('ferry');
  await expect(page).toHaveURL(/search=ferry/);
  await expect(page.getByRole('tabpanel', { name: 'All' }).getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(search).toHaveValue('ferry');
  await search.fill('no such film');
  // The neighbouring page stays hidden.
  const all = page.getByRole('tabpanel', { name: 'All' });
  await expect(all.getByRole('heading', { name: 'No results' })).toBeVisible();
  await expectGoodLook(page, 'nothing found');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(search).toHaveValue('');
  await expect(page).toHaveURL(/\/Video$/);
  await expect(player.card(page, 'tides')).toContainText('Free');
});

test.describe('on a broken connection', () => {
  test.use({ lineMayBreak: true });

  test('the library says so, and is there at the next try', async ({ page, club }) => {
    await player.filmOf(club, 'tides');
    await page.route(/\/api\/videos\?/, (route) => route.abort());
    await page.goto('/Video');
    await expect(page.getByRole('alert').first()).toContainText('This could not be loaded');
    await page.unroute(/\/api\/videos\?/);
    // Panels of other categories failed as well and are beside this one.
    const shown = page.getByRole('tabpanel', { name: 'All' });
    const again = shown.getByRole('button', { name: 'Try again' });
    // The app also refetches, for example when another journey changes a film. Then the button disappears.
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 1_000 });
      await expect(player.card(page, 'tides')).toBeVisible({ timeout: 2_000 });
    }).toPass();
  });
});

test('Home shows what is most played, by rank, and what the house recommends', async ({ page, club }) => {
  await player.filmOf(club, 'rain');
  await page.goto('/Home');
  const hot = page.getByRole('region', { name: 'Most played' }).last();
  await expect(hot.getByRole('link').filter({ hasText: 'Number 1' })).toBeInViewport();
  await hot.getByRole('button', { name: 'Show film 2 of 3' }).click();
  await expect(hot.getByRole('link').filter({ hasText: 'Number 2' })).toBeInViewport();
  // An edge may remain visible: the browser's snap position varies by some pixels.
  await expect(hot.getByRole('link').filter({ hasText: 'Number 1' })).not.toBeInViewport({ ratio: 0.1 });
  await expect(page.getByRole('link', { name: player.nameOf('rain') }).last()).toContainText('Free');
  await expectGoodLook(page, '/Home with films');
});

test('the library passes the visual checks', async ({ page, club }) => {
  await joinClub(page, club);
  await player.filmOf(club, 'harbour');
  await page.goto('/Video');
  await expect(player.card(page, 'tides')).toBeVisible();
  await expectGoodLook(page, '/Video');
  await player.openFilm(page, club, 'harbour');
  await expect(player.seekBar(page)).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expectGoodLook(page, '/PlayVideo');
  await player.seekBar(page).fill('7');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByText('End of the preview')).toBeVisible();
  await expectGoodLook(page, 'the preview is over');
  await page
    .getByRole('button', { name: /^Buy for/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectGoodLook(page, 'the sheet to buy');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Buy for/ })
    .click();
  await player.expectPlaying(page, player.START_SECONDS, 12);
  await page.goto('/VideoHistory');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await expectGoodLook(page, '/VideoHistory');
});

/** Swipes left, to the next page. */
async function swipe(page: Page): Promise<void> {
  await page.mouse.move(330, 400);
  await page.mouse.down();
  await page.mouse.move(200, 402, { steps: 6 });
  await page.mouse.move(60, 402, { steps: 6 });
  await page.mouse.up();
}
