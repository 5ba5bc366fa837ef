import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ownBetsQuery } from '../../../api/lottery/slips.ts';
import { type OwnResult, ownResultsOf } from './own-results.ts';

/** Own results at a table by period, of the member's latest slips there. */
export function useOwnResults(lotteryKey: string): Map<number, OwnResult> {
  const pages = useInfiniteQuery(ownBetsQuery(lotteryKey)).data?.pages;
  return useMemo(() => ownResultsOf(pages?.flatMap(({ items }) => items) ?? []), [pages]);
}
