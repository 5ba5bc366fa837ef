import { currencyExponent } from '@tercet/money';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { type Banner, shownBanners } from './banners.ts';
import { listNotices } from './notices.ts';

/** What is fixed about a house from its first day. Money is minor units of its one currency. */
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

/** Throws where the currency is none that a house can have, or has another number of decimals. */
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

/** Opens the house, once: what is there already stays. Throws like `readHouse`. */
export async function createHouse(tx: Tx, house: House): Promise<void> {
  refuseCurrency(house);
  const { startingCredits, supportHours, ...rest } = house;
  await tx.q
    .insertInto('house.house')
    .values({ ...rest, starting_credits: startingCredits, support_hours: supportHours })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** An amount that was kept with the wrong number of decimals would be another amount. */
function refuseCurrency({ currency, exponent }: Pick<House, 'currency' | 'exponent'>): void {
  const right = currencyExponent(currency);
  if (right === null) throw new Error(`${currency} is no currency that a house can have`);
  if (right !== exponent) throw new Error(`${currency} has ${right} decimals, and this house counts with ${exponent}`);
}

/** What a house for real money needs and what this version cannot give it yet. */
const LIVE_NEEDS = [
  'licence number, authority and link',
  'allowed countries and minimum age',
  'identity provider',
  'three independent witnesses',
  'real payment provider',
  'funds-protection statement and complaint body',
];

/** Play money unless licensed: throws for a live house, naming what it lacks. */
export function refuseLive(house: House): void {
  if (house.mode === 'live') throw new Error(`a live house cannot open yet; it lacks: ${LIVE_NEEDS.join('; ')}`);
}

/** A banner as Home shows it: in the house's language, and in others by their tags. */
export interface FrontBanner {
  id: string;
  title: string;
  text: string;
  texts: Record<string, { title: string; text: string }>;
  link: string | null;
  picture: { kind: 'made'; id: string } | { kind: 'own'; version: string } | null;
}

export interface Front {
  banners: FrontBanner[];
  ticker: { id: string; text: string; atMs: number }[];
}

const TICKER_MAX = 5;

/** What Home shows of the house's words. */
export async function readFront(db: Db): Promise<Front> {
  const banners = await shownBanners(db);
  const { items } = await listNotices(db, { limit: TICKER_MAX });
  return {
    banners: banners.map(frontOf),
    ticker: items.map(({ id, title, atMs }) => ({ id, text: title, atMs })),
  };
}

function frontOf({ id, words, texts, link, made, version }: Banner): FrontBanner {
  const picture = made === null ? null : ({ kind: 'made', id: made } as const);
  const own = version === null ? null : ({ kind: 'own', version } as const);
  return { id, ...words, texts: { ...texts }, link, picture: own ?? picture };
}
