import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BETS,
  BETS_IN_BYTE_ORDER,
  type Bet,
  chanceOf,
  fairMultiplier,
  fraction,
  greatestPayout,
  isBet,
  payoutOf,
  payoutOnSum,
  rtpOf,
  SUM_WAYS,
  sumOf,
  waysOf,
  wins,
  winsOnSum,
} from './bets.ts';
import type { Dice } from './draw.ts';

const FACES = [1, 2, 3, 4, 5, 6];
const OUTCOMES: Dice[] = FACES.flatMap((a) => FACES.flatMap((b) => FACES.map((c): Dice => [a, b, c])));
const seedMultipliers = Object.fromEntries(BETS.map((bet) => [bet, fairMultiplier(bet, 96, 100)]));
const bets = fc.constantFrom(...BETS);

test('there are twenty bets, in two orders', () => {
  expect(BETS.join(' ')).toBe('small big odd even s3 s4 s5 s6 s7 s8 s9 s10 s11 s12 s13 s14 s15 s16 s17 s18');
  expect(BETS_IN_BYTE_ORDER.join(' ')).toBe(
    'big even odd s10 s11 s12 s13 s14 s15 s16 s17 s18 s3 s4 s5 s6 s7 s8 s9 small',
  );
  expect(isBet('s2') || isBet('s19') || isBet('Big') || isBet(null) || isBet('toString')).toBe(false);
});

test('ways are counted over the 216 outcomes', () => {
  for (const bet of BETS) expect(waysOf(bet)).toBe(OUTCOMES.filter((dice) => wins(bet, dice)).length);
  for (const [index, ways] of SUM_WAYS.entries()) {
    expect(OUTCOMES.filter((dice) => sumOf(dice) === index + 3)).toHaveLength(ways);
  }
  expect(BETS.slice(0, 4).map(waysOf)).toEqual([108, 108, 108, 108]);
});

test.each([
  ['small', [1, 1, 1], true],
  ['small', [3, 3, 4], true],
  ['small', [3, 4, 4], false],
  ['big', [3, 4, 4], true],
  ['big', [6, 6, 6], true],
  ['odd', [1, 1, 1], true],
  ['even', [6, 6, 6], true],
  ['s11', [3, 4, 4], true],
  ['s11', [3, 4, 5], false],
] as [Bet, Dice, boolean][])('%s on %j: %s', (bet, dice, won) => {
  expect(wins(bet, dice)).toBe(won);
});

test('what is no throw or no bet is refused', () => {
  for (const dice of [
    [0, 1, 1],
    [1, 1, 7],
    [1, 1],
    [1, 1, 1.5],
    [1, 1, 1, 1],
  ]) {
    expect(() => wins('big', dice as Dice)).toThrow(RangeError);
  }
  for (const sum of [2, 19, 3.5, -3, Number.NaN, '7' as unknown as number]) {
    expect(() => winsOnSum('big', sum)).toThrow(new RangeError('a sum is from 3 to 18'));
  }
  // Their sums would do.
  for (const dice of [[0, 6, 6], [-1, 6, 6], [7, 1, 1], [1.5, 1.5, 1], ['1', 2, 3], [3, 3], [1, 1, 1, 1], []]) {
    expect(() => sumOf(dice as Dice)).toThrow(new RangeError('three dice from 1 to 6'));
  }
  expect(() => waysOf('s2' as Bet)).toThrow(TypeError);
});

describe('money', () => {
  test('a payout is rounded down, and includes the stake', () => {
    expect(payoutOf(1000n, 19_200)).toBe(1920n);
    expect(payoutOf(1n, 19_999)).toBe(1n);
    expect(payoutOf(0n, 19_200)).toBe(0n);
    expect(payoutOf(2n ** 53n - 1n, 2_073_600n)).toBe(((2n ** 53n - 1n) * 2_073_600n) / 10_000n);
    expect(() => payoutOf(-1n, 1)).toThrow(RangeError);
    expect(() => payoutOf(1n, -1)).toThrow(RangeError);
    expect(payoutOf(1000n, 0)).toBe(0n);
  });

  test('the seed odds are fair odds × 0.96, rounded down', () => {
    expect(seedMultipliers).toMatchObject({ small: 19_200, big: 19_200, s3: 2_073_600, s4: 691_200, s10: 76_800 });
    for (const bet of BETS) {
      const { num, den } = rtpOf(bet, seedMultipliers[bet] ?? 0);
      expect(num * 100n <= den * 96n).toBe(true);
      const next = rtpOf(bet, (seedMultipliers[bet] ?? 0) + 1);
      expect(next.num * 100n > next.den * 96n).toBe(true);
    }
  });

  test('return to player is exact, at one stake as over all outcomes', () => {
    expect(rtpOf('big', 19_200)).toEqual({ num: 24n, den: 25n });
    expect(rtpOf('big', 19_200, 1n)).toEqual({ num: 1n, den: 2n });
    expect(chanceOf('s3')).toEqual({ num: 1n, den: 216n });
    fc.assert(
      fc.property(bets, fc.bigInt(1n, 10_000_000n), fc.bigInt(1n, 10_000n), (bet, multiplier, stake) => {
        const paid = OUTCOMES.reduce((sum, dice) => sum + (wins(bet, dice) ? payoutOf(stake, multiplier) : 0n), 0n);
        expect(rtpOf(bet, multiplier, stake)).toEqual(fraction(paid, 216n * stake));
      }),
    );
    for (const stake of [0n, -1n])
      expect(() => rtpOf('big', 19_200, stake)).toThrow(new RangeError('a stake is above 0'));
  });

  test('the greatest payout is that of the dearest outcome', () => {
    const selections = fc.uniqueArray(fc.record({ bet: bets, stakeMinor: fc.bigInt(1n, 10n ** 9n) }), {
      selector: ({ bet }) => bet,
    });
    fc.assert(
      fc.property(selections, (slip) => {
        const payouts = OUTCOMES.map((dice) => payoutOnSum(slip, seedMultipliers, sumOf(dice)));
        const greatest = greatestPayout(slip, seedMultipliers);
        expect(payouts).toContain(greatest);
        expect(payouts.every((payout) => payout <= greatest)).toBe(true);
      }),
    );
    const both = [
      { bet: 'small' as const, stakeMinor: 100n },
      { bet: 'big' as const, stakeMinor: 200n },
    ];
    expect(greatestPayout(both, seedMultipliers)).toBe(384n);
  });

  test('a bet that the table does not offer cannot be paid', () => {
    const slip = [{ bet: 's3' as const, stakeMinor: 1n }];
    expect(() => payoutOnSum(slip, { big: 19_200 }, 5)).toThrow(new TypeError('no multiplier for s3'));
    expect(() => greatestPayout(slip, { big: 19_200 })).toThrow(new TypeError('no multiplier for s3'));
    expect(greatestPayout([], { big: 19_200 })).toBe(0n);
  });

  test('nor a bet that there is not, though the table names it', () => {
    const slip = [{ bet: 's2' as Bet, stakeMinor: 1n }];
    const multipliers = { s2: 19_200 } as Partial<Record<Bet, number>>;
    expect(() => payoutOnSum(slip, multipliers, 5)).toThrow(new TypeError('unknown bet'));
    expect(() => greatestPayout(slip, multipliers)).toThrow(TypeError);
  });
});

test('fractions come in lowest terms', () => {
  expect(fraction(6n, 4n)).toEqual({ num: 3n, den: 2n });
  expect(fraction(0n, 5n)).toEqual({ num: 0n, den: 1n });
  expect(() => fraction(1n, 0n)).toThrow(RangeError);
  expect(() => fraction(-1n, 2n)).toThrow(RangeError);
});
