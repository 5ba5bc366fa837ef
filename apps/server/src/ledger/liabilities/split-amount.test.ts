import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RandomWords, randomOrder, splitAmount } from './split-amount.ts';
import { nonceOf, readSplits, SPLITS_BYTES, writeSplit } from './splits.ts';

const words = new RandomWords();

test('four splits add up to the whole, and none is negative', () => {
  const whole = fc.oneof(fc.constantFrom(0n, 1n, 2n, 2n ** 53n, 2n ** 63n - 1n), fc.bigInt(0n, 2n ** 63n - 1n));
  fc.assert(
    fc.property(whole, (amount) => {
      const splits = splitAmount(amount, words);
      expect(splits).toHaveLength(4);
      expect(splits.every((split) => split >= 0n)).toBe(true);
      expect(splits.reduce((sum, split) => sum + split, 0n)).toBe(amount);
    }),
  );
});

test('what is no amount is refused', () => {
  for (const amount of [-1n, 2n ** 63n]) expect(() => splitAmount(amount, words)).toThrow(RangeError);
});

test('each split has a quarter of the whole on average, and is nothing to go by', () => {
  const sums = [0, 0, 0, 0];
  const distinct = new Set<string>();
  for (let n = 0; n < 4_000; n++) {
    const splits = splitAmount(1_000_000n, words);
    distinct.add(splits.join());
    for (const [at, split] of splits.entries()) sums[at] = (sums[at] ?? 0) + Number(split);
  }
  expect(distinct.size).toBe(4_000);
  // Tolerance: 8 standard errors of a mean of 4,000 draws. One split has a standard deviation of 193,649.
  for (const sum of sums) expect(Math.abs(sum / 4_000 - 250_000)).toBeLessThan(25_000);
});

test('an order has every number once, and every number may come first', () => {
  expect([...randomOrder(1_000)].sort((a, b) => a - b)).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
  const firsts = new Set(Array.from({ length: 400 }, () => randomOrder(8)[0]));
  const lasts = new Set(Array.from({ length: 400 }, () => randomOrder(8)[7]));
  expect([firsts.size, lasts.size]).toEqual([8, 8]);
  expect([...randomOrder(0)]).toEqual([]);
});

test('splits are read as they were written', () => {
  const packed = Buffer.alloc(SPLITS_BYTES);
  const amounts = [0n, 1n, 2n ** 32n, 2n ** 63n - 1n];
  for (const [split, amount] of amounts.entries()) {
    nonceOf(packed, split).fill(split + 1);
    writeSplit(packed, split, amount, 2 ** 32 - 1 - split);
  }
  expect(readSplits(packed)).toEqual(
    amounts.map((amount, split) => ({ nonce: Buffer.alloc(32, split + 1), amount, index: 2 ** 32 - 1 - split })),
  );
});
