import { queryOptions } from '@tanstack/react-query';
import { decodeEntryAs } from '@tercet/fair';
import { newestEntries } from '../../api/lottery/book-files.ts';

/** What was staked and paid on one table in one day, by the house's word. */
export interface TurnoverDay {
  /** The day that the totals are of ends with this date. */
  date: string;
  key: string;
  stakedMinor: bigint;
  paidMinor: bigint;
}

/** Turnover of the last days in the book, at most a hundred. */
export function turnoverQuery() {
  return queryOptions({
    queryKey: ['turnover'] as const,
    queryFn: async () => turnoverOf((await newestEntries('liabilities')).map(({ body }) => body)),
    staleTime: 5 * 60_000,
    // Amounts are big integers, which the sharing of equal answers cannot compare.
    structuralSharing: false,
  });
}

/** From the bodies of `liabilities` entries; one that cannot be read says nothing. */
export function turnoverOf(bodies: readonly string[]): TurnoverDay[] {
  return bodies.flatMap((body) => {
    try {
      const { date, turnover } = decodeEntryAs('liabilities', body);
      return turnover.map(({ key, staked, paid }) => ({
        date,
        key,
        stakedMinor: BigInt(staked),
        paidMinor: BigInt(paid),
      }));
    } catch {
      return [];
    }
  });
}
