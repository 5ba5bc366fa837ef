import { currencyExponent } from '@tercet/money';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { bestWords, type LanguageCode } from '../languages.ts';
import { type Banner, shownBanners } from './banners.ts';
import { type HouseNotice, listNotices } from './notices.ts';

/** Properties of a house that are fixed when it is founded. Amounts are minor units of its one currency. */
export interface House {
  name: string;
  origin: string;
  mode: 'play' | 'live';
  currency: string;
  exponent: number;
  locale: string;
  startingCredits: bigint;
  supportHours: string;
}

/**
 * Reads the house; null before it is founded. Throws when its currency is not supported or has another number of
 * decimals.
 */
export async function readHouse(db: Db): Promise<House | null> {
  const row = await db.selectFrom('house.house').selectAll().executeTakeFirst();
  if (!row) return null;
  refuseCurrency(row);
  return {
    name: row.name,
    origin: row.origin,
    mode: row.mode === 'live' ? 'live' : 'play',
    currency: row.currency,
    exponent: row.exponent,
    locale: row.locale,
    startingCredits: row.starting_credits,
    supportHours: row.support_hours,
  };
}

/** The house's own language, in which every text for members exists. Throws when there is no house. */
export async function readHouseLocale(q: Db | Tx['q']): Promise<string> {
  return (await q.selectFrom('house.house').select('locale').executeTakeFirstOrThrow()).locale;
}

/** Founds the house, once; an existing one stays. Throws like `readHouse`. */
export async function createHouse(tx: Tx, house: House): Promise<void> {
  refuseCurrency(house);
  const { startingCredits, supportHours, ...rest } = house;
  await tx.q
    .insertInto('house.house')
    .values({ ...rest, starting_credits: startingCredits, support_hours: supportHours })
    .onConflict((on) => on.doNothing())
    .execute();
  await sql`select members.note_start_grant()`.execute(tx.q);
}

/** Throws for a wrong exponent, with which every stored amount would change its value. */
function refuseCurrency({ currency, exponent }: Pick<House, 'currency' | 'exponent'>): void {
  const right = currencyExponent(currency);
  if (right === null) throw new Error(`${currency} is not a supported currency`);
  if (right !== exponent) throw new Error(`${currency} has ${right} decimals, but this house uses ${exponent}`);
}

/** A banner as Home shows it, in one language. */
export interface FrontBanner {
  id: string;
  title: string;
  text: string;
  link: string | null;
  picture: { kind: 'made'; id: string } | { kind: 'own'; version: string } | null;
}

export interface Front {
  banners: FrontBanner[];
  ticker: HouseNotice[];
}

const TICKER_MAX = 5;

/** Banners and ticker for Home, in the best of the reader's languages. `locale` is the house's. */
export async function readFront(db: Db, languages: readonly LanguageCode[], locale: string): Promise<Front> {
  const banners = await shownBanners(db);
  const { items } = await listNotices(db, { limit: TICKER_MAX, languages });
  return { banners: banners.map((banner) => frontOf(banner, languages, locale)), ticker: items };
}

function frontOf(banner: Banner, languages: readonly LanguageCode[], locale: string): FrontBanner {
  const { id, link, made, version } = banner;
  const words = bestWords({ ...banner.texts, [locale]: banner.words }, languages, locale) ?? banner.words;
  const picture = made === null ? null : ({ kind: 'made', id: made } as const);
  const own = version === null ? null : ({ kind: 'own', version } as const);
  return { id, ...words, link, picture: own ?? picture };
}
