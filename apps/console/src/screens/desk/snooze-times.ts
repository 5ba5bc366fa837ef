import { HOUR_MS } from '../../durations.ts';

export const SNOOZES = ['hour', 'tomorrow', 'days', 'week'] as const;
export type Snooze = (typeof SNOOZES)[number];

/** Hour of the morning at which snoozed conversations come back, by the reader's clock. */
const MORNING = 9;

/** Unix milliseconds at which a snoozed conversation comes back. */
export function snoozeUntil(snooze: Snooze, nowMs: number): number {
  if (snooze === 'hour') return nowMs + HOUR_MS;
  const days = { tomorrow: 1, days: 3, week: 7 }[snooze];
  const then = new Date(nowMs);
  // Days of the calendar: with a clock change, they do not all have 24 hours.
  then.setDate(then.getDate() + days);
  return then.setHours(MORNING, 0, 0, 0);
}
