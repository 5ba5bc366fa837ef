import { plainText } from '@tercet/contract/words.ts';

/** A time-out (in hours) or a self-exclusion (in months). */
export type BreakKind = 'time-out' | 'self-exclusion';

const DAY_H = 24;
const WEEK_H = 7 * DAY_H;

/** Suggested time-outs in hours. Any whole number between the first and the last is allowed. */
export const TIME_OUT_HOURS = [DAY_H, 3 * DAY_H, WEEK_H, 2 * WEEK_H, 6 * WEEK_H] as const;
export const HOURS_MIN = TIME_OUT_HOURS[0];
export const HOURS_MAX = TIME_OUT_HOURS[4];

export const EXCLUSION_MONTHS = [6, 12, 24, 60] as const;
/** Months of a self-exclusion that never ends. */
export const FOR_EVER = Number.POSITIVE_INFINITY;
/** Hours of a month, as the server counts it. */
export const MONTH_HOURS = 31 * 24;

/** A time-out in hours, or a self-exclusion in months or `FOR_EVER`. */
export interface Break {
  kind: BreakKind;
  span: number;
}

/** Parses the hours of a time-out; null if invalid or out of range. */
export function hoursOf(typed: string): number | null {
  const plain = plainText(typed);
  if (!/^\d{1,4}$/.test(plain)) return null;
  const hours = Number(plain);
  return hours >= HOURS_MIN && hours <= HOURS_MAX ? hours : null;
}
