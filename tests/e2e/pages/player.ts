import type { Locator, Page } from '@playwright/test';
import { putTestFilm } from '@tercet/dev/films/test-film.ts';
import type { Club } from '../kit/club.ts';
import { expect } from '../kit/fixtures.ts';

/** Test films: moving bars for 44 seconds, with captions that count. Previews end at 8 seconds. */

export const START_SECONDS = 12;
export const PREVIEW_SECONDS = 8;
const LENGTH_SECONDS = 44;
const TITLES = {
  tides: { name: 'Tides of the bay', startMs: START_SECONDS * 1000, className: 'Shores' },
  harbour: { name: 'The harbour at first light', price: 500n, startMs: START_SECONDS * 1000, className: 'Shores' },
  lanterns: { name: 'Lanterns over the square', balance: 5_000_000n, className: 'Evenings' },
  crown: { name: 'The crown of the hill', price: 5_000_000n, className: 'Evenings' },
  ferry: { name: 'The last ferry', price: 700n, className: 'Evenings' },
  rain: { name: 'Rain on the roofs', recommended: true, className: 'Shores' },
};
export type TestFilm = keyof typeof TITLES;

const put = new Map<string, Promise<string[]>>();

/** A film's id. The first call adds all films to the club. */
export async function filmOf(club: Club, film: TestFilm): Promise<string> {
  let ids = put.get(club.ownerUrl);
  if (ids === undefined) {
    ids = putTestFilm(club, LENGTH_SECONDS, Object.values(TITLES));
    put.set(club.ownerUrl, ids);
  }
  return (await ids)[Object.keys(TITLES).indexOf(film)] ?? '';
}

export function nameOf(film: TestFilm): string {
  return TITLES[film].name;
}

/** Opens a film through the search by a tap, which starts it automatically. */
export async function openFilm(page: Page, club: Club, film: TestFilm): Promise<void> {
  await filmOf(club, film);
  await page.goto(`/Video?search=${encodeURIComponent(nameOf(film))}`);
  await card(page, film).click();
  await expect(page.getByRole('heading', { name: nameOf(film) })).toBeVisible();
}

/** On the selected page; cards of neighbouring pages cannot be tapped. */
export function card(page: Page, film: TestFilm): Locator {
  return page.locator('[role="tabpanel"]:not([inert])').getByRole('link', { name: nameOf(film) });
}

export interface Picture {
  seconds: number;
  height: number;
  rate: number;
  paused: boolean;
  muted: boolean;
  captions: string | null;
}

export function picture(page: Page): Promise<Picture> {
  return page.locator('video').evaluate((video: HTMLVideoElement) => {
    const shown = [...video.textTracks].find(({ mode }) => mode === 'showing');
    const cue = shown?.activeCues?.[0] as VTTCue | undefined;
    return {
      seconds: video.currentTime,
      height: video.videoHeight,
      rate: video.playbackRate,
      paused: video.paused,
      muted: video.muted,
      captions: cue?.text ?? null,
    };
  });
}

export async function expectPicture<K extends keyof Picture>(page: Page, key: K, wanted: Picture[K]): Promise<void> {
  await expect.poll(async () => (await picture(page))[key]).toEqual(wanted);
}

/** Expects the film paused at a position. */
export async function expectAt(page: Page, seconds: number): Promise<void> {
  await expect.poll(async () => Math.abs((await picture(page)).seconds - seconds)).toBeLessThan(0.15);
}

/** Expects the film to be playing shortly after a position. */
export async function expectPlaying(page: Page, fromSeconds: number, withinSeconds = 8): Promise<void> {
  await expect.poll(async () => (await picture(page)).seconds).toBeGreaterThan(fromSeconds + 0.2);
  const { seconds } = await picture(page);
  expect(seconds).toBeLessThan(fromSeconds + withinSeconds);
  await expect.poll(async () => (await picture(page)).seconds).toBeGreaterThan(seconds);
}

/** A freshly opened page starts no film automatically. */
export async function play(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play', exact: true }).click();
}

export function seekBar(page: Page): Locator {
  return page.getByRole('slider', { name: 'Position' });
}

export async function choose(page: Page, menu: 'Captions' | 'Speed' | 'Quality', item: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${menu}:`) }).click();
  await page.getByRole('menuitemradio', { name: item, exact: true }).click();
  await expect(page.getByRole('menu')).toBeHidden();
}

/** Seeks close to the preview's end, so that a journey need not wait for it. */
export async function toEndOfPreview(page: Page): Promise<void> {
  await seekBar(page).fill(String(PREVIEW_SECONDS - 1.5));
  await expect(page.getByText('End of the preview')).toBeVisible();
}
