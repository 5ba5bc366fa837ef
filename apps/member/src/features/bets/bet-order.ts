import { BETS, isBet } from '@tercet/fair';

/** Bets in the order of the table. Slips list them by code, and so Sum 10 before Sum 3. Unknown bets come last. */
export function inBetOrder<T extends { bet: string }>(bets: readonly T[]): T[] {
  return bets.toSorted((one, other) => placeOf(one.bet) - placeOf(other.bet));
}

function placeOf(bet: string): number {
  return isBet(bet) ? BETS.indexOf(bet) : BETS.length;
}
