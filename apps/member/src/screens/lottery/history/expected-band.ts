import { OUTCOMES } from '@tercet/fair';

/** The share of series that a band leaves out at each end. */
const TAIL = 0.025;

export interface ExpectedBand {
  least: number;
  most: number;
}

/**
 * The range in which the count of a result lies in at least 95 of 100 series of `draws` draws, both ends included. It
 * is exact for the binomial distribution: at most 2.5 % of series lie below it and at most 2.5 % above. `ways` is how
 * many of the 216 throws give the result.
 */
export function expectedBand(draws: number, ways: number): ExpectedBand {
  const chance = ways / OUTCOMES;
  let probability = (1 - chance) ** draws;
  let below = 0;
  let least: number | null = null;
  for (let count = 0; count <= draws; count += 1) {
    below += probability;
    if (least === null && below >= TAIL) least = count;
    if (below >= 1 - TAIL) return { least: least ?? count, most: count };
    probability *= ((draws - count) / (count + 1)) * (chance / (1 - chance));
  }
  return { least: least ?? 0, most: draws };
}
