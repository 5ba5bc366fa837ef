import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as player from '../pages/player.ts';
import { BACKWARD, ONWARD } from '../spoken/written.ts';

// Finding films: order, filter by balance, the watch-later list, started films, and what follows a film.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

function shownNames(page: Page) {
  return page.locator('[role="tabpanel"]:not([inert])').getByRole('listitem');
}

test('the library is sorted and narrowed to what the balance opens, and the address keeps both', async ({
  page,
  club,
}) => {
  await player.filmOf(club, 'tides');
  await page.goto('/Video');
  await expect(player.card(page, 'lanterns')).toContainText('Needs 50,000 credits balance');
  // A visitor has no balance.
  await expect(page.getByRole('button', { name: 'Included with my balance' })).toBeHidden();
  await joinClub(page, club);
  await page.goto('/Video');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Shortest');
  await expect(page).toHaveURL(/[?&]sort=shortest\b/);
  await page.getByRole('button', { name: 'Included with my balance' }).click();
  await expect(page).toHaveURL(/[?&]included=1\b/);
  await expect(player.card(page, 'rain')).toContainText('Free');
  for (const film of ['lanterns', 'ferry'] as const) await expect(player.card(page, film)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('shortest');
  await expect(player.card(page, 'tides')).toBeVisible();
  await expect(player.card(page, 'ferry')).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search films' }).fill('lanterns');
  const all = page.getByRole('tabpanel', { name: 'All' });
  await expect(all.getByText('No film here is included with your balance.')).toBeVisible();
  await page.getByRole('button', { name: 'Included with my balance' }).click();
  await expect(player.card(page, 'lanterns')).toBeVisible();
  await expect(shownNames(page)).toHaveCount(1);
});

test('categories are one tab stop, and arrow keys choose among them', async ({ page, club }) => {
  await player.filmOf(club, 'tides');
  await page.goto('/Video');
  const tabs = page.getByRole('tablist', { name: 'Categories' }).getByRole('tab');
  await expect.poll(() => tabs.count()).toBeGreaterThan(2);
  await page.getByRole('combobox', { name: 'Sort by' }).focus();
  await page.keyboard.press('Tab');
  await expect(tabs.first()).toBeFocused();
  await page.keyboard.press(ONWARD);
  await expect(tabs.nth(1)).toBeFocused();
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/[?&]class=/);
  await page.keyboard.press('Home');
  await page.keyboard.press(BACKWARD);
  await expect(tabs.last()).toBeFocused();
  await expect(tabs.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Tab');
  await expect(tabs.last()).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(tabs.last()).toBeFocused();
});

test('a film is kept for later from its page, and taken off the list', async ({ page, club }) => {
  await joinClub(page, club);
  await player.openFilm(page, club, 'tides');
  const later = page.getByRole('button', { name: 'Watch later' });
  await expect(later).toHaveAttribute('aria-pressed', 'false');
  await later.click();
  await expect(later).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/Video');
  await page.getByRole('link', { name: 'Watch later' }).click();
  await expect(page).toHaveURL(/\/WatchLater$/);
  const removal = page.getByRole('button', { name: `Remove ${player.nameOf('tides')}` });
  await expect(removal).toBeVisible();
  await expectGoodLook(page, '/WatchLater');
  await removal.click();
  await expect(page.getByRole('heading', { name: 'Nothing to watch later' })).toBeVisible();
  await player.openFilm(page, club, 'tides');
  await expect(later).toHaveAttribute('aria-pressed', 'false');
});

test('a film that was not watched to its end is offered on Home and in the library', async ({ page, club }) => {
  await joinClub(page, club);
  await player.filmOf(club, 'tides');
  await page.goto('/Video');
  await expect(player.card(page, 'tides')).toBeVisible();
  const started = page.getByRole('region', { name: 'Continue watching' });
  const heading = page.getByRole('heading', { name: 'Continue watching' });
  await expect(heading.or(started)).toHaveCount(0);
  await player.openFilm(page, club, 'tides');
  await player.expectPlaying(page, player.START_SECONDS);
  await player.seekBar(page).fill('20');
  await player.expectPlaying(page, 20);
  const stored = page.waitForResponse((answer) => answer.url().endsWith('/progress'));
  await page.getByRole('button', { name: 'Pause' }).click();
  await stored;
  for (const path of ['/Video', '/Home']) {
    await page.goto(path);
    await expect(heading).toBeVisible();
    await expect(
      page.getByRole('link', { name: new RegExp(`${player.nameOf('tides')}.*0:2\\d / 0:44`) }),
    ).toBeVisible();
  }
  await page.getByRole('link', { name: new RegExp(`${player.nameOf('tides')}.*0:2\\d / 0:44`) }).click();
  await player.expectPlaying(page, 20, 12);
});

test('the next film follows only if the member asked for it, and not if they cancel', async ({ page, club }) => {
  await joinClub(page, club);
  await player.openFilm(page, club, 'tides');
  await toEnd(page);
  const note = page.getByRole('alert').filter({ hasText: 'End of the film' });
  await expect(note).toContainText(/Next: /);
  await expect(note.getByRole('button', { name: 'Play next' })).toBeVisible();
  await note.getByRole('button', { name: 'Watch again' }).click();
  await player.expectPlaying(page, player.START_SECONDS);
  await expect(note).toBeHidden();

  const ask = page.getByRole('button', { name: 'Play next after this film' });
  await expect(ask).toHaveAttribute('aria-pressed', 'false');
  await ask.click();
  await expect(ask).toHaveAttribute('aria-pressed', 'true');
  await toEnd(page);
  const coming = page.getByRole('alert').filter({ hasText: 'It starts in a few seconds.' });
  await coming.getByRole('button', { name: 'Cancel' }).click();
  await expect(note).toBeVisible();
  await expect(ask).toHaveAttribute('aria-pressed', 'false');
  await expect(page).toHaveURL(new RegExp(await player.filmOf(club, 'tides')));

  await ask.click();
  await expect(page).not.toHaveURL(new RegExp(await player.filmOf(club, 'tides')));
  await expect(page.getByRole('heading', { name: player.nameOf('tides') })).toBeHidden();
  await player.expectPlaying(page, 0, 40);
  // It is asked again for each film, and the film before is not the next one.
  await expect(ask).toHaveAttribute('aria-pressed', 'false');
});

test('the code that decodes films is loaded when a film is opened, and not before', async ({ page, club }) => {
  await player.filmOf(club, 'tides');
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const count = (part: string) => loaded.filter((path) => path.includes(part)).length;
  await page.goto('/Video');
  await expect.poll(() => count('play-video')).toBeGreaterThan(0);
  await expect(player.card(page, 'tides')).toBeVisible();
  expect(count('hls-source')).toBe(0);
  await player.card(page, 'tides').click();
  await player.expectPlaying(page, 0, 40);
  expect(count('hls-source')).toBeGreaterThan(0);
});

test('covers come in the width at which they are shown', async ({ page, club }) => {
  await player.filmOf(club, 'tides');
  await page.goto('/Video');
  const cover = player.card(page, 'tides').locator('img');
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth > 0]))
    .toEqual([true, true]);
  const { source, wanted } = await cover.evaluate((image: HTMLImageElement) => ({
    source: image.currentSrc,
    wanted: image.clientWidth * devicePixelRatio,
  }));
  const width = Number(new URL(source).searchParams.get('w') ?? 640);
  expect(width === 640 || width >= wanted).toBe(true);
  expect([160, 320, 640].filter((one) => one < width).every((one) => one < wanted)).toBe(true);
});

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

  test('the next films are in a second column of 320 pixels, and the player lists its keys', async ({ page, club }) => {
    await joinClub(page, club);
    await player.openFilm(page, club, 'tides');
    await expect(player.seekBar(page)).toBeVisible();
    const film = await page.locator('video').boundingBox();
    const beside = await page.getByRole('heading', { name: 'Next film' }).boundingBox();
    if (film === null || beside === null) throw new Error('not shown');
    expect(film.width).toBeGreaterThanOrEqual(720);
    expect(film.width).toBeLessThanOrEqual(880);
    expect(beside.x).toBeGreaterThan(film.x + film.width);
    expect(beside.y).toBeLessThan(film.y + film.height);
    const column = await page.getByRole('heading', { name: 'More films' }).evaluate((title) => {
      for (let at: Element | null = title; at !== null; at = at.parentElement) {
        if (getComputedStyle(at).position === 'sticky') return at.getBoundingClientRect().width;
      }
      return 0;
    });
    expect(column).toBe(320);

    await page.getByRole('button', { name: 'Pause' }).click();
    await expectGoodLook(page, '/PlayVideo on a desktop');
    const { seconds } = await player.picture(page);
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(keys).toContainText('Forward 5 seconds');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();
    await player.expectAt(page, seconds);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await keys.getByRole('button', { name: 'Close' }).click();
    await expect(keys).toBeHidden();
    await page.keyboard.press('ArrowRight');
    await player.expectAt(page, seconds + 5);
  });
});

/** Plays the last second of the film. */
async function toEnd(page: Page): Promise<void> {
  await expect(player.seekBar(page)).toBeVisible();
  await player.seekBar(page).fill('43');
  const { paused } = await player.picture(page);
  if (paused) await player.play(page);
}
