import { expect, test } from 'vitest';
import { settledNet } from './settled-net.ts';

test('open bets do not count as lost', () => {
  expect(settledNet({ netMinor: '-1000', openMinor: '1000' })).toBe(0n);
  expect(settledNet({ netMinor: '-1500', openMinor: '1000' })).toBe(-500n);
  expect(settledNet({ netMinor: '900', openMinor: '0' })).toBe(900n);
});
