import { queryOptions } from '@tanstack/react-query';
import { countChecked } from './check-store.ts';

export function checkScoreKey(memberId: string) {
  return ['check-score', memberId] as const;
}

/** How many of the member's draws this phone has checked to the end. */
export function checkScoreQuery(memberId: string) {
  return queryOptions({
    queryKey: checkScoreKey(memberId),
    queryFn: () => countChecked(memberId),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  });
}
