/** All limits that members can set, in display order. */
export const LIMIT_KINDS = [
  'deposit-day',
  'deposit-week',
  'deposit-month',
  'stake-slip',
  'stake-day',
  'loss-day',
  'loss-week',
  'loss-month',
  'session',
  'check',
] as const;

export type LimitKind = (typeof LIMIT_KINDS)[number];

/** Database value for "no limit": above any amount that is counted. */
export const NO_LIMIT = 2n ** 53n - 1n;

interface Range {
  min: bigint;
  max: bigint;
}

const AMOUNT: Range = { min: 0n, max: 10n ** 13n };
/** Up to one day of play without a break. */
const MINUTES: Range = { min: 1n, max: 1_440n };

/** Allowed values: minor units, or minutes for `session` and `check`. */
export function rangeOf(kind: LimitKind): Range {
  return isInMinutes(kind) ? MINUTES : AMOUNT;
}

export function isInMinutes(kind: LimitKind): boolean {
  return kind === 'session' || kind === 'check';
}

/** Default until the member sets a limit: a reality check every 60 minutes, and no other limit. */
export function unsetValue(kind: LimitKind): bigint {
  return kind === 'check' ? 60n : NO_LIMIT;
}

/** Window of each deposit limit, in hours. */
export const DEPOSIT_HOURS = { 'deposit-day': 24, 'deposit-week': 168, 'deposit-month': 720 } as const;
