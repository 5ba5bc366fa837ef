import { expect, test } from 'vitest';
import { withBeacon } from './beacon-lines.ts';

test('a banner says of the beacon what the line says that is filled in', () => {
  expect(withBeacon('{beacon} Your phone does the sums.', 'House-run.')).toBe('House-run. Your phone does the sums.');
  expect(withBeacon('The book is open.', 'House-run.')).toBe('The book is open.');
});
