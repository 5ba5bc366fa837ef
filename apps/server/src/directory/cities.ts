import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import { hasName } from '../db/search.ts';
import type { Tx } from '../db/transaction.ts';
import { bestWords, type LanguageCode } from '../languages.ts';
import { Refusal } from '../refusal.ts';
import { hasSexualWords } from './sexual-words.ts';

/** Few enough to sort the whole list by name. */
const CITIES_MAX = 500;

export interface CityPlan {
  texts: Readonly<Record<string, { name: string }>>;
  /** ISO 3166, two letters. */
  country: string;
  /** Size class of the city: first, second or third. In third-tier cities the concierge serves. */
  tier: 1 | 2 | 3;
  latitude: number;
  longitude: number;
}

/** A city as everyone sees it. */
export interface City extends Omit<CityPlan, 'texts'> {
  id: string;
  name: string;
  /** Number of visible hosts. */
  hosts: number;
}

export interface Readers {
  languages: readonly LanguageCode[];
  house: string;
}

export interface CitiesPage {
  items: City[];
  nextCursor: string | null;
  total: number;
}

/** Creates a city. Throws `city-limit`, `words-sexual`. */
export async function createCity(tx: Tx, { texts, ...plan }: CityPlan): Promise<string> {
  refuseSexualNames(texts);
  const { n } = await tx.q
    .selectFrom('directory.city')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow();
  if (Number(n) >= CITIES_MAX) throw new Refusal('city-limit', { max: CITIES_MAX });
  const id = newId();
  await tx.q
    .insertInto('directory.city')
    .values({ id, texts: JSON.stringify(texts), ...plan })
    .execute();
  return id;
}

/** A city as staff see it. */
export interface StoredCity extends CityPlan {
  id: string;
  hidden: boolean;
  /** Number of visible hosts, and of all hosts that were not removed. */
  shown: number;
  hosts: number;
}

/** All cities, including hidden ones, by name. */
export async function listKeptCities(q: Db | Tx['q'], readers: Readers): Promise<StoredCity[]> {
  const { rows } = await sql<CityPlan & { id: string; hidden: boolean; shown: bigint; hosts: bigint }>`
    select c.id, c.texts, c.country, c.tier, c.latitude, c.longitude, c.hidden_at is not null as hidden,
      (select count(*) from directory.shown_host h where h.city_id = c.id) as shown,
      (select count(*) from directory.host h where h.city_id = c.id and h.removed_at is null) as hosts
    from directory.city c limit ${CITIES_MAX}`.execute(q);
  return byName(rows, readers).map(({ city: { shown, hosts, ...city } }) => ({
    ...city,
    shown: Number(shown),
    hosts: Number(hosts),
  }));
}

function refuseSexualNames(texts: CityPlan['texts']): void {
  const isBad = Object.values(texts).some(({ name }) => hasSexualWords(name));
  if (isBad) throw new Refusal('words-sexual', {}, { texts: 'words-sexual' });
}

/** Changes a city; returns the plan before. Throws `not-found`, `words-sexual`. */
export async function changeCity(
  tx: Tx,
  id: string,
  { texts, hidden, ...place }: CityPlan & { hidden: boolean },
): Promise<CityPlan & { hidden: boolean }> {
  refuseSexualNames(texts);
  const { rows } = await sql<CityPlan & { hidden_at: Date | null }>`
    select texts, country, tier, latitude, longitude, hidden_at from directory.city
    where id = ${id}::uuid for update`.execute(tx.q);
  if (!rows[0]) throw new Refusal('not-found');
  const { hidden_at: hiddenAt, ...before } = rows[0];
  const hidden_at = hidden ? (hiddenAt ?? (await clockNow(tx.q))) : null;
  await tx.q
    .updateTable('directory.city')
    .set({ texts: JSON.stringify(texts), ...place, hidden_at })
    .where('id', '=', id)
    .execute();
  return { ...before, hidden: hiddenAt !== null };
}

/** Cursor of a page of cities: the number of cities before it. */
export const CITY_CURSOR = /^\d{1,3}$/;

/**
 * Cities that are not hidden: the largest first, those of one size by name in the reader's language. `search` is part
 * of a name in any language.
 */
export async function listCities(
  q: Db | Tx['q'],
  readers: Readers,
  { search, cursor, limit }: { search?: string; cursor?: string; limit: number },
): Promise<CitiesPage> {
  const { rows } = await sql<CityPlan & { id: string }>`
    select c.id, c.texts, c.country, c.tier, c.latitude, c.longitude from directory.city c
    where c.hidden_at is null ${
      search === undefined ? sql`` : sql`and ${hasName(sql`c.search`, search)}`
    } limit ${CITIES_MAX}`.execute(q);
  const from = Number(cursor ?? 0);
  const bySize = byName(rows, readers).sort((a, b) => a.city.tier - b.city.tier);
  const some = bySize.slice(from, from + limit);
  const hosts = await countShown(
    q,
    some.map(({ city }) => city.id),
  );
  return {
    items: some.map(({ name, city: { texts: _texts, ...city } }) => ({
      ...city,
      name,
      hosts: hosts.get(city.id) ?? 0,
    })),
    nextCursor: rows.length > from + limit ? String(from + limit) : null,
    total: rows.length,
  };
}

async function countShown(q: Db | Tx['q'], cityIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ city_id: string; n: bigint }>`
    select h.city_id, count(*) as n from directory.shown_host h
    where h.city_id = any(${cityIds}::uuid[]) group by h.city_id`.execute(q);
  return new Map(rows.map(({ city_id, n }) => [city_id, Number(n)]));
}

function byName<Row extends CityPlan & { id: string }>(rows: readonly Row[], { languages, house }: Readers) {
  const { compare } = new Intl.Collator([...languages, house, 'en']);
  return rows
    .map((city) => ({ city, name: bestWords(city.texts, languages, house)?.name ?? '' }))
    .toSorted((a, b) => compare(a.name, b.name) || (a.city.id < b.city.id ? -1 : 1));
}
