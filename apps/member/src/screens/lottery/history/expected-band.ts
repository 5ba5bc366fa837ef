import { OUTCOMES } from '@tercet/fair';

/** Probability outside the band at each end. */
const TAIL = 0.025;

export interface ExpectedBand {
  least: number;
  most: number;
}

/**
 * Range that contains the count of a result in at least 95 % of series of `draws` draws, both ends included. Exact for
 * the binomial distribution: at most 2.5 % of series lie below, and at most 2.5 % above. `ways`: number of the 216
 * throws that give the result.
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
