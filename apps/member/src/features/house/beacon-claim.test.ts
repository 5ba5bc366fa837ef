import { expect, test } from 'vitest';
import type { Draw, House } from '../../api/shared/types.ts';
import { isHouseRun } from './beacon-claim.ts';

const house = (houseRun: boolean) => ({ beacon: { houseRun } }) as House;
const drawn = (houseRun: boolean) => ({ lastDraw: { houseRun } as Draw });

test('the weaker beacon, of the house or of its tables, decides the claim', () => {
  expect(isHouseRun(house(true), [])).toBe(true);
  expect(isHouseRun(house(true), [drawn(false)])).toBe(true);
  expect(isHouseRun(house(false), [drawn(false), drawn(true)])).toBe(true);
  expect(isHouseRun(house(false), [drawn(false), { lastDraw: null }])).toBe(false);
});
