import { expect, test } from 'vitest';
import { distanceFromEnd, scrollLeftAt } from './bead-scroll.ts';

const row = { scrollWidth: 1_000, clientWidth: 300 };

test('a row opens at its end in both directions of script', () => {
  expect(scrollLeftAt(row, 0, false)).toBe(700);
  expect(scrollLeftAt(row, 0, true)).toBe(-700);
});

test('a row that grows at its start keeps its distance from the end', () => {
  for (const isRtl of [false, true]) {
    const distance = distanceFromEnd({ ...row, scrollLeft: isRtl ? -600 : 600 });
    expect(distance).toBe(100);
    expect(Math.abs(scrollLeftAt({ ...row, scrollWidth: 1_500 }, distance, isRtl))).toBe(1_100);
  }
});

test('a row that fits does not scroll', () => {
  expect(scrollLeftAt({ scrollWidth: 200, clientWidth: 300 }, 0, false)).toBe(0);
});
