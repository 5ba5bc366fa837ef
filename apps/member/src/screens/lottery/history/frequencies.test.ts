import { expect, test } from 'vitest';
import { frequenciesOf } from './frequencies.ts';

const counts = (sums: number[]) => Object.fromEntries(frequenciesOf(sums).map(({ bet, count }) => [bet, count]));

test('each draw counts once by its size, its parity and its sum', () => {
  const of = counts([3, 10, 11, 18, 11]);
  expect(of).toMatchObject({ small: 2, big: 3, odd: 3, even: 2, s3: 1, s10: 1, s11: 2, s18: 1, s4: 0 });
});

test('small, big, odd and even are expected equally often, a sum as often as its throws', () => {
  const sums = Array.from({ length: 60 }, () => 10);
  const expected = Object.fromEntries(frequenciesOf(sums).map((one) => [one.bet, one.expected]));
  for (const bet of ['small', 'big', 'odd', 'even']) expect(expected[bet]).toEqual({ least: 22, most: 38 });
  expect(expected.s10).toEqual({ least: 3, most: 13 });
  expect(expected.s18).toEqual({ least: 0, most: 2 });
});
