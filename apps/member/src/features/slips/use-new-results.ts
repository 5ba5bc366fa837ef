import { useInfiniteQuery } from '@tanstack/react-query';
import { openBetsQuery, slipsQuery } from '../../api/lottery/slips.ts';
import { hasNewResults, useResultsSeen } from './seen-results.ts';
import { settledResults } from './settled-results.ts';

/** True if a result of the member's bets came since they last looked at the list on this phone. */
export function useNewResults(memberId: string): boolean {
  const slips = useInfiniteQuery(slipsQuery(null));
  const open = useInfiniteQuery(openBetsQuery());
  const seen = useResultsSeen(memberId);
  if (slips.data === undefined) return false;
  const listed = slips.data.pages.flatMap(({ items }) => items);
  const isWhole = open.data !== undefined && !open.hasNextPage && !open.isFetching;
  return hasNewResults(
    settledResults(listed, slips.hasNextPage),
    isWhole ? open.data.pages.flatMap(({ items }) => items) : null,
    seen,
  );
}
