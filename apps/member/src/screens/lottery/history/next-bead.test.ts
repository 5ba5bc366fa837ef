import { expect, test } from 'vitest';
import { nextBead } from './next-bead.ts';

const at = (index: number, isRtl = false) => ({ index, count: 30, isRtl });

test.each([
  ['ArrowDown', 4, 5],
  ['ArrowUp', 4, 3],
  ['ArrowUp', 0, 0],
  ['ArrowRight', 4, 10],
  ['ArrowLeft', 10, 4],
  ['ArrowRight', 27, 29],
  ['Home', 12, 0],
  ['End', 12, 29],
])('%s leads from bead %i to %i', (key, from, to) => {
  expect(nextBead(key, at(from))).toBe(to);
});

test('left and right change places where the page reads from right to left', () => {
  expect(nextBead('ArrowLeft', at(4, true))).toBe(10);
  expect(nextBead('ArrowRight', at(10, true))).toBe(4);
});

test('other keys move nothing', () => {
  expect(nextBead('Enter', at(4))).toBeNull();
  expect(nextBead('Tab', at(4))).toBeNull();
});
