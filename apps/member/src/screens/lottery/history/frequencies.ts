import { SUM_WAYS } from '@tercet/fair';
import { type ExpectedBand, expectedBand } from './expected-band.ts';

const SUM_MIN = 3;
const SMALL_MAX = 10;
const SUMS = SUM_WAYS.map((ways, index) => ({ sum: index + SUM_MIN, ways }));

export interface Frequency {
  /** A bet code: `small`, `big`, `odd`, `even`, or `s3` to `s18`. */
  bet: string;
  count: number;
  expected: ExpectedBand;
}

/** How often each size, parity and sum was drawn, in the table's order, with the expected range. */
export function frequenciesOf(sums: readonly number[]): Frequency[] {
  const kinds = [
    { bet: 'small', has: (sum: number) => sum <= SMALL_MAX },
    { bet: 'big', has: (sum: number) => sum > SMALL_MAX },
    { bet: 'odd', has: (sum: number) => sum % 2 === 1 },
    { bet: 'even', has: (sum: number) => sum % 2 === 0 },
    ...SUMS.map((one) => ({ bet: `s${one.sum}`, has: (sum: number) => sum === one.sum })),
  ];
  return kinds.map(({ bet, has }) => {
    const ways = SUMS.filter(({ sum }) => has(sum)).reduce((total, one) => total + one.ways, 0);
    return { bet, count: sums.filter(has).length, expected: expectedBand(sums.length, ways) };
  });
}
