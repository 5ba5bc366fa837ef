import { validate, version } from 'uuid';
import { afterEach, expect, test, vi } from 'vitest';
import { bucketOf, newId } from './ids.ts';

afterEach(() => vi.useRealTimers());

test('ids are UUIDv7 of this time, each another, in order', () => {
  const before = Date.now();
  const ids = Array.from({ length: 20_000 }, newId);
  const after = Date.now();
  for (const id of ids) expect(validate(id) && version(id) === 7).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  const times = ids.map((id) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
  expect(times[0]).toBeGreaterThanOrEqual(before);
  expect(times.at(-1)).toBeLessThanOrEqual(after);
});

test('a clock that is put back does not put ids back', () => {
  vi.useFakeTimers({ now: Date.now() + 10_000 });
  const first = newId();
  vi.setSystemTime(Date.now() - 5_000);
  expect(newId() > first).toBe(true);
});

test('buckets are spread evenly', () => {
  const counts = new Array<number>(256).fill(0);
  for (let i = 0; i < 25_600; i++) {
    const bucket = bucketOf(newId());
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  expect(Math.min(...counts)).toBeGreaterThan(40);
});
