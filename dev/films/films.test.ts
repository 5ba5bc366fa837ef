import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readCaptions } from '@tercet/server/video/captions.ts';
import { findFfmpeg } from '@tercet/server/video/ingest/ffmpeg.ts';
import { probeFilm } from '@tercet/server/video/ingest/probe.ts';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { placeOf } from './places.ts';
import { CAPTION_LOCALES, classTexts, FILM_CLASSES, FILM_LOCALES, FILMS, titleTexts } from './plan.ts';

const MIB = 1_024 * 1_024;
const slugs = FILMS.map(({ slug }) => slug);

describe('the library of the play house', () => {
  test('has at least twelve titles in four classes, open in every way that there is', () => {
    expect(slugs.length).toBeGreaterThanOrEqual(12);
    expect(new Set(slugs).size).toBe(slugs.length);
    expect(new Set(FILMS.map(({ classSlug }) => classSlug))).toEqual(new Set(FILM_CLASSES));
    expect(new Set(FILMS.map(({ access }) => access))).toEqual(new Set(['house', 'free', 'balance', 'bought']));
    expect(new Set(FILMS.map(({ age }) => age))).toEqual(new Set([0, 6, 12, 16]));
    expect(FILMS.filter(({ startMs }) => startMs !== null).length).toBeGreaterThan(0);
    // Only films of over a minute start later than at 0.
    expect(FILMS.filter(({ seconds }) => seconds > 65).length).toBeGreaterThanOrEqual(3);
  });

  test('has for each title a master, a cover and captions, and no others', () => {
    expect(readdirSync(placeOf('masters', '')).sort()).toEqual(slugs.map((slug) => `${slug}.mp4`).sort());
    expect(readdirSync(placeOf('covers', '')).sort()).toEqual(slugs.map((slug) => `${slug}.webp`).sort());
    const captions = slugs.flatMap((slug) => CAPTION_LOCALES.map((locale) => `${slug}.${locale}.vtt`));
    expect(readdirSync(placeOf('captions', '')).sort()).toEqual(captions.sort());
  });

  test('stays small', () => {
    const sizes = slugs.map((slug) => statSync(placeOf('masters', `${slug}.mp4`)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(7 * MIB);
    for (const slug of slugs) expect(statSync(placeOf('covers', `${slug}.webp`)).size).toBeLessThan(30 * 1_024);
  });

  test('has texts for all titles in twelve languages', () => {
    expect(FILM_LOCALES.length).toBe(12);
    for (const slug of FILM_CLASSES) for (const { name } of Object.values(classTexts(slug))) expect(name).not.toBe('');
    for (const slug of slugs) {
      const texts = Object.values(titleTexts(slug));
      expect(texts.length).toBe(12);
      for (const { name, description } of texts) expect([name.trim(), description.trim()]).not.toContain('');
      expect(new Set(texts.map(({ description }) => description)).size).toBe(12);
    }
  });
});

describe.each(FILMS)('$slug', ({ slug, seconds }) => {
  test('its master is as long as the plan says, and has sound', async () => {
    const facts = await probeFilm(findFfmpeg(''), placeOf('masters', ''), `${slug}.mp4`);
    expect(facts).toMatchObject({ hasSound: true });
    expect(Math.abs(facts.durationMs - seconds * 1_000)).toBeLessThan(250);
  });

  test('its cover is a WebP of 640 × 360', async () => {
    const { format, width, height } = await sharp(placeOf('covers', `${slug}.webp`)).metadata();
    expect({ format, width, height }).toEqual({ format: 'webp', width: 640, height: 360 });
  });

  test('its captions pass the console’s check, with the same times in each language', () => {
    const times = CAPTION_LOCALES.map((locale) => {
      const read = readCaptions(readFileSync(placeOf('captions', `${slug}.${locale}.vtt`), 'utf8'), seconds * 1_000);
      if ('what' in read) throw new Error(`${locale}: ${read.what} on line ${read.line}`);
      const found = read.text.match(/.* --> .*/g) ?? [];
      expect((found.at(-1) ?? '').slice(17) <= `00:${clock(seconds)}`).toBe(true);
      return found;
    });
    expect(times[0]?.length).toBeGreaterThanOrEqual(3);
    for (const one of times) expect(one).toEqual(times[0]);
  });
});

function clock(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${String(minutes).padStart(2, '0')}:${(seconds - minutes * 60).toFixed(3).padStart(6, '0')}`;
}
