import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ownResultsQuery } from '../../../api/lottery/slips.ts';
import { useFurtherPages } from '../../../features/lists/use-further-pages.ts';
import { type OwnResult, ownResultsOf } from './own-results.ts';

/** A page holds 100 slips. */
const PAGES_MAX = 50;

interface OwnResults {
  byPeriod: ReadonlyMap<number, OwnResult>;
  /** True if all slips since the oldest displayed period are loaded. */
  isComplete: boolean;
}

/** The member's results at a table by period, loaded back to `oldestPeriod`; null if no draw is displayed. */
export function useOwnResults(lotteryKey: string, oldestPeriod: number | null): OwnResults {
  const query = useInfiniteQuery(ownResultsQuery(lotteryKey));
  const pages = query.data?.pages;
  const reached = pages?.at(-1)?.items.at(-1)?.period;
  const isComplete =
    pages !== undefined && (!query.hasNextPage || (oldestPeriod !== null && (reached ?? 0) < oldestPeriod));
  useFurtherPages(query, oldestPeriod !== null && !isComplete && (pages?.length ?? 0) < PAGES_MAX);
  const byPeriod = useMemo(() => ownResultsOf(pages?.flatMap(({ items }) => items) ?? []), [pages]);
  return { byPeriod, isComplete };
}
