import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { DAY_MS } from '../durations.ts';
import { Refusal } from '../refusal.ts';
import { lockHost, notifyHostChanged } from './host-changes.ts';

/** Single dates off per host; a table constraint has the same limit. */
export const DAYS_OFF_MAX = 120;
/** How far ahead a host can be booked, and days can be taken off. */
export const BOOKING_DAYS = 180;

/** Days on which a host can be booked. Days are `YYYY-MM-DD` on the calendar of the host's city. */
export interface Availability {
  /** ISO weekdays: 1 is Monday. */
  weekdays: readonly number[];
  /** Single dates on which the host is not available, ascending. */
  daysOff: readonly string[];
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** True for an existing date in the form `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && dayOf(at.getTime()) === text;
}

/** ISO weekday of a day: 1 is Monday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** The day `count` days later. */
export function dayLater(day: string, count: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS);
}

export function isAvailable({ weekdays, daysOff }: Availability, day: string): boolean {
  return weekdays.includes(weekdayOf(day)) && !daysOff.includes(day);
}

/** The first available day from `from` to `until`, both inclusive; null if there is none. */
export function nextAvailable(available: Availability, from: string, until: string): string | null {
  for (let day = from; day <= until; day = dayLater(day, 1)) if (isAvailable(available, day)) return day;
  return null;
}

/** Today in a city, by its longitude: exact to about an hour, which is enough to refuse past days. */
export function todayAt(nowMs: number, longitude: number): string {
  return dayOf(nowMs + Math.round(longitude / 15) * 3_600_000);
}

/** Replaces the host's days; returns whether anything changed. Drops past dates. Throws `not-found`, `date-bad`. */
export async function setAvailability(tx: Tx, hostId: string, wanted: Availability): Promise<boolean> {
  await lockHost(tx, hostId);
  const { weekdays, daysOff, today } = await readAvailability(tx.q, hostId);
  if (wanted.daysOff.some((day) => !isDay(day) || day > dayLater(today, 366))) {
    throw new Refusal('date-bad', {}, { daysOff: 'date-bad' });
  }
  const next = {
    weekdays: [...new Set(wanted.weekdays)].sort((a, b) => a - b),
    daysOff: [...new Set(wanted.daysOff)].filter((day) => day >= today).sort(),
  };
  if (next.weekdays.join() === weekdays.join() && next.daysOff.join() === daysOff.join()) return false;
  await sql`
    update directory.host set weekdays = ${next.weekdays}::smallint[], days_off = ${next.daysOff}::date[]
    where id = ${hostId}::uuid`.execute(tx.q);
  await notifyHostChanged(tx, hostId);
  return true;
}

/** The host's days from today on, and today in their city. Throws `not-found`. */
export async function readAvailability(
  q: Db | Tx['q'],
  hostId: string,
): Promise<{ weekdays: number[]; daysOff: string[]; today: string }> {
  const { rows } = await sql<{ weekdays: number[]; days_off: string[]; longitude: number; now: Date }>`
    select h.weekdays, ${DAYS_OFF} as days_off, c.longitude, clock.now() as now
    from directory.host h join directory.city c on c.id = h.city_id where h.id = ${hostId}::uuid`.execute(q);
  const [row] = rows;
  if (!row) throw new Refusal('not-found');
  const today = todayAt(row.now.getTime(), row.longitude);
  return { weekdays: row.weekdays, daysOff: row.days_off.filter((day) => day >= today), today };
}

/** Dates off of the host `h`, ascending, as text. Past ones may be among them. */
export const DAYS_OFF = sql<string[]>`array(select d::text from unnest(h.days_off) d order by d)`;

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
