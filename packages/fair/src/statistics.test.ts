import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SUM_WAYS } from './bets.ts';
import { type Dice, diceOfSeed } from './draw.ts';
import {
  binomialBand,
  chiSquare,
  chiSquareOfFaces,
  chiSquareOfSums,
  chiSquareTail,
  countDraws,
  realisedRtp,
  SAMPLE_MIN,
  sumBands,
  verdictOf,
} from './statistics.ts';

/** Every outcome of three dice, `times` times. */
function everyOutcome(times: number): Dice[] {
  const all: Dice[] = [];
  for (let outcome = 0; outcome < 216 * times; outcome++) {
    all.push([1 + (outcome % 6), 1 + (Math.floor(outcome / 6) % 6), 1 + (Math.floor(outcome / 36) % 6)]);
  }
  return all;
}

function seeded(count: number): Dice[] {
  return Array.from({ length: count }, (_, index) => diceOfSeed(new Uint8Array(32).fill(index % 256, index % 31)));
}

describe('the tail of chi-square', () => {
  // Critical values of the NIST/SEMATECH e-Handbook of Statistical Methods, table 1.3.6.7.4.
  it.each([
    [1, 3.841, 0.05],
    [1, 10.828, 0.001],
    [5, 11.07, 0.05],
    [5, 20.515, 0.001],
    [15, 22.307, 0.1],
    [15, 24.996, 0.05],
    [15, 30.578, 0.01],
    [15, 37.697, 0.001],
    [100, 149.449, 0.001],
  ])('of %i degrees beyond %f is %f, as tabled', (degrees, statistic, p) => {
    expect(chiSquareTail(statistic, degrees)).toBeCloseTo(p, 4);
  });

  // Regularised incomplete gamma to 15 digits, computed with mpmath 1.3 at 30 digits.
  it.each([
    [1, 0.001, 0.97477287936996],
    [2, 50, 1.3887943864964e-11],
    [12, 43.87241, 1.60549790317228e-5],
    [15, 14.3, 0.502908916671941],
    [15, 200, 2.12467119989319e-34],
    [35, 20, 0.980230916835265],
    [215, 180.5, 0.958140932757714],
    [215, 284.815, 0.00100003551746013],
    [1000, 1000, 0.49405285382924],
  ])('of %i degrees beyond %f is %f, to eleven digits', (degrees, statistic, p) => {
    expect(Math.abs(chiSquareTail(statistic, degrees) / p - 1)).toBeLessThan(1e-11);
  });

  it('falls from 1 to 0 as chi-square grows, and with two degrees is e^(-x/2)', () => {
    const degrees = fc.integer({ min: 1, max: 300 });
    const statistic = fc.double({ min: 0, max: 2000, noNaN: true });
    fc.assert(
      fc.property(degrees, statistic, fc.double({ min: 0.01, max: 100, noNaN: true }), (d, x, more) => {
        const p = chiSquareTail(x, d);
        expect(p).toBeGreaterThanOrEqual(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(chiSquareTail(x + more, d)).toBeLessThanOrEqual(p * (1 + 1e-11));
        expect(chiSquareTail(x, d + 1)).toBeGreaterThanOrEqual(p * (1 - 1e-11));
        expect(Math.abs(chiSquareTail(x, 2) - Math.exp(-x / 2))).toBeLessThan(1e-12);
      }),
    );
  });

  it('is nothing beyond infinity', () => {
    for (const degrees of [1, 5, 215]) expect(chiSquareTail(Number.POSITIVE_INFINITY, degrees)).toBe(0);
  });

  it('refuses what is no chi-square', () => {
    for (const [statistic, degrees] of [
      [-1, 5],
      [Number.NaN, 5],
      [1, 0],
      [1, 1.5],
    ] as const) {
      expect(() => chiSquareTail(statistic, degrees)).toThrow(RangeError);
    }
  });
});

describe('the test of counts', () => {
  it("of Mendel's peas says what is published", () => {
    const found = chiSquare([315, 108, 101, 32], [312.75, 104.25, 104.25, 34.75]);
    expect(found?.statistic).toBeCloseTo(0.47, 3);
    expect(found?.p).toBeCloseTo(0.9254, 4);
    expect(found?.degrees).toBe(3);
  });

  it('pools neighbours that expect fewer than five, and counts the cells that are left', () => {
    const counts = { draws: 216, sums: SUM_WAYS, faces: [108, 108, 108, 108, 108, 108] };
    expect(chiSquareOfSums(counts)).toMatchObject({ statistic: 0, cells: 12, degrees: 11, p: 1 });
    expect(chiSquare([1, 2, 3, 20], [2, 2, 2, 20])).toMatchObject({ cells: 2, degrees: 1 });
    expect(chiSquare([30, 1], [29, 2])).toBeNull();
    expect(chiSquare([], [])).toBeNull();
  });

  it('pools without losing or inventing a count', () => {
    const cell = fc.tuple(fc.nat(200), fc.double({ min: 0, max: 50, noNaN: true }));
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 30 }), (cells) => {
        const [observed, expected] = [cells.map(([count]) => count), cells.map(([, mean]) => mean)];
        const found = chiSquare(observed, expected);
        const expectedInAll = expected.reduce((sum, mean) => sum + mean, 0);
        if (found === null) expect(expectedInAll).toBeLessThan(10 + 50);
        else expect(found.cells).toBeLessThanOrEqual(Math.floor(expectedInAll / 5 + 1e-9));
      }),
    );
  });

  it('refuses counts and expectations that do not belong together', () => {
    expect(() => chiSquare([1, 2], [1])).toThrow(RangeError);
    expect(() => chiSquare([1, -2], [1, 1])).toThrow(RangeError);
    expect(() => chiSquare([1, 2], [1, Number.NaN])).toThrow(RangeError);
  });

  it('does not notice fair dice, and notices dice that are not', () => {
    const fair = countDraws(everyOutcome(10));
    expect(chiSquareOfSums(fair)).toMatchObject({ statistic: 0, degrees: 15, p: 1 });
    expect(chiSquareOfFaces(fair)).toMatchObject({ statistic: 0, degrees: 5, p: 1 });
    expect(verdictOf(fair.draws, chiSquareOfSums(fair))).toBe('fits');
    const loaded = countDraws(everyOutcome(10).map((dice) => (dice[0] === 1 ? [6, dice[1], dice[2]] : dice)));
    expect(verdictOf(loaded.draws, chiSquareOfSums(loaded))).toBe('unlikely');
    expect(verdictOf(loaded.draws, chiSquareOfFaces(loaded))).toBe('unlikely');
  });

  it('says nothing of fewer draws than three dice have outcomes', () => {
    const few = countDraws(Array.from({ length: SAMPLE_MIN - 1 }, () => [6, 6, 6] as const));
    expect(verdictOf(few.draws, chiSquareOfSums(few))).toBe('too-few');
    expect(verdictOf(SAMPLE_MIN, null)).toBe('too-few');
    const enough = countDraws(Array.from({ length: SAMPLE_MIN }, () => [6, 6, 6] as const));
    expect(verdictOf(enough.draws, chiSquareOfSums(enough))).toBe('unlikely');
  });
});

describe('counting', () => {
  it('counts each sum and each face once', () => {
    const draws = seeded(500);
    const { draws: count, sums, faces } = countDraws(draws);
    expect(count).toBe(500);
    expect(sums.reduce((sum, n) => sum + n)).toBe(500);
    expect(faces.reduce((sum, n) => sum + n)).toBe(1500);
    const pips = draws.reduce((sum, [a, b, c]) => sum + a + b + c, 0);
    expect(sums.reduce((sum, n, index) => sum + n * (index + 3), 0)).toBe(pips);
    expect(faces.reduce((sum, n, index) => sum + n * (index + 1), 0)).toBe(pips);
    expect(countDraws([]).draws).toBe(0);
    expect(() => countDraws([[1, 2, 7]])).toThrow(RangeError);
  });
});

describe('the band of chance', () => {
  // Quantiles of scipy.stats.binom (SciPy), searched from both ends.
  it.each([
    [1, 108 / 216, 0, 1],
    [10, 108 / 216, 0, 10],
    [216, 1 / 216, 0, 6],
    [216, 27 / 216, 12, 45],
    [1000, 1 / 216, 0, 14],
    [1000, 27 / 216, 91, 162],
    [20_000, 1 / 216, 62, 127],
    [20_000, 10 / 216, 826, 1029],
    [20_000, 27 / 216, 2341, 2661],
    [1_000_000, 27 / 216, 123_870, 126_133],
  ])('of %i draws at a chance of %f reaches from %i to %i', (n, chance, low, high) => {
    expect(binomialBand(n, chance, 0.01 / 16)).toEqual([low, high]);
  });

  it('leaves each of the 16 sums a sixteenth of the allowed error', () => {
    const bands = sumBands({ draws: 20_000, sums: SUM_WAYS, faces: [] });
    expect(bands[0]).toEqual({ sum: 3, count: 1, expected: 20_000 / 216, low: 62, high: 127 });
    expect(bands[3]).toMatchObject({ sum: 6, low: 826, high: 1029 });
    expect(bands[8]).toMatchObject({ sum: 11, low: 2341, high: 2661 });
  });

  it('holds the expectation, and is the same for a sum and its mirror', () => {
    fc.assert(
      fc.property(fc.nat(30_000), (draws) => {
        const bands = sumBands({ draws, sums: SUM_WAYS, faces: [] });
        for (const [index, band] of bands.entries()) {
          expect(band.low).toBeLessThanOrEqual(band.expected);
          expect(band.high).toBeGreaterThanOrEqual(band.expected);
          expect(band.high).toBeLessThanOrEqual(draws);
          expect(bands[15 - index]).toMatchObject({ low: band.low, high: band.high, sum: 21 - band.sum });
        }
      }),
      { numRuns: 30 },
    );
  });

  it('refuses what is no number of draws and no chance', () => {
    for (const [n, chance] of [
      [-1, 0.5],
      [1.5, 0.5],
      [10, 0],
      [10, 1],
      [10, Number.NaN],
    ] as const) {
      expect(() => binomialBand(n, chance, 0.01)).toThrow(RangeError);
    }
  });
});

describe('the realised return', () => {
  it('is paid by staked, exact beyond what a double holds', () => {
    const rows = [
      { stakedMinor: 9_007_199_254_740_993n, paidMinor: 9_007_199_254_740_991n },
      { stakedMinor: 0n, paidMinor: 0n },
    ];
    expect(realisedRtp(rows)).toEqual({ num: 9_007_199_254_740_991n, den: 9_007_199_254_740_993n });
    expect(realisedRtp([{ stakedMinor: 300n, paidMinor: 600n }])).toEqual({ num: 2n, den: 1n });
    expect(realisedRtp([{ stakedMinor: 5n, paidMinor: 0n }])).toEqual({ num: 0n, den: 1n });
    expect(realisedRtp([])).toBeNull();
    expect(realisedRtp([{ stakedMinor: 0n, paidMinor: 0n }])).toBeNull();
    expect(() => realisedRtp([{ stakedMinor: -1n, paidMinor: 0n }])).toThrow(RangeError);
    // The other row makes the sums positive.
    for (const bad of [
      { stakedMinor: -1n, paidMinor: 0n },
      { stakedMinor: 0n, paidMinor: -1n },
    ]) {
      expect(() => realisedRtp([bad, { stakedMinor: 5n, paidMinor: 5n }])).toThrow(RangeError);
    }
  });
});
