import { expect, it } from 'vitest';
import { EXCLUSION_MONTHS, hoursOf, TIME_OUT_HOURS } from './break-spans.ts';

it('offers time-outs from a day to six weeks, and exclusions from half a year on', () => {
  expect(TIME_OUT_HOURS.map((hours) => hours / 24)).toEqual([1, 3, 7, 14, 42]);
  expect(EXCLUSION_MONTHS[0]).toBe(6);
});

it.each([
  ['24', 24],
  [' 100 ', 100],
  ['1008', 1008],
])('takes %s hours', (typed, hours) => {
  expect(hoursOf(typed)).toBe(hours);
});

it.each(['', '23', '1009', '0', '-24', '24.5', 'a day', '00024'])('takes no %j hours', (typed) => {
  expect(hoursOf(typed)).toBe(null);
});
