import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QUICKNET } from './beacon.ts';
import {
  drawIdOf,
  isLotteryKey,
  isPeriodLength,
  lockTime,
  openTime,
  parseDrawId,
  periodAt,
  roundAt,
  roundFor,
  timeOfRound,
} from './schedule.ts';

const keys = fc.stringMatching(/^[a-z][a-z0-9-]{0,31}$/);
const periods = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const lengths = fc.constantFrom(30, 60, 180, 900, 3600, 86_400);

test('a draw id reads back as what it was made of', () => {
  fc.assert(
    fc.property(keys, periods, (key, period) => {
      expect(parseDrawId(drawIdOf(key, period))).toEqual({ key, period });
    }),
  );
});

test.each([
  ...['', 'a', 'a/', '/1', 'a/01', 'a/-1', 'a/1.5', 'A/1', '1a/1', 'a//1', 'a/b/1', ' a/1', 'a/1 ', 'a/1\n'],
  // The first integer that a double cannot distinguish from its neighbour.
  ...[`a/${2 ** 53}`, `a/${'9'.repeat(17)}`, `${'a'.repeat(33)}/1`],
  ...[null, undefined, 5, ['a/1'], { key: 'a', period: 1 }],
])('%j is no draw id', (value) => {
  expect(parseDrawId(value)).toBeNull();
});

test.each(['', 'A', '1a', 'a_b', 'a/b', ' a', 'a ', 'a\n', 'a'.repeat(33), null, undefined, 5, ['dice'], true])(
  '%j is no key of a lottery',
  (value) => {
    expect(isLotteryKey(value)).toBe(false);
  },
);

test('a key has up to 32 letters, digits and hyphens', () => {
  for (const key of ['a', 'dice-60', 'a-', 'z9', 'a'.repeat(32)]) expect(isLotteryKey(key)).toBe(true);
});

test('drawIdOf refuses what parseDrawId would', () => {
  for (const key of ['', 'A', '1a', 'a_b', 'a/b', 'a'.repeat(33)]) expect(() => drawIdOf(key, 1)).toThrow(RangeError);
  for (const period of [-1, 1.5, Number.NaN, 2 ** 53]) expect(() => drawIdOf('a', period)).toThrow(RangeError);
});

test('every moment lies in its period, from the opening up to the lock', () => {
  fc.assert(
    fc.property(fc.nat({ max: 4_000_000_000 }), lengths, (now, length) => {
      const period = periodAt(now, length);
      expect(openTime(period, length)).toBeLessThanOrEqual(now);
      expect(lockTime(period, length)).toBeGreaterThan(now);
      expect(lockTime(period, length)).toBe(openTime(period + 1, length));
    }),
  );
});

test('the round comes out 12 seconds after the lock at the earliest, and is the first that does', () => {
  const clocks = fc.record({ genesis: fc.nat({ max: 1_800_000_000 }), period: fc.integer({ min: 1, max: 30 }) });
  const locks = fc.integer({ min: 1_800_000_000, max: 4_000_000_000 });
  fc.assert(
    fc.property(locks, clocks, (tLock, clock) => {
      const round = roundFor(tLock, clock);
      expect(timeOfRound(round, clock)).toBeGreaterThanOrEqual(tLock + 12);
      expect(timeOfRound(round - 1, clock)).toBeLessThan(tLock + 12);
      expect(roundAt(timeOfRound(round, clock), clock)).toBe(round);
      expect(roundAt(timeOfRound(round, clock) - 0.001, clock)).toBe(round - 1);
    }),
  );
});

describe('what cannot be', () => {
  test('a lock before the beacon’s genesis', () => {
    expect(() => roundFor(QUICKNET.genesis - 13, QUICKNET)).toThrow(RangeError);
    expect(roundFor(QUICKNET.genesis - 12, QUICKNET)).toBe(1);
    expect(roundAt(QUICKNET.genesis - 1, QUICKNET)).toBe(0);
    expect(roundAt(Number.NaN, QUICKNET)).toBe(0);
    expect(roundAt(QUICKNET.genesis, QUICKNET)).toBe(1);
  });

  const MAX = Number.MAX_SAFE_INTEGER;
  test.each<[says: string, call: () => unknown]>([
    ['period must be a whole number from 0 up', () => periodAt(-1, 60)],
    ['periodSeconds must be above 0', () => periodAt(60, 0)],
    ['period must be a whole number from 0 up', () => openTime(-1, 60)],
    ['periodSeconds must be a whole number from 0 up', () => openTime(1, 1.5)],
    ['openTime must be a whole number from 0 up', () => openTime(MAX, 60)],
    ['period must be a whole number from 0 up', () => lockTime(-1, 60)],
    ['bad lottery key', () => drawIdOf('A', 1)],
    ['period must be a whole number from 0 up', () => drawIdOf('a', -1)],
    ['tLock must be a whole number from 0 up', () => roundFor(-1, QUICKNET)],
    ['genesis must be a whole number from 0 up', () => roundFor(1, { genesis: -1, period: 3 })],
    ['time since genesis must be a whole number from 0 up', () => roundFor(QUICKNET.genesis - 13, QUICKNET)],
    ['beacon period must be above 0', () => roundFor(1, { genesis: 0, period: 0 })],
    ['round must be a whole number from 0 up', () => roundFor(MAX - 12, { genesis: 0, period: 1 })],
    ['genesis must be a whole number from 0 up', () => timeOfRound(1, { genesis: 0.5, period: 3 })],
    ['round must be above 0', () => timeOfRound(0, QUICKNET)],
    ['beacon period must be above 0', () => timeOfRound(1, { genesis: 0, period: 0 })],
    ['time must be a whole number from 0 up', () => timeOfRound(MAX, QUICKNET)],
    ['beacon period must be above 0', () => roundAt(1, { genesis: 0, period: 0 })],
    ['round must be a whole number from 0 up', () => roundAt(Number.POSITIVE_INFINITY, QUICKNET)],
  ])('%s', (expected, call) => {
    expect(call).toThrow(new RangeError(expected));
  });

  test('times that are no times', () => {
    expect(() => periodAt(-1, 60)).toThrow(RangeError);
    expect(() => periodAt(Number.NaN, 60)).toThrow(RangeError);
    expect(() => periodAt(60, 0)).toThrow(RangeError);
    expect(() => lockTime(Number.MAX_SAFE_INTEGER, 60)).toThrow(RangeError);
    expect(() => timeOfRound(0, QUICKNET)).toThrow(RangeError);
  });
});

test('a period divides the day and is a multiple of the beacon’s', () => {
  for (let length = -10; length <= 86_410; length++) {
    const allowed = length >= 30 && 86_400 % length === 0 && length % 3 === 0;
    if (isPeriodLength(length, 3) !== allowed) throw new Error(`${length} s`);
  }
});

test('a beacon’s period is a whole number from 1 up', () => {
  expect(isPeriodLength(60, 1)).toBe(true);
  for (const period of [0, -1, -3, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    expect(isPeriodLength(60, period)).toBe(false);
  }
  for (const length of [60.5, 37.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(isPeriodLength(length, 1)).toBe(false);
});
