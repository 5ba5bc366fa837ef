import { sql } from 'kysely';
import { pageOf } from '../db/keyset.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { bestWords } from '../languages.ts';
import { Refusal } from '../refusal.ts';
import { DAYS_OFF, todayAt, weekdayOf } from './availability.ts';
import type { Readers } from './cities.ts';
import type { HostTexts } from './host-texts.ts';
import type { Service } from './services.ts';

/** A host as members see one. */
export interface PublicHost {
  id: string;
  cityId: string;
  cityName: string;
  name: string;
  about: string;
  services: Service[];
  languages: string[];
  /** Time of the identity check, in Unix milliseconds. */
  verifiedAtMs: number;
  /** Ids in display order. */
  pictures: string[];
  /** A drawn example in a house for play, not a real person. */
  example: boolean;
  /** ISO weekdays on which the host can be booked: 1 is Monday. */
  weekdays: number[];
  /** Single dates from today on without bookings, as `YYYY-MM-DD`. */
  daysOff: string[];
  /** Today in the host's city. */
  today: string;
}

export interface HostsQuery {
  cityId: string;
  service?: Service;
  language?: string;
  /** `YYYY-MM-DD`: only hosts who are available on it. */
  day?: string;
  /** Only these hosts. */
  among?: readonly string[];
  cursor?: string;
  limit: number;
}

export interface HostsPage {
  items: PublicHost[];
  nextCursor: string | null;
  total: number;
}

/** Visible hosts of a city, newest first. Throws `not-found` for an unknown or hidden city. */
export async function listHosts(q: Db | Tx['q'], readers: Readers, query: HostsQuery): Promise<HostsPage> {
  const { cityId, service, language, day, among, cursor, limit } = query;
  const { rows: cities } = await sql`
    select from directory.city where id = ${cityId}::uuid and hidden_at is null`.execute(q);
  if (cities.length === 0) throw new Refusal('not-found');
  const such = sql`h.city_id = ${cityId}::uuid
    ${service === undefined ? sql`` : sql`and ${service} = any(h.services)`}
    ${language === undefined ? sql`` : sql`and ${language} = any(h.languages)`}
    ${day === undefined ? sql`` : sql`and ${weekdayOf(day)} = any(h.weekdays) and ${day}::date <> all(h.days_off)`}
    ${among === undefined ? sql`` : sql`and h.id = any(${[...among]}::uuid[])`}`;
  const { rows } = await sql<Row>`${SELECT}
    where ${such} ${cursor === undefined ? sql`` : sql`and h.id < ${cursor}::uuid`}
    order by h.id desc limit ${limit + 1}`.execute(q);
  const { rows: counts } = await sql<{ n: bigint }>`
    select count(*) as n from directory.shown_host h where ${such}`.execute(q);
  const { page, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  const items = page.map((row) => hostOf(row, readers));
  return { items, nextCursor, total: Number(counts[0]?.n ?? 0) };
}

/** Those of the hosts that are visible, in the order of `ids`. */
export async function listHostsById(q: Db | Tx['q'], readers: Readers, ids: readonly string[]): Promise<PublicHost[]> {
  const { rows } = await sql<Row>`${SELECT} where h.id = any(${[...ids]}::uuid[])`.execute(q);
  return rows.map((row) => hostOf(row, readers)).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** A visible host. Throws `not-found` for any other, whatever the reason. */
export async function readHost(q: Db | Tx['q'], readers: Readers, id: string): Promise<PublicHost> {
  const { rows } = await sql<Row>`${SELECT} where h.id = ${id}::uuid`.execute(q);
  if (!rows[0]) throw new Refusal('not-found');
  return hostOf(rows[0], readers);
}

/** A picture as WebP. Throws `host-gone` if it is not visible now, `not-found` if it never existed. */
export async function readPicture(q: Db | Tx['q'], hostId: string, pictureId: string): Promise<Buffer> {
  const { rows } = await sql<{ picture: Buffer | null }>`
    select case when p.approved_at is not null and p.removed_at is null and exists (
      select from directory.shown_host h where h.id = p.host_id) then p.picture end as picture
    from directory.picture p
    where p.id = ${pictureId}::uuid and p.host_id = ${hostId}::uuid`.execute(q);
  const [found] = rows;
  if (!found) throw new Refusal('not-found');
  if (found.picture === null) throw new Refusal('host-gone');
  return found.picture;
}

interface Row {
  id: string;
  city_id: string;
  services: Service[];
  languages: string[];
  texts: HostTexts;
  verified_at: Date;
  pictures: string[];
  city: Record<string, { name: string }>;
  example: boolean;
  weekdays: number[];
  days_off: string[];
  longitude: number;
  now: Date;
}

const SELECT = sql`
  select h.id, h.city_id, h.services, h.languages, h.texts, h.example, h.verified_at, h.weekdays,
    ${DAYS_OFF} as days_off, c.longitude, clock.now() as now, c.texts as city, array(
    select p.id from directory.picture p
    where p.host_id = h.id and p.approved_at is not null and p.removed_at is null order by p.place, p.id
  ) as pictures
  from directory.shown_host h join directory.city c on c.id = h.city_id`;

function hostOf(row: Row, { languages, house }: Readers): PublicHost {
  const words = bestWords(row.texts, languages, house);
  const today = todayAt(row.now.getTime(), row.longitude);
  return {
    id: row.id,
    cityId: row.city_id,
    name: words?.name ?? '',
    about: words?.about ?? '',
    services: row.services,
    languages: row.languages,
    verifiedAtMs: row.verified_at.getTime(),
    pictures: row.pictures,
    cityName: bestWords(row.city, languages, house)?.name ?? '',
    example: row.example,
    weekdays: row.weekdays,
    daysOff: row.days_off.filter((day) => day >= today),
    today,
  };
}

/** True if the host exists and was shown to members at some time. */
export async function isHost(q: Db | Tx['q'], id: string): Promise<boolean> {
  const { rows } = await sql`
    select from directory.host where id = ${id}::uuid and texts is not null and removed_at is null`.execute(q);
  return rows.length > 0;
}
