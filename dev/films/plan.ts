import { readFileSync } from 'node:fs';
import type { TitleTerms } from '@tercet/server/video/access.ts';
import { placeOf } from './places.ts';

/** Languages of classes and titles. The first three also have captions. */
export const FILM_LOCALES = ['en', 'mn', 'ar', 'tg', 'ko', 'es', 'hy', 'vi', 'ms', 'th', 'zh-Hant', 'ja'] as const;
export const CAPTION_LOCALES = ['en', 'mn', 'ar'] as const;

/** Slugs, in the order of the page. */
export const FILM_CLASSES = ['nature', 'journeys', 'workshop', 'numbers'] as const;

/** The house's terms for titles without their own. Minor units: 100 are one credit. */
export const FILM_TERMS = { access: 'balance', balance: 10_000n, startMs: 27_000 } as const;

export interface FilmPlan extends TitleTerms {
  /** File name of master, cover and captions. */
  slug: string;
  /** Length of the master. */
  seconds: number;
  classSlug: (typeof FILM_CLASSES)[number];
  age: 0 | 6 | 12 | 16;
  recommended: boolean;
  /** Null: the house's default. */
  startMs: number | null;
}

const HOUSE = { access: 'house', balance: null, price: null, hours: null } as const;
const FREE = { ...HOUSE, access: 'free' } as const;
const forBalance = (balance: bigint) => ({ ...HOUSE, access: 'balance', balance }) as const;
const bought = (price: bigint, hours: number) => ({ ...HOUSE, access: 'bought', price, hours }) as const;
const PLAIN = { age: 0, recommended: false, startMs: null } as const;

/** In encoding order: short films first, so that some are ready when the club opens. The last is the newest. */
export const FILMS: readonly FilmPlan[] = [
  { slug: 'paper-boats', seconds: 14, classSlug: 'journeys', ...FREE, ...PLAIN, recommended: true },
  { slug: 'knot', seconds: 12, classSlug: 'workshop', ...HOUSE, ...PLAIN },
  { slug: 'mountains', seconds: 20, classSlug: 'nature', ...FREE, ...PLAIN, recommended: true },
  { slug: 'constellations', seconds: 16, classSlug: 'numbers', ...HOUSE, ...PLAIN, recommended: true },
  // Constantly moving patterns.
  { slug: 'kaleidoscope', seconds: 14, classSlug: 'workshop', ...bought(4_000n, 168), ...PLAIN, age: 12 },
  { slug: 'fern', seconds: 16, classSlug: 'nature', ...HOUSE, ...PLAIN },
  { slug: 'skyline-at-dusk', seconds: 18, classSlug: 'journeys', ...HOUSE, ...PLAIN, recommended: true },
  // It contains thunder.
  { slug: 'rain-on-the-roof', seconds: 18, classSlug: 'nature', ...bought(1_000n, 24), ...PLAIN, age: 6 },
  { slug: 'clockwork', seconds: 20, classSlug: 'workshop', ...forBalance(100_000n), ...PLAIN, recommended: true },
  { slug: 'hand-drawn-map', seconds: 22, classSlug: 'journeys', ...bought(500n, 48), ...PLAIN },
  // About a game of chance.
  { slug: 'three-dice', seconds: 26, classSlug: 'numbers', ...FREE, ...PLAIN, age: 16, recommended: true },
  // Costs more than a new member has, to show a locked title and its reason.
  { slug: 'pendulums', seconds: 30, classSlug: 'numbers', ...forBalance(1_200_000n), ...PLAIN },
  { slug: 'orbits', seconds: 70, classSlug: 'numbers', ...forBalance(50_000n), ...PLAIN, recommended: true },
  { slug: 'tides', seconds: 66, classSlug: 'nature', ...HOUSE, ...PLAIN, recommended: true, startMs: 12_000 },
  {
    slug: 'night-train',
    seconds: 66,
    classSlug: 'journeys',
    ...bought(2_500n, 168),
    ...PLAIN,
    age: 6,
    recommended: true,
  },
];

interface Words {
  classes: Record<string, string>;
  titles: Record<string, { name: string; description: string }>;
}

/** By language, as the database stores them. */
export function classTexts(slug: string): Record<string, { name: string }> {
  return byLocale(({ classes }) => ({ name: classes[slug] ?? '' }));
}

export function titleTexts(slug: string): Record<string, { name: string; description: string }> {
  return byLocale(({ titles }) => titles[slug] ?? { name: '', description: '' });
}

function byLocale<T>(of: (words: Words) => T): Record<string, T> {
  return Object.fromEntries(FILM_LOCALES.map((locale) => [locale, of(wordsIn(locale))]));
}

function wordsIn(locale: string): Words {
  return JSON.parse(readFileSync(placeOf('words', `${locale}.json`), 'utf8')) as Words;
}
