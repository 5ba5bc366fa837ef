import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Tx } from '../db/transaction.ts';
import type { Identity } from '../identity.ts';
import { Refusal } from '../refusal.ts';
import { BOOKING_DAYS, dayLater, isAvailable, isDay, nextAvailable, readAvailability } from './availability.ts';
import type { Service } from './services.ts';

export const NOTE_LENGTH_MAX = 1_000;

/** The member who books. */
export type Booker = Pick<Identity, 'bucket' | 'memberId'>;

export interface BookingRequest {
  /** UUID made by the client and kept across retries. */
  key: string;
  hostId: string;
  service: Service;
  language: string;
  /** `YYYY-MM-DD` and `HH:MM` on the clock of the host's city. */
  day: string;
  hour: string;
  /** May be empty. */
  note: string;
}

/**
 * Requests a booking, once per key; returns its id. `open` opens the conversation about the host with its first text
 * and returns the conversation's id. Requires the member's lock. Locks the host, so a host who is hidden at the same
 * moment either refuses the request or ends it.
 *
 * Throws `not-found`, `host-gone` if the host is not shown now, `date-bad`, `host-day-off`, `invalid-body` for a
 * service or language that the host does not offer, `words-bad`, `key-reused`, and what `open` throws.
 */
export async function requestBooking(
  tx: Tx,
  { bucket, memberId }: Booker,
  request: BookingRequest,
  open: (words: string) => Promise<string>,
): Promise<string> {
  const note = request.note.trim().toWellFormed();
  if ([...note].length > NOTE_LENGTH_MAX) {
    throw new Refusal('words-bad', { min: 0, max: NOTE_LENGTH_MAX }, { note: 'words-bad' });
  }
  const { key, hostId, service, language, day, hour } = request;
  const before = await ofKey(tx, { bucket, memberId }, key);
  if (before) {
    const wanted = [hostId, service, language, day, hour, note];
    if (before.fields.join('\n') !== wanted.join('\n')) throw new Refusal('key-reused');
    return before.id;
  }
  await lockShown(tx, request);
  await refuseDay(tx, hostId, day);
  refuseHour(hour);
  const threadId = await open(note === '' ? `${day} ${hour}` : `${day} ${hour}\n${note}`);
  const id = newId();
  const at = await clockNow(tx.q);
  await sql`
    insert into directory.booking (bucket, member_id, id, key, host_id, thread_id, service, language, day, hour, note,
      state, version, at, changed_at)
    values (${bucket}::smallint, ${memberId}::uuid, ${id}::uuid, ${key}::uuid, ${hostId}::uuid, ${threadId}::uuid,
      ${service}, ${language}, ${day}::date, ${hour}, ${note}, 'asked', 1, ${at}, ${at})`.execute(tx.q);
  return id;
}

/** Throws `date-bad` outside of the next `BOOKING_DAYS` days, and `host-day-off` with the next available day. */
export async function refuseDay(tx: Tx, hostId: string, day: string): Promise<void> {
  const available = await readAvailability(tx.q, hostId);
  const last = dayLater(available.today, BOOKING_DAYS);
  if (!isDay(day) || day < available.today || day > last) throw new Refusal('date-bad', {}, { day: 'date-bad' });
  if (isAvailable(available, day)) return;
  const nextDay = nextAvailable(available, day, last);
  throw new Refusal('host-day-off', nextDay === null ? {} : { nextDay }, { day: 'host-day-off' });
}

/** Throws `date-bad` for anything but `HH:MM`. */
export function refuseHour(hour: string): void {
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(hour)) throw new Refusal('date-bad', {}, { hour: 'date-bad' });
}

async function lockShown(tx: Tx, { hostId, service, language }: BookingRequest): Promise<void> {
  const known = tx.q.selectFrom('directory.host').select('id').where('id', '=', hostId);
  // The policy of updates covers locks, too: removed hosts can be read and not locked.
  const locked = await known.forShare().execute();
  if (locked.length === 0) throw new Refusal((await known.execute()).length === 0 ? 'not-found' : 'host-gone');
  const host = await tx.q
    .selectFrom('directory.shown_host')
    .select(['services', 'languages'])
    .where('id', '=', hostId)
    .executeTakeFirst();
  if (!host) throw new Refusal('host-gone');
  if (host.services?.includes(service) !== true) throw new Refusal('invalid-body', {}, { service: 'invalid-body' });
  if (host.languages?.includes(language) !== true) throw new Refusal('invalid-body', {}, { language: 'invalid-body' });
}

async function ofKey(tx: Tx, booker: Booker, key: string): Promise<{ id: string; fields: string[] } | null> {
  const { rows } = await sql<{ id: string; fields: string[] }>`
    select b.id, array[b.host_id::text, b.service, b.language, b.day::text, b.hour, b.note] as fields
    from directory.booking b where ${ofMember(booker, 'b')} and b.key = ${key}::uuid`.execute(tx.q);
  return rows[0] ?? null;
}
