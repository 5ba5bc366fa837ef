import { expect, test } from 'vitest';
import { expectedBand } from './expected-band.ts';

/** `scipy.stats.binom.ppf` of 0.025 and 0.975 (SciPy 1.17.1): draws, ways of 216, least, most. */
const BANDS = [
  [1, 1, 0, 0],
  [1, 10, 0, 1],
  [1, 27, 0, 1],
  [1, 108, 0, 1],
  [30, 1, 0, 1],
  [30, 10, 0, 4],
  [30, 27, 1, 8],
  [30, 108, 10, 20],
  [60, 1, 0, 2],
  [60, 10, 0, 6],
  [60, 27, 3, 13],
  [60, 108, 22, 38],
  [100, 1, 0, 2],
  [100, 10, 1, 9],
  [100, 27, 6, 19],
  [100, 108, 40, 60],
  [300, 1, 0, 4],
  [300, 10, 7, 21],
  [300, 27, 27, 49],
  [300, 108, 133, 167],
] as const;

test.each(BANDS)('of %i draws, a result of %i ways is expected %i to %i times', (draws, ways, least, most) => {
  expect(expectedBand(draws, ways)).toEqual({ least, most });
});

test('nothing is expected of no draws', () => {
  expect(expectedBand(0, 108)).toEqual({ least: 0, most: 0 });
});
