import type { House, Lottery } from '../../api/shared/types.ts';

/** In a banner's text, stands for the sentence on the beacon in force. */
const BEACON_MARK = '{beacon}';

type Drawn = Pick<Lottery, 'lastDraw'>;

/**
 * True where the house could foresee draws: the newest table names its own beacon, or a table whose older rules still
 * apply drew with it. The weaker of both counts, so that nothing on the page claims more than holds.
 */
export function isHouseRun(house: Pick<House, 'beacon'>, lotteries: readonly Drawn[]): boolean {
  return house.beacon.houseRun || lotteries.some(({ lastDraw }) => lastDraw?.houseRun === true);
}

/** The text of a banner with the sentence on the beacon filled in. */
export function withBeacon(text: string, line: string): string {
  return text.replaceAll(BEACON_MARK, line);
}
