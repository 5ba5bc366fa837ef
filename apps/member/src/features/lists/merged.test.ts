import { expect, test } from 'vitest';
import { mergeByTime, type Part } from './merged.ts';

const part = (times: number[], hasMore = false): Part<{ atMs: number }> => ({
  items: times.map((atMs) => ({ atMs })),
  loadedToMs: times.at(-1) ?? null,
  hasMore,
});
const times = (parts: Part<{ atMs: number }>[]) => mergeByTime(parts).items.map(({ atMs }) => atMs);

test('whole lists are merged, newest first', () => {
  expect(times([part([9, 5, 1]), part([8, 2]), part([])])).toEqual([9, 8, 5, 2, 1]);
  expect(mergeByTime([part([9]), part([])]).behind).toEqual([]);
  expect(mergeByTime([]).items).toEqual([]);
});

test('nothing is shown that a further page could precede', () => {
  const parts = [part([9, 5], true), part([8, 7], true), part([6, 1])];
  expect(times(parts)).toEqual([9, 8, 7]);
  expect(mergeByTime(parts).behind).toEqual([1]);
});

test('a list that has not loaded holds back all others', () => {
  const parts = [part([9, 5]), { items: [], loadedToMs: null, hasMore: true }];
  expect(times(parts)).toEqual([]);
  expect(mergeByTime(parts).behind).toEqual([1]);
});
