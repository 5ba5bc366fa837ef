import { expect, test } from 'vitest';
import { nextPlace } from './next-place.ts';

test.each([
  ['ArrowRight', 0, 3, false, 1],
  ['ArrowRight', 2, 3, false, 0],
  ['ArrowLeft', 0, 3, false, 2],
  ['ArrowLeft', 0, 3, true, 1],
  ['ArrowRight', 0, 3, true, 2],
  ['Home', 2, 3, true, 0],
  ['End', 0, 3, false, 2],
  ['Enter', 0, 3, false, null],
  ['ArrowUp', 0, 3, false, null],
  ['Home', 0, 0, false, null],
  ['ArrowRight', 0, 1, false, 0],
])('%s at %i of %i, right to left %s, moves to %s', (key, place, count, isRtl, next) => {
  expect(nextPlace(key, place, count, isRtl)).toBe(next);
});
