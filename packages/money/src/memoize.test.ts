import { expect, test, vi } from 'vitest';
import { memoize } from './memoize.ts';

test('what was returned for the same arguments is returned again', () => {
  const call = vi.fn((a: number, b: { c: string }) => ({ text: `${a}${b.c}` }));
  const memoized = memoize(8, call);
  const first = memoized(1, { c: 'x' });
  expect(first).toEqual({ text: '1x' });
  expect(memoized(1, { c: 'x' })).toBe(first);
  expect(call).toHaveBeenCalledOnce();
});

test('other arguments have results of their own', () => {
  const memoized = memoize(8, (...of: string[]) => of.join('+'));
  expect([memoized('a', 'b'), memoized('ab'), memoized('a', 'b'), memoized('', 'ab')]).toEqual([
    'a+b',
    'ab',
    'a+b',
    '+ab',
  ]);
});

test('it keeps as many results as it may; the next one empties it', () => {
  const call = vi.fn((of: number) => `${of}`);
  const memoized = memoize(3, call);
  for (const of of [1, 2, 3, 1, 2, 3]) memoized(of);
  expect(call).toHaveBeenCalledTimes(3);
  memoized(4);
  memoized(4);
  expect(call).toHaveBeenCalledTimes(4);
  memoized(1);
  expect(call).toHaveBeenCalledTimes(5);
});

test('an error is not cached', () => {
  let isReady = false;
  const memoized = memoize(8, () => {
    if (!isReady) throw new Error('not yet');
    return 'done';
  });
  expect(() => memoized()).toThrow('not yet');
  isReady = true;
  expect(memoized()).toBe('done');
});
