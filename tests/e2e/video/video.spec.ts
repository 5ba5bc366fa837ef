import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { pageHeaders } from '../kit/page-headers.ts';
import * as player from '../pages/player.ts';

// A film in a real browser: visible, announced to screen readers, and controlled by keys.

/** From 32 seconds on. */
const LAST_SEGMENTS = /\/s000(?:0[89]|10)\.m4s$/;

test.beforeEach(async ({ page, club }) => {
  await joinClub(page, club);
});

test('a film plays from its start point, and no seek leads before it', async ({ page, club }) => {
  await player.openFilm(page, club, 'tides');
  await expect(page.getByRole('region', { name: 'Price' })).toContainText('This film is free.');
  await player.expectPlaying(page, player.START_SECONDS);
  await player.seekBar(page).fill('30');
  await player.expectPlaying(page, 30);
  await player.seekBar(page).fill('3');
  await player.expectPlaying(page, player.START_SECONDS);
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = 1;
  });
  await player.expectPlaying(page, player.START_SECONDS);
});

test('a film that was opened by its address stands still until it is played', async ({ page, club }) => {
  // Evaluating the page counts as a user gesture, so first wait for the film.
  const segment = page.waitForResponse(/\.m4s$/);
  await page.goto(`/PlayVideo?id=${await player.filmOf(club, 'tides')}`);
  await segment;
  await player.expectAt(page, player.START_SECONDS);
  await player.expectPicture(page, 'paused', true);
  await player.play(page);
  await player.expectPlaying(page, player.START_SECONDS);
});

test('the size of the picture is chosen, captions show, and a rate is remembered for the next film', async ({
  page,
  club,
}) => {
  await player.openFilm(page, club, 'tides');
  for (const [size, height] of [
    ['240p', 240],
    ['480p', 480],
  ] as const) {
    await player.choose(page, 'Quality', size);
    await player.expectPicture(page, 'height', height);
  }
  await player.choose(page, 'Captions', 'English');
  await expect.poll(async () => (await player.picture(page)).captions).toMatch(/^Second \d+$/);
  await player.choose(page, 'Captions', 'العربية');
  await expect.poll(async () => (await player.picture(page)).captions).toMatch(/^الثانية \d+$/);
  await player.choose(page, 'Captions', 'Off');
  await player.expectPicture(page, 'captions', null);
  await player.choose(page, 'Speed', '1.5×');
  await player.expectPicture(page, 'rate', 1.5);
  await page.getByRole('link', { name: player.nameOf('rain') }).click();
  await expect(page.getByRole('heading', { name: player.nameOf('rain') })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Speed: 1.5×' })).toBeVisible();
  await player.expectPicture(page, 'rate', 1.5);
});

test('a film is watched by keys alone', async ({ page, club }) => {
  await player.openFilm(page, club, 'tides');
  await player.expectPlaying(page, player.START_SECONDS);
  // The picture does not wait for its controls.
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('Space');
  await player.expectPicture(page, 'paused', true);
  const { seconds } = await player.picture(page);
  await page.keyboard.press('ArrowRight');
  await player.expectAt(page, seconds + 5);
  await page.keyboard.press('ArrowLeft');
  await player.expectAt(page, seconds);
  await page.keyboard.press('m');
  await player.expectPicture(page, 'muted', true);
  await page.keyboard.press('m');
  await player.expectPicture(page, 'muted', false);
  await page.keyboard.press('c');
  await expect(page.getByRole('button', { name: /^Captions: (?!Off)/ })).toBeVisible();
  await player.seekBar(page).focus();
  await page.keyboard.press('End');
  await player.expectAt(page, 43);
  await page.keyboard.press('Home');
  await player.expectAt(page, player.START_SECONDS);
  await page.keyboard.press('f');
  await expect(page.getByRole('button', { name: 'Exit full screen' })).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible();
  await page.keyboard.press('Space');
  await player.expectPlaying(page, player.START_SECONDS);
});

test('a thumbnail shows the target of a seek beforehand', async ({ page, club }) => {
  await player.openFilm(page, club, 'tides');
  await expect(player.seekBar(page)).toHaveAttribute('aria-valuetext', /^0:1\d of 0:44$/);
  const bar = await player.seekBar(page).boundingBox();
  if (bar === null) throw new Error('the bar has no place');
  const sprite = page.waitForResponse(/sprite\.jpg$/);
  await page.mouse.move(bar.x + bar.width / 2, bar.y + bar.height / 2);
  expect((await sprite).status()).toBe(200);
  await expect(page.getByText('0:22', { exact: true })).toBeVisible();
});

test.describe('on a bad connection', () => {
  test.use({ lineMayBreak: true });

  test('a segment that fails twice is fetched a third time, and the film plays', async ({ page, club }) => {
    let refused = 0;
    await page.route(/\/s00003\.m4s$/, (route) => {
      refused += 1;
      return refused <= 2 ? route.abort() : route.continue();
    });
    await player.openFilm(page, club, 'rain');
    // Past the end of that segment.
    await player.expectPlaying(page, 0);
    await player.seekBar(page).fill('7');
    await expect.poll(() => refused).toBeGreaterThanOrEqual(3);
    await player.expectPlaying(page, 7, 20);
  });

  test('player code that fails to load is reported, and loads with the page', async ({ page, club }) => {
    const CODE = /\/assets\/(?:hls-source|controls)-[^/]+\.js$/;
    await page.route(CODE, (route) => route.abort());
    await player.openFilm(page, club, 'rain');
    const alert = page.getByRole('alert').filter({ hasText: 'The film could not be loaded' });
    await expect(alert).toBeVisible();
    await page.unroute(CODE);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toBeHidden();
    await player.expectPlaying(page, 0, 20);
  });

  test('without the code of its keys a film plays with those of the browser', async ({ page, club }) => {
    await page.route(/\/assets\/controls-[^/]+\.js$/, (route) => route.abort());
    await player.openFilm(page, club, 'rain');
    await player.expectPlaying(page, 0, 20);
    await expect(page.locator('video')).toHaveJSProperty('controls', true);
  });

  test('a film that cannot be loaded stops at its position, and continues at a tap', async ({ page, club }) => {
    await page.route(LAST_SEGMENTS, (route) => route.abort());
    await player.openFilm(page, club, 'tides');
    await player.expectPlaying(page, player.START_SECONDS);
    await player.seekBar(page).fill('38');
    const alert = page.getByRole('alert').filter({ hasText: 'The film could not be loaded' });
    await expect(alert).toBeVisible();
    await player.expectAt(page, 38);
    await page.unroute(LAST_SEGMENTS);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toBeHidden();
    await player.expectPlaying(page, 38, 6);
  });

  test('an expired permit is requested again, and the film continues', async ({ page, club }) => {
    let leaves = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/watch')) leaves += 1;
    });
    await page.route(LAST_SEGMENTS, (route) => {
      if (leaves > 1) return route.continue();
      return route.fulfill({ status: 403, contentType: 'application/problem+json', json: { code: 'no-grant' } });
    });
    await player.openFilm(page, club, 'tides');
    await player.expectPlaying(page, player.START_SECONDS);
    await player.seekBar(page).fill('36');
    await player.expectPlaying(page, 36);
    expect(leaves).toBe(2);
    await expect(page.getByRole('alert')).toBeHidden();
  });

  test('a film that is not open any more stops, says why, and leaves the preview', async ({ page, club }) => {
    await page.route(LAST_SEGMENTS, (route) =>
      route.fulfill({ status: 403, contentType: 'application/problem+json', json: { code: 'no-grant' } }),
    );
    await player.openFilm(page, club, 'tides');
    await player.expectPlaying(page, player.START_SECONDS);
    const headers = await pageHeaders(page);
    await page.request.patch('/api/me/video-choices', { data: { access: false }, headers });
    await player.seekBar(page).fill('36');
    const alert = page.getByRole('alert').filter({ hasText: 'You have turned films off' });
    await expect(alert).toBeVisible();
    await player.expectPicture(page, 'paused', true);
    await alert.getByRole('button', { name: 'Watch the preview' }).click();
    await player.expectPlaying(page, 0);
  });
});
