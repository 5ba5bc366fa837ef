import { expect, test } from 'vitest';
import { levelOf } from './level.ts';

test('a level asks for verification first, and for a year after that', () => {
  expect(levelOf({ verified: false, years: 0 })).toBe(1);
  expect(levelOf({ verified: false, years: 5 })).toBe(1);
  expect(levelOf({ verified: true, years: 0 })).toBe(2);
  expect(levelOf({ verified: true, years: 1 })).toBe(3);
  expect(levelOf({ verified: true, years: 9 })).toBe(3);
});
