import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { myResultsQuery } from '../../../api/lottery/slips.ts';
import { useFurtherPages } from '../../../features/lists/use-further-pages.ts';
import { myResultsOf, type PeriodResult } from './my-results.ts';

/** A page holds 100 slips. */
const PAGES_MAX = 50;

interface MyResults {
  byPeriod: ReadonlyMap<number, PeriodResult>;
  /** True if all slips since the oldest displayed period are loaded. */
  isComplete: boolean;
}

/** The member's results at a table by period, loaded back to `oldestPeriod`; null if no draw is displayed. */
export function useMyResults(lotteryKey: string, oldestPeriod: number | null): MyResults {
  const query = useInfiniteQuery(myResultsQuery(lotteryKey));
  const pages = query.data?.pages;
  const reached = pages?.at(-1)?.items.at(-1)?.period;
  const isComplete =
    pages !== undefined && (!query.hasNextPage || (oldestPeriod !== null && (reached ?? 0) < oldestPeriod));
  useFurtherPages(query, oldestPeriod !== null && !isComplete && (pages?.length ?? 0) < PAGES_MAX);
  const byPeriod = useMemo(() => myResultsOf(pages?.flatMap(({ items }) => items) ?? []), [pages]);
  return { byPeriod, isComplete };
}
