import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BETS,
  BETS_IN_BYTE_ORDER,
  type Bet,
  hitsOf,
  isBet,
  isNumberBet,
  NUMBER_BETS,
  SUM_BETS,
  type SumBet,
  sumOf,
  THROWS,
  wins,
  winsOnSum,
} from './bet-codes.ts';
import {
  chanceOf,
  fairMultiplier,
  fraction,
  greatestPayout,
  type Multiplier,
  type Multipliers,
  multiplierList,
  payoutOf,
  payoutOnDice,
  rtpOf,
  SUM_WAYS,
  waysByMultiplier,
  waysOf,
} from './bets.ts';
import type { Dice } from './draw.ts';

const FACES = [1, 2, 3, 4, 5, 6];
const OUTCOMES: Dice[] = FACES.flatMap((a) => FACES.flatMap((b) => FACES.map((c): Dice => [a, b, c])));
const seedMultipliers: Multipliers = Object.fromEntries(
  BETS.map((bet) => [bet, isNumberBet(bet) ? [20_000, 30_000, 120_000] : fairMultiplier(bet, 96, 100)]),
);
const bets = fc.constantFrom(...BETS);

test('there are 54 bets, in two orders; the twenty on the sum keep their positions', () => {
  expect(SUM_BETS.join(' ')).toBe('small big odd even s3 s4 s5 s6 s7 s8 s9 s10 s11 s12 s13 s14 s15 s16 s17 s18');
  expect(BETS.join(' ')).toBe(
    `${SUM_BETS.join(' ')} n1 n2 n3 n4 n5 n6 p12 p13 p14 p15 p16 p23 p24 p25 p26 p34 p35 p36 p45 p46 p56 ` +
      'd1 d2 d3 d4 d5 d6 t1 t2 t3 t4 t5 t6 t',
  );
  expect(BETS_IN_BYTE_ORDER.join(' ')).toBe(
    'big d1 d2 d3 d4 d5 d6 even n1 n2 n3 n4 n5 n6 odd p12 p13 p14 p15 p16 p23 p24 p25 p26 p34 p35 p36 p45 p46 p56 ' +
      's10 s11 s12 s13 s14 s15 s16 s17 s18 s3 s4 s5 s6 s7 s8 s9 small t t1 t2 t3 t4 t5 t6',
  );
  for (const code of ['s2', 's19', 'Big', 'p21', 'p11', 'n0', 'n7', 'd7', 't0', 'tt', '', null, 'toString']) {
    expect(isBet(code)).toBe(false);
  }
});

test('the 216 outcomes are all throws of three dice, in order', () => {
  expect(THROWS).toEqual(OUTCOMES);
});

test('ways are counted over the 216 outcomes', () => {
  for (const bet of BETS) expect(waysOf(bet)).toBe(OUTCOMES.filter((dice) => wins(bet, dice)).length);
  for (const [index, ways] of SUM_WAYS.entries()) {
    expect(OUTCOMES.filter((dice) => sumOf(dice) === index + 3)).toHaveLength(ways);
  }
  expect(BETS.slice(0, 4).map(waysOf)).toEqual([108, 108, 108, 108]);
  for (const bet of NUMBER_BETS) expect(waysByMultiplier(bet)).toEqual([75, 15, 1]);
  const ways = { p12: 30, p56: 30, d1: 16, d6: 16, t1: 1, t6: 1, t: 6 };
  for (const [bet, count] of Object.entries(ways)) expect(waysByMultiplier(bet as Bet)).toEqual([count]);
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
  ['n4', [4, 1, 2], true],
  ['n4', [1, 2, 3], false],
  ['p12', [2, 5, 1], true],
  ['p12', [1, 1, 2], true],
  ['p12', [1, 1, 1], false],
  ['d3', [3, 5, 3], true],
  ['d3', [3, 3, 3], true],
  ['d3', [3, 5, 5], false],
  ['t6', [6, 6, 6], true],
  ['t6', [5, 5, 5], false],
  ['t', [5, 5, 5], true],
  ['t', [5, 5, 6], false],
] as [Bet, Dice, boolean][])('%s on %j: %s', (bet, dice, won) => {
  expect(wins(bet, dice)).toBe(won);
});

test('a bet on one number wins by how many dice show it', () => {
  const hits = (
    [
      [1, 2, 3],
      [4, 2, 3],
      [4, 2, 4],
      [4, 4, 4],
    ] as Dice[]
  ).map((dice) => hitsOf('n4', dice));
  expect(hits).toEqual([0, 1, 2, 3]);
  const paid = hits.map((_, index) =>
    payoutOnDice([{ bet: 'n4', stakeMinor: 7n }], { n4: [20_001, 30_000, 123_456] }, [
      4,
      index > 1 ? 4 : 1,
      index > 2 ? 4 : 2,
    ]),
  );
  expect(paid).toEqual([14n, 14n, 21n, 86n]);
});

test('a bet has as many multipliers as it has ways to win', () => {
  for (const multiplier of [20_000, [20_000], [1, 2], [1, 2, 3, 4], []] as Multiplier[]) {
    expect(() => multiplierList('n1', multiplier)).toThrow(new TypeError('another number of multipliers for n1'));
    expect(() => rtpOf('n1', multiplier)).toThrow(TypeError);
    expect(() => greatestPayout([{ bet: 'n1', stakeMinor: 1n }], { n1: multiplier })).toThrow(TypeError);
  }
  expect(() => multiplierList('p12', [1, 2, 3])).toThrow(TypeError);
  expect(multiplierList('p12', [1])).toEqual(multiplierList('p12', 1));
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
  expect(() => winsOnSum('n1' as SumBet, 5)).toThrow(new TypeError('no bet on the sum'));
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
      if (isNumberBet(bet)) continue;
      const multiplier = fairMultiplier(bet, 96, 100);
      const { num, den } = rtpOf(bet, multiplier);
      expect(num * 100n <= den * 96n).toBe(true);
      const next = rtpOf(bet, multiplier + 1);
      expect(next.num * 100n > next.den * 96n).toBe(true);
    }
  });

  test('return to player is exact, at one stake as over all outcomes', () => {
    expect(rtpOf('big', 19_200)).toEqual({ num: 24n, den: 25n });
    expect(rtpOf('big', 19_200, 1n)).toEqual({ num: 1n, den: 2n });
    expect(chanceOf('s3')).toEqual({ num: 1n, den: 216n });
    expect(chanceOf('n1')).toEqual({ num: 91n, den: 216n });
    expect(rtpOf('n1', [20_000, 30_000, 120_000])).toEqual({ num: 23n, den: 24n });
    fc.assert(
      fc.property(
        bets,
        fc.array(fc.bigInt(1n, 10_000_000n), { minLength: 3, maxLength: 3 }),
        fc.bigInt(1n, 10_000n),
        (bet, three, stake) => {
          const multiplier = isNumberBet(bet) ? three : (three[0] ?? 1n);
          const slip = [{ bet, stakeMinor: stake }];
          const paid = OUTCOMES.reduce((sum, dice) => sum + payoutOnDice(slip, { [bet]: multiplier }, dice), 0n);
          expect(rtpOf(bet, multiplier, stake)).toEqual(fraction(paid, 216n * stake));
        },
      ),
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
        const payouts = OUTCOMES.map((dice) => payoutOnDice(slip, seedMultipliers, dice));
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
    expect(() => payoutOnDice(slip, { big: 19_200 }, [1, 1, 3])).toThrow(new TypeError('no multiplier for s3'));
    expect(() => greatestPayout(slip, { big: 19_200 })).toThrow(new TypeError('no multiplier for s3'));
    expect(greatestPayout([], { big: 19_200 })).toBe(0n);
  });

  test('nor a bet that there is not, though the table names it', () => {
    const slip = [{ bet: 's2' as Bet, stakeMinor: 1n }];
    const multipliers = { s2: 19_200 } as Partial<Record<Bet, number>>;
    expect(() => payoutOnDice(slip, multipliers, [1, 1, 3])).toThrow(new TypeError('unknown bet'));
    expect(() => greatestPayout(slip, multipliers)).toThrow(TypeError);
  });
});

test('fractions come in lowest terms', () => {
  expect(fraction(6n, 4n)).toEqual({ num: 3n, den: 2n });
  expect(fraction(0n, 5n)).toEqual({ num: 0n, den: 1n });
  expect(() => fraction(1n, 0n)).toThrow(RangeError);
  expect(() => fraction(-1n, 2n)).toThrow(RangeError);
});
