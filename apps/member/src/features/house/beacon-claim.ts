import type { House, Lottery } from '../../api/shared/types.ts';

/** Placeholder in a banner's text for the sentence on the current beacon. */
const BEACON_MARK = '{beacon}';

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

/** The text of a banner with the sentence on the beacon filled in. */
export function withBeacon(text: string, line: string): string {
  return text.replaceAll(BEACON_MARK, line);
}
