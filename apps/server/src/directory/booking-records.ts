import { type RawBuilder, sql } from 'kysely';
import { pageOf } from '../db/keyset.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { bestWords } from '../languages.ts';
import { Refusal } from '../refusal.ts';
import type { Booker } from './bookings.ts';
import type { Readers } from './cities.ts';
import type { HostTexts } from './host-texts.ts';
import type { Service } from './services.ts';

export const BOOKING_STATES = ['asked', 'proposed', 'agreed', 'declined', 'done'] as const;
export type BookingState = (typeof BOOKING_STATES)[number];
export const OPEN_STATES = ['asked', 'proposed', 'agreed'] as const satisfies readonly BookingState[];

/** Who ended a declined request. `gone`: the host is no longer shown. */
export const DECLINED_BY = ['member', 'house', 'gone'] as const;
export type DeclinedBy = (typeof DECLINED_BY)[number];

/** A booking request as both sides see it. */
export interface BookingRecord {
  id: string;
  hostId: string;
  /** Empty while the host is not shown. */
  hostName: string;
  threadId: string;
  service: Service;
  language: string;
  day: string;
  hour: string;
  note: string;
  state: BookingState;
  /** Of the state; acts name the version that they are about. */
  version: number;
  proposal: { day: string; hour: string; note: string } | null;
  declinedBy: DeclinedBy | null;
  declinedWhy: string | null;
  atMs: number;
  changedAtMs: number;
}

/** A member's requests, newest first; with `threadId`, the one of that conversation. */
export async function listBookings(
  q: Db | Tx['q'],
  readers: Readers,
  booker: Booker,
  { threadId, cursor, limit }: { threadId?: string; cursor?: string; limit: number },
): Promise<{ items: BookingRecord[]; nextCursor: string | null; total: number }> {
  const such = sql`${ofMember(booker, 'b')}
    ${threadId === undefined ? sql`` : sql`and b.thread_id = ${threadId}::uuid`}`;
  const { rows } = await select(sql`${such}
    ${cursor === undefined ? sql`` : sql`and b.id < ${cursor}::uuid`} order by b.id desc limit ${limit + 1}`).execute(
    q,
  );
  const { rows: counts } = await sql<{ n: bigint }>`
    select count(*) as n from directory.booking b where ${such}`.execute(q);
  const { page, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  return { items: page.map((row) => recordOf(row, readers)), nextCursor, total: Number(counts[0]?.n ?? 0) };
}

/** Throws `not-found`. */
export async function readBooking(
  q: Db | Tx['q'],
  readers: Readers,
  booker: Booker,
  id: string,
): Promise<BookingRecord> {
  const { rows } = await select(sql`${ofMember(booker, 'b')} and b.id = ${id}::uuid`).execute(q);
  if (!rows[0]) throw new Refusal('not-found');
  return recordOf(rows[0], readers);
}

/** The request that a conversation is about; null if there is none. */
export async function bookingOfThread(
  q: Db | Tx['q'],
  readers: Readers,
  booker: Booker,
  threadId: string,
): Promise<BookingRecord | null> {
  const { rows } = await select(sql`${ofMember(booker, 'b')} and b.thread_id = ${threadId}::uuid`).execute(q);
  return rows[0] ? recordOf(rows[0], readers) : null;
}

/** A stored request. `texts` are those of the host, null while the host is not shown. */
export interface BookingRow {
  id: string;
  host_id: string;
  thread_id: string;
  service: Service;
  language: string;
  day: string;
  hour: string;
  note: string;
  state: BookingState;
  version: number;
  proposed_day: string | null;
  proposed_hour: string | null;
  proposed_note: string | null;
  declined_by: DeclinedBy | null;
  declined_why: string | null;
  at: Date;
  changed_at: Date;
  texts: HostTexts | null;
}

/** Columns of a `BookingRow` besides `texts`, of `directory.booking` as `b`. */
export const BOOKING_COLUMNS = sql`b.id, b.host_id, b.thread_id, b.service, b.language, b.day::text as day, b.hour,
  b.note, b.state, b.version, b.proposed_day::text as proposed_day, b.proposed_hour, b.proposed_note, b.declined_by,
  b.declined_why, b.at, b.changed_at`;

function select(where: RawBuilder<unknown>) {
  return sql<BookingRow>`
    select ${BOOKING_COLUMNS}, (select h.texts from directory.shown_host h where h.id = b.host_id) as texts
    from directory.booking b where ${where}`;
}

export function recordOf(row: BookingRow, { languages, house }: Readers): BookingRecord {
  const { proposed_day: day, proposed_hour: hour, proposed_note: note } = row;
  return {
    id: row.id,
    hostId: row.host_id,
    hostName: row.texts === null ? '' : (bestWords(row.texts, languages, house)?.name ?? ''),
    threadId: row.thread_id,
    service: row.service,
    language: row.language,
    day: row.day,
    hour: row.hour,
    note: row.note,
    state: row.state,
    version: row.version,
    proposal: day === null || hour === null ? null : { day, hour, note: note ?? '' },
    declinedBy: row.declined_by,
    declinedWhy: row.declined_why,
    atMs: row.at.getTime(),
    changedAtMs: row.changed_at.getTime(),
  };
}
