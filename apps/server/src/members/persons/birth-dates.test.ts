import { expect, test } from 'vitest';
import { birthDateFault } from './birth-dates.ts';

test.each([
  ['2008-11-21', '2026-11-21T00:00:00Z', null],
  ['2008-11-22', '2026-11-21T23:59:59Z', 'too-young'],
  ['2008-02-29', '2026-02-28T12:00:00Z', 'too-young'],
  ['2008-02-29', '2026-03-01T00:00:00Z', null],
  ['2026-11-22', '2026-11-21T12:00:00Z', 'birth-date-bad'],
  ['1896-01-01', '2026-11-21T12:00:00Z', null],
  ['1895-12-31', '2026-11-21T12:00:00Z', 'birth-date-bad'],
  ['0050-01-01', '2026-11-21T12:00:00Z', 'birth-date-bad'],
  ['1990-00-10', '2026-11-21T12:00:00Z', 'birth-date-bad'],
  ['1990-13-10', '2026-11-21T12:00:00Z', 'birth-date-bad'],
  ['1990-04-31', '2026-11-21T12:00:00Z', 'birth-date-bad'],
  ['1900-02-29', '2026-11-21T12:00:00Z', 'birth-date-bad'],
  ['1990-4-3', '2026-11-21T12:00:00Z', 'birth-date-bad'],
  ['1990-04-03T00:00', '2026-11-21T12:00:00Z', 'birth-date-bad'],
  ['', '2026-11-21T12:00:00Z', 'fill-in'],
])('born on %s, seen at %s: %s', (birthDate, today, fault) => {
  expect(birthDateFault(birthDate, new Date(today), 18)).toBe(fault);
});

test('the house may ask for more years', () => {
  expect(birthDateFault('2006-01-01', new Date('2026-11-21'), 21)).toBe('too-young');
});
