import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ownResultsQuery } from '../../../api/lottery/slips.ts';
import { useFurtherPages } from '../../../features/lists/use-further-pages.ts';
import { type OwnResult, ownResultsOf } from './own-results.ts';

/** A page holds a hundred slips. */
const PAGES_MAX = 50;

interface OwnResults {
  byPeriod: ReadonlyMap<number, OwnResult>;
  /** True once all slips since the oldest period in view are known. */
  isComplete: boolean;
}

/** Own results at a table by period, back to the oldest period in view; null while none is in view. */
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
