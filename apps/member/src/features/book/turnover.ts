import { queryOptions } from '@tanstack/react-query';
import { decodeEntryAs } from '@tercet/fair';
import { newestEntries } from '../../api/lottery/book-files.ts';

/** Stakes and payouts of one table on one day, as the house states them. */
export interface TurnoverDay {
  /** The totals cover the day that ends at 00:00 UTC of this date. */
  date: string;
  key: string;
  stakedMinor: bigint;
  paidMinor: bigint;
}

/** Turnover of the newest days in the book, at most a hundred. */
export function turnoverQuery() {
  return queryOptions({
    queryKey: ['turnover'] as const,
    queryFn: async () => turnoverOf((await newestEntries('liabilities')).map(({ body }) => body)),
    staleTime: 5 * 60_000,
    // Amounts are bigints, which structural sharing cannot compare.
    structuralSharing: false,
  });
}

/** Reads the bodies of `liabilities` entries; skips unreadable ones. */
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
