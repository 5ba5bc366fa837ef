/** Every limit that a member can set himself, in the order in which they are shown. */
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

/** Stands in the database for "no limit": above any amount that is counted. */
export const NO_LIMIT = 2n ** 53n - 1n;

interface Range {
  min: bigint;
  max: bigint;
}

const AMOUNT: Range = { min: 0n, max: 10n ** 13n };
/** Up to a day of play without a pause. */
const MINUTES: Range = { min: 1n, max: 1_440n };

/** What a limit may be: minor units, or minutes for `session` and `check`. */
export function rangeOf(kind: LimitKind): Range {
  return isInMinutes(kind) ? MINUTES : AMOUNT;
}

export function isInMinutes(kind: LimitKind): boolean {
  return kind === 'session' || kind === 'check';
}

/** What holds before the member has set anything: one look at the clock in an hour, and nothing else. */
export function unsetValue(kind: LimitKind): bigint {
  return kind === 'check' ? 60n : NO_LIMIT;
}

/** How far back a limit on deposits looks. */
export const DEPOSIT_HOURS = { 'deposit-day': 24, 'deposit-week': 168, 'deposit-month': 720 } as const;
