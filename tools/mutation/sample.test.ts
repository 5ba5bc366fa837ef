import { expect, test } from 'vitest';
import type { MutantKey } from './mutant.ts';
import { isInSample } from './sample.ts';

const mutants = Array.from({ length: 2000 }, (_, index): MutantKey => {
  return { file: 'a/b.ts', lineText: `line ${index}`, code: 'a > b', replacement: 'a >= b' };
});
const sample = (percent: number | null) => mutants.filter((mutant) => isInSample(mutant, percent));

test('a sample has about so many percent, and all without one', () => {
  expect(sample(null)).toEqual(mutants);
  expect(sample(100)).toEqual(mutants);
  expect(sample(10).length).toBeGreaterThan(150);
  expect(sample(10).length).toBeLessThan(250);
});

test('a larger sample contains a smaller one, and the same sample is the same', () => {
  const [small, large] = [sample(5), sample(20)];
  expect(small.length).toBeGreaterThan(50);
  expect(large.length).toBeGreaterThan(small.length);
  expect(large).toEqual(expect.arrayContaining(small));
  expect(sample(5)).toEqual(small);
});

test('where a mutant stands in its file does not matter, what it changes does', () => {
  const [first] = sample(1);
  if (first === undefined) throw new Error('no sample');
  expect(isInSample({ ...first, line: 99, status: 'killed' } as MutantKey, 1)).toBe(true);
  const others = ['a/c.ts', 'a/d.ts', 'a/e.ts', 'a/f.ts'].map((file) => ({ ...first, file }));
  expect(others.every((other) => isInSample(other, 1))).toBe(false);
});
