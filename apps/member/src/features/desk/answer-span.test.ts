import { expect, it } from 'vitest';
import { answerSpan } from './answer-span.ts';

it.each([
  [1, 'minutes', 1],
  [10, 'minutes', 10],
  [11, 'minutes', 15],
  [55, 'minutes', 55],
  [56, 'hours', 1],
  [60, 'hours', 1],
  [61, 'hours', 2],
] as const)('a usual time of %i minutes is shown as %s: %i', (minutes, unit, count) => {
  expect(answerSpan(minutes)).toEqual({ unit, count });
});
