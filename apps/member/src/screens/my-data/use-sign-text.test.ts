import { expect, test } from 'vitest';
import { timesUsual } from './use-sign-text.ts';

test.each([
  ['4200', '1350', 3.1],
  ['1999', '1000', 1.9],
  ['9007199254740993000', '9007199254740993', 1000],
  ['5', '0', 0],
  ['5', null, 0],
])('%s is that many times %s: %d', (figure, usual, times) => expect(timesUsual(figure, usual)).toBe(times));
