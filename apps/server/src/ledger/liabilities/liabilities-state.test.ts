import { expect, test } from 'vitest';
import { dateOf, hasSnapshot, liabilitiesStateAt } from './liabilities-state.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const BEGAN = at('2026-11-19T15:00:00');

test('a date has a snapshot if the book was there when it began', () => {
  expect(hasSnapshot('2026-11-19', BEGAN)).toBe(false);
  expect(hasSnapshot('2026-11-20', BEGAN)).toBe(true);
  expect(hasSnapshot('2026-11-20', at('2026-11-20T00:00:00'))).toBe(false);
  expect(hasSnapshot('2026-11-20', null)).toBe(false);
});

test.each([
  ['on the first day', '2026-11-19T23:59:59', null, null, false],
  ['within the first hour of the first date', '2026-11-20T00:59:59.999', null, null, false],
  ['after it', '2026-11-20T01:00:00', null, '2026-11-20', true],
  ['after it, published', '2026-11-20T01:00:00', '2026-11-20', '2026-11-20', false],
  ['in the next first hour yesterday’s is enough', '2026-11-21T00:30:00', '2026-11-20', '2026-11-20', false],
  ['but one that is missing stays missing', '2026-11-21T00:30:00', null, '2026-11-20', true],
  ['until a newer one is there', '2026-11-21T00:30:00', '2026-11-21', '2026-11-20', false],
  ['a day later', '2026-11-21T12:00:00', '2026-11-20', '2026-11-21', true],
])('%s', (_, now, latestDate, dueDate, overdue) => {
  expect(liabilitiesStateAt(at(now), BEGAN, latestDate)).toEqual({ latestDate, dueDate, overdue });
});

test('dates are those of UTC', () => {
  expect(dateOf(at('2026-11-20T23:59:59.999'))).toBe('2026-11-20');
});
