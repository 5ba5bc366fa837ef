import { sql } from 'kysely';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { bestWords, type LanguageCode } from '../languages.ts';

export interface CityPlan {
  texts: Readonly<Record<string, { name: string }>>;
  /** ISO 3166, two letters. */
  country: string;
  /** First, second or third: in the third the concierge serves. */
  tier: 1 | 2 | 3;
  latitude: number;
  longitude: number;
}

/** A city as everybody sees it. */
export interface City extends Omit<CityPlan, 'texts'> {
  id: string;
  name: string;
  /** Those who are shown. */
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

export async function createCity(tx: Tx, { texts, ...plan }: CityPlan): Promise<string> {
  const id = newId();
  await tx.q
    .insertInto('directory.city')
    .values({ id, texts: JSON.stringify(texts), ...plan })
    .execute();
  return id;
}

/** Those that are not hidden; `search` is a part of a name in any language. */
export async function listCities(
  q: Db | Tx['q'],
  readers: Readers,
  { search, cursor, limit }: { search?: string; cursor?: string; limit: number },
): Promise<CitiesPage> {
  const like = `%${(search ?? '').replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const such = sql`c.hidden_at is null ${
    search === undefined
      ? sql``
      : sql`and exists (select from jsonb_each(c.texts) w where w.value ->> 'name' ilike ${like})`
  }`;
  const { rows } = await sql<CityPlan & { id: string; hosts: bigint }>`
    select c.id, c.texts, c.country, c.tier, c.latitude, c.longitude,
      (select count(*) from directory.shown_host h where h.city_id = c.id) as hosts
    from directory.city c
    where ${such} ${cursor === undefined ? sql`` : sql`and c.id > ${cursor}::uuid`}
    order by c.id limit ${limit + 1}`.execute(q);
  const { rows: counts } = await sql<{ n: bigint }>`
    select count(*) as n from directory.city c where ${such}`.execute(q);
  const items = rows.slice(0, limit).map(({ texts, hosts, ...city }) => ({
    ...city,
    name: bestWords(texts, readers.languages, readers.house)?.name ?? '',
    hosts: Number(hosts),
  }));
  const nextCursor = rows.length > limit ? (items.at(-1)?.id ?? null) : null;
  return { items, nextCursor, total: Number(counts[0]?.n ?? 0) };
}
