import { expect, test } from 'vitest';
import type { Draw, House } from '../../api/shared/types.ts';
import { isHouseRun, withBeacon } from './beacon-claim.ts';

const house = (houseRun: boolean) => ({ beacon: { houseRun } }) as House;
const drawn = (houseRun: boolean) => ({ lastDraw: { houseRun } as Draw });

test('the weaker beacon of the house and its tables counts', () => {
  expect(isHouseRun(house(true), [])).toBe(true);
  expect(isHouseRun(house(true), [drawn(false)])).toBe(true);
  expect(isHouseRun(house(false), [drawn(false), drawn(true)])).toBe(true);
  expect(isHouseRun(house(false), [drawn(false), { lastDraw: null }])).toBe(false);
});

test('a banner says of the beacon what the line says that is filled in', () => {
  expect(withBeacon('{beacon} Your phone does the sums.', 'House-run.')).toBe('House-run. Your phone does the sums.');
  expect(withBeacon('The book is open.', 'House-run.')).toBe('The book is open.');
});
