/**
 * The schedule of periods and beacon rounds: pure arithmetic. Periods, rounds and times are safe integers (`number`);
 * times are Unix seconds.
 */

const KEY_PATTERN = /^[a-z][a-z0-9-]{0,31}$/;
const DRAW_ID_PATTERN = /^([a-z][a-z0-9-]{0,31})\/(0|[1-9][0-9]{0,15})$/;
const DAY_SECONDS = 86_400;
const PERIOD_SECONDS_MIN = 30;
/** Seconds between the lock of a period and the earliest time of its beacon round. */
export const SEAL_SECONDS = 12;
/** Seconds before the round's time by which the seal must have been witnessed. */
export const WITNESS_MARGIN_SECONDS = 3;

/** Genesis and period of a beacon, in seconds. */
export interface BeaconClock {
  genesis: number;
  period: number;
}

export interface DrawIdParts {
  key: string;
  period: number;
}

function natural(value: number, name: string): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} must be a whole number from 0 up`);
  return value;
}

function positive(value: number, name: string): number {
  if (natural(value, name) === 0) throw new RangeError(`${name} must be above 0`);
  return value;
}

export function isLotteryKey(value: unknown): value is string {
  return typeof value === 'string' && KEY_PATTERN.test(value);
}

/** Whether a period length L is at least 30 s, divides a day, and is a multiple of the beacon's period. */
export function isPeriodLength(periodSeconds: number, beaconPeriod: number): boolean {
  if (!Number.isSafeInteger(periodSeconds) || !Number.isSafeInteger(beaconPeriod) || beaconPeriod < 1) return false;
  return periodSeconds >= PERIOD_SECONDS_MIN && DAY_SECONDS % periodSeconds === 0 && periodSeconds % beaconPeriod === 0;
}

/** The period that covers a moment. `nowSeconds` may have a fraction. */
export function periodAt(nowSeconds: number, periodSeconds: number): number {
  return natural(Math.floor(nowSeconds / positive(periodSeconds, 'periodSeconds')), 'period');
}

/** First second of a period. */
export function openTime(period: number, periodSeconds: number): number {
  return natural(natural(period, 'period') * positive(periodSeconds, 'periodSeconds'), 'openTime');
}

/** T_lock = (p + 1)·L. Slips are accepted only before it. */
export function lockTime(period: number, periodSeconds: number): number {
  return openTime(natural(period, 'period') + 1, periodSeconds);
}

/** `key/period`. Throws a RangeError on a bad key or period. */
export function drawIdOf(key: string, period: number): string {
  if (!isLotteryKey(key)) throw new RangeError('bad lottery key');
  return `${key}/${natural(period, 'period')}`;
}

/** The parts of a draw id, or null unless it is exactly what `drawIdOf` writes. */
export function parseDrawId(drawId: unknown): DrawIdParts | null {
  if (typeof drawId !== 'string') return null;
  const match = DRAW_ID_PATTERN.exec(drawId);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  const period = Number(match[2]);
  return Number.isSafeInteger(period) ? { key: match[1], period } : null;
}

/** R = (T_lock + 12 − g + b − 1) div b + 1. Throws a RangeError for a lock before the beacon's genesis. */
export function roundFor(tLock: number, { genesis, period }: BeaconClock): number {
  const sinceGenesis = natural(tLock, 'tLock') + SEAL_SECONDS - natural(genesis, 'genesis');
  const steps = Math.floor(
    (natural(sinceGenesis, 'time since genesis') + positive(period, 'beacon period') - 1) / period,
  );
  return natural(steps + 1, 'round');
}

/** time(R) = g + (R − 1)·b. */
export function timeOfRound(round: number, { genesis, period }: BeaconClock): number {
  return natural(
    natural(genesis, 'genesis') + (positive(round, 'round') - 1) * positive(period, 'beacon period'),
    'time',
  );
}

/** The newest round that is due at a moment, 0 before genesis. `nowSeconds` may have a fraction. */
export function roundAt(nowSeconds: number, { genesis, period }: BeaconClock): number {
  if (!(nowSeconds >= genesis)) return 0;
  return natural(Math.floor((nowSeconds - genesis) / positive(period, 'beacon period')) + 1, 'round');
}
