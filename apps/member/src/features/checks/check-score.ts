import { queryOptions } from '@tanstack/react-query';
import { countChecked } from './check-store.ts';

export function checkScoreKey(memberId: string) {
  return ['check-score', memberId] as const;
}

/** Number of the member's draws that this phone has checked completely. */
export function checkScoreQuery(memberId: string) {
  return queryOptions({
    queryKey: checkScoreKey(memberId),
    queryFn: () => countChecked(memberId),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  });
}
