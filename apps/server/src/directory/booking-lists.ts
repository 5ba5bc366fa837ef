import { type RawBuilder, sql } from 'kysely';
import { cursorOf, pageOf, type SortBy, type SortColumn, sortingOf } from '../db/keyset.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import { measureQueue, NOT_DUE, type Queue } from '../db/queue.ts';
import { hasName } from '../db/search.ts';
import type { Tx } from '../db/transaction.ts';
import { bestWords } from '../languages.ts';
import { Refusal } from '../refusal.ts';
import {
  BOOKING_COLUMNS,
  type BookingRecord,
  type BookingRow,
  type BookingState,
  recordOf,
} from './booking-records.ts';
import type { Booker } from './bookings.ts';
import type { Readers } from './cities.ts';
import type { HostTexts } from './host-texts.ts';

/** A booking request as staff see it. Its host is named also while members do not see the host. */
export interface ListedBooking extends BookingRecord, Booker {
  hostIsShown: boolean;
  cityId: string;
  city: Record<string, { name: string }>;
}

/** The agreed or proposed day and time, else the requested ones, in minutes since 2000. The index has the same text. */
const STARTS = sql`((coalesce(b.proposed_day, b.day) - date '2000-01-01') * 1440
  + left(coalesce(b.proposed_hour, b.hour), 2)::integer * 60 + right(coalesce(b.proposed_hour, b.hour), 2)::integer)`;

/** Columns that bookings can be sorted by. */
export const BOOKING_SORTS = {
  day: { column: STARTS, kind: 'number' },
} as const satisfies Record<string, SortColumn>;

export interface BookingsQuery {
  state?: BookingState;
  /** Part of a host's name, in any language. */
  search?: string;
  cityId?: string;
  booker?: Booker;
  /** First and last day, as the host's city counts them. */
  from?: string | undefined;
  to?: string | undefined;
  /** By default open ones by the nearest day, and others by the latest. */
  sort?: SortBy<keyof typeof BOOKING_SORTS>;
  /** `nextCursor` of an earlier page. */
  cursor?: string;
  limit: number;
}

/** Booking requests of all members. */
export async function listAllBookings(
  q: Db | Tx['q'],
  readers: Readers,
  query: BookingsQuery,
): Promise<{ items: ListedBooking[]; nextCursor: string | null; total: number }> {
  const { cursor, limit, state, sort = isEnded(state) ? '-day' : 'day' } = query;
  const sorting = sortingOf(BOOKING_SORTS, sort, 'b.id');
  const such = conditionOf(query);
  const { rows } = await select(
    sql`${such} ${sorting.after(cursor)}`,
    sql`${sorting.order} limit ${limit + 1}`,
    sorting,
  ).execute(q);
  const { rows: counts } = await sql<{ n: bigint }>`
    select count(*) as n from directory.booking b where ${such}`.execute(q);
  const { page, nextCursor } = pageOf(rows, limit, cursorOf);
  return { items: page.map((row) => listedOf(row, readers)), nextCursor, total: Number(counts[0]?.n ?? 0) };
}

/** Throws `not-found`. */
export async function readListedBooking(
  q: Db | Tx['q'],
  readers: Readers,
  booker: Booker,
  id: string,
): Promise<ListedBooking> {
  const { rows } = await select(sql`${ofMember(booker, 'b')} and b.id = ${id}::uuid`).execute(q);
  if (!rows[0]) throw new Refusal('not-found');
  return listedOf(rows[0], readers);
}

/** Requests that wait for the concierge's first answer. `besides` leaves some of them out. */
export function bookingQueue(q: Db | Tx['q'], besides: RawBuilder<unknown> = sql`false`): Promise<Queue> {
  return measureQueue(
    q,
    sql`select b.at as since, ${NOT_DUE} from directory.booking b
    where b.state = 'asked' and not ${besides} order by b.at`,
  );
}

/** True without a state, too: the latest of all states come first. */
function isEnded(state: BookingState | undefined): boolean {
  return state === undefined || state === 'declined' || state === 'done';
}

function conditionOf({ state, search, cityId, booker, from, to }: BookingsQuery): RawBuilder<unknown> {
  const day = sql`coalesce(b.proposed_day, b.day)`;
  const ofHosts = (such: RawBuilder<unknown>) =>
    sql`and b.host_id in (select h.id from directory.host h where ${such})`;
  return sql`${booker === undefined ? sql`true` : ofMember(booker, 'b')}
    ${state === undefined ? sql`` : sql`and b.state = ${state}`}
    ${search === undefined ? sql`` : ofHosts(hasName(sql`h.search`, search))}
    ${cityId === undefined ? sql`` : ofHosts(sql`h.city_id = ${cityId}::uuid`)}
    ${from === undefined ? sql`` : sql`and ${day} >= ${from}::date`}
    ${to === undefined ? sql`` : sql`and ${day} <= ${to}::date`}`;
}

interface Row extends BookingRow {
  sorted: bigint;
  bucket: number;
  member_id: string;
  is_shown: boolean;
  city_id: string;
  city: Record<string, { name: string }>;
  known_texts: HostTexts | null;
}

const UNSORTED = { value: sql<bigint>`0::bigint`, order: sql`` };

/** Bookings are stored with their members, and may be on another machine than hosts. */
function select(which: RawBuilder<unknown>, more = sql``, { value, order } = UNSORTED) {
  return sql<Row>`
    with own as materialized (select b.*, ${value} as sorted from directory.booking b where ${which} ${more})
    select b.bucket, b.member_id, b.sorted, ${BOOKING_COLUMNS}, s.texts, s.id is not null as is_shown,
      h.texts as known_texts, h.city_id, c.texts as city
    from own b
    join directory.host h on h.id = b.host_id
    join directory.city c on c.id = h.city_id
    left join directory.shown_host s on s.id = b.host_id ${order}`;
}

function listedOf(row: Row, readers: Readers): ListedBooking {
  const { known_texts: texts } = row;
  return {
    ...recordOf(row, readers),
    bucket: row.bucket,
    memberId: row.member_id,
    hostName: texts === null ? '' : (bestWords(texts, readers.languages, readers.house)?.name ?? ''),
    hostIsShown: row.is_shown,
    cityId: row.city_id,
    city: row.city,
  };
}
