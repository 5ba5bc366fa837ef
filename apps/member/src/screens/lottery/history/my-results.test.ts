import { expect, test } from 'vitest';
import type { Slip } from '../../../api/shared/types.ts';
import { myResultsOf, sumOfResults } from './my-results.ts';

function slip(period: number, totalMinor: string, payoutMinor: string | null, state: Slip['state']): Slip {
  return { period, totalMinor, payoutMinor, state } as Slip;
}

const SLIPS = [
  slip(7, '500', null, 'pending'),
  slip(6, '300', '582', 'won'),
  slip(6, '200', '0', 'lost'),
  slip(5, '100', '100', 'void'),
];

test('the slips of a period count together, what came back beside what was staked', () => {
  const results = myResultsOf(SLIPS);
  expect(results.get(6)).toEqual({ stakedMinor: 500n, paidMinor: 582n });
  expect(results.get(5)).toEqual({ stakedMinor: 100n, paidMinor: 100n });
  expect(results.get(4)).toBeUndefined();
});

test('a period with an open slip has no result, in whatever order its slips come', () => {
  const both = [slip(8, '100', '194', 'won'), slip(8, '50', null, 'pending')];
  for (const slips of [both, [...both].reverse()]) {
    expect(myResultsOf(slips).get(8)).toEqual({ stakedMinor: 150n, paidMinor: null });
  }
});

test('only settled bets of the shown draws are summed', () => {
  const results = myResultsOf(SLIPS);
  expect(sumOfResults(results, [7, 6, 5])).toEqual({ stakedMinor: 600n, paidMinor: 682n });
  expect(sumOfResults(results, [7, 4])).toBeNull();
});
