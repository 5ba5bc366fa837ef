import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import * as player from '../pages/player.ts';

// A member's own data in the library: resume positions, whether they are stored, and access to films.

test.beforeEach(async ({ page, club }) => {
  await joinClub(page, club);
});

test('a film goes on where it was left, until that is forgotten', async ({ page, club }) => {
  await player.openFilm(page, club, 'tides');
  await player.expectPlaying(page, player.START_SECONDS);
  await player.seekBar(page).fill('24');
  await player.expectPlaying(page, 24);
  await pauseAndKeep(page);
  await page.getByRole('link', { name: 'Watch history and settings' }).click();
  const row = page.getByRole('listitem').filter({ hasText: player.nameOf('tides') });
  await expect(row).toContainText(/0:2\d of 0:44/);
  await row.getByRole('link').click();
  await player.expectPlaying(page, 24, 10);

  await page.goto('/Mine');
  await page.getByRole('link', { name: 'Watch history' }).click();
  await row.getByRole('button', { name: `Remove ${player.nameOf('tides')}` }).click();
  await expect(page.getByRole('heading', { name: 'Nothing watched yet' })).toBeVisible();
  await player.openFilm(page, club, 'tides');
  await player.expectPlaying(page, player.START_SECONDS);
});

test('all that was watched is removed at once, after a second yes', async ({ page, club }) => {
  for (const film of ['tides', 'rain'] as const) {
    await player.openFilm(page, club, film);
    await player.expectPlaying(page, film === 'tides' ? player.START_SECONDS : 0);
    await pauseAndKeep(page);
  }
  await page.goto('/VideoHistory');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  // The dialog has a button of the same name.
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing watched yet' })).toBeVisible();
});

test('a film that was just left is in the list of watched films', async ({ page, club }) => {
  await player.openFilm(page, club, 'rain');
  await player.expectPlaying(page, 0);
  // The list loads before the server has the position.
  await page.route('**/progress', async (route) => {
    await page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/me/video-history');
    await route.continue();
  });
  await page.getByRole('link', { name: 'Watch history and settings' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: player.nameOf('rain') })).toBeVisible();
});

test('with the history off nothing is kept', async ({ page, club }) => {
  await page.goto('/VideoHistory');
  await page.getByRole('switch', { name: 'Keep watch history' }).click();
  await expect(page.getByRole('switch', { name: 'Keep watch history' })).not.toBeChecked();
  await player.openFilm(page, club, 'tides');
  await player.seekBar(page).fill('20');
  await player.expectPlaying(page, 20);
  await pauseAndKeep(page);
  await page.goto('/VideoHistory');
  await expect(page.getByRole('heading', { name: 'Nothing watched yet' })).toBeVisible();
  await player.openFilm(page, club, 'tides');
  await player.expectPlaying(page, player.START_SECONDS);
});

test('a member who switched films off sees previews, and how to switch them on', async ({ page, club }) => {
  await page.goto('/VideoHistory');
  await page.getByRole('switch', { name: 'Allow films' }).click();
  await expect(page.getByRole('switch', { name: 'Allow films' })).not.toBeChecked();
  await player.openFilm(page, club, 'tides');
  await player.expectPlaying(page, 0);
  await expect(page.getByRole('region', { name: 'Price' })).toContainText('You have turned films off');
  await page.getByRole('link', { name: 'Turn films on' }).click();
  await page.getByRole('switch', { name: 'Allow films' }).click();
  await expect(page.getByRole('switch', { name: 'Allow films' })).toBeChecked();
  await page.getByRole('button', { name: 'Back' }).click();
  await player.expectPlaying(page, player.START_SECONDS);
});

test('a film that is watched for five seconds counts as a play, once', async ({ page, club }) => {
  let plays = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/plays')) plays += 1;
  });
  await player.openFilm(page, club, 'rain');
  await player.choose(page, 'Speed', '2×');
  await player.expectPlaying(page, 4, 20);
  expect(plays).toBe(0);
  await expect.poll(() => plays).toBe(1);
  await player.seekBar(page).fill('30');
  await player.expectPlaying(page, 36, 30);
  expect(plays).toBe(1);
});

/**
 * Pauses until the server has stored the position. A page that is closed also sends it, but does not wait for the
 * answer.
 */
async function pauseAndKeep(page: Page): Promise<void> {
  const stored = page.waitForResponse((answer) => answer.url().endsWith('/progress'));
  await page.getByRole('button', { name: 'Pause' }).click();
  expect((await stored).status()).toBe(204);
}
