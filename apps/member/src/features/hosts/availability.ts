import type { Host } from '../../api/shared/types.ts';

/** Days are `YYYY-MM-DD` on the calendar of the host's city. */
export type Availability = Pick<Host, 'weekdays' | 'daysOff' | 'today'>;

/** How far ahead a host can be booked. The server has the same limit. */
const BOOKING_DAYS = 180;
const DAY_MS = 86_400_000;

/** Monday to Sunday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

export function isAvailable({ weekdays, daysOff }: Availability, day: string): boolean {
  return weekdays.includes(new Date(`${day}T00:00:00Z`).getUTCDay() || 7) && !daysOff.includes(day);
}

/** The last day that can be booked. */
export function lastDay({ today }: Availability): string {
  return dayLater(today, BOOKING_DAYS);
}

/** The first available day from `from` on; null if there is none. */
export function nextAvailable(available: Availability, from: string): string | null {
  const until = lastDay(available);
  for (let day = from; day <= until; day = dayLater(day, 1)) if (isAvailable(available, day)) return day;
  return null;
}

/** The day `count` days later. */
export function dayLater(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** What is wrong with a chosen day; null if nothing is. */
export function dayFault(available: Availability, day: string): 'dayBad' | 'dayOff' | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || day < available.today || day > lastDay(available)) return 'dayBad';
  return isAvailable(available, day) ? null : 'dayOff';
}
