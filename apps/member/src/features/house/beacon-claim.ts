import type { House, Lottery } from '../../api/shared/types.ts';

type Drawn = Pick<Lottery, 'lastDraw'>;

/**
 * True if the house could foresee draws: the newest table uses the house's own beacon, or a last draw used it under
 * older rules.
 *
 * The weaker beacon counts, so that the page never claims too much.
 */
export function isHouseRun(house: Pick<House, 'beacon'>, lotteries: readonly Drawn[]): boolean {
  return house.beacon.houseRun || lotteries.some(({ lastDraw }) => lastDraw?.houseRun === true);
}
