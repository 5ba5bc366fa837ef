import { useQuery } from '@tanstack/react-query';
import { limitsQuery } from '../../../api/account/limits.ts';
import type { SlipIssue } from '../slip/slip-issues.ts';
import { passedBound } from './my-bounds.ts';

/** Poll interval. The rest of a limit can grow: old stakes leave its window, and draws pay out. */
const ASKED_AGAIN_MS = 10_000;

/** The tightest limit of the table or the member that the slip would exceed, as last loaded; null if none. */
export function usePassedBound(totalMinor: bigint, slipMaxMinor: string): SlipIssue | null {
  const limits = useQuery({
    ...limitsQuery(),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      passedBound(state.data?.limits ?? [], totalMinor, slipMaxMinor) === null ? false : ASKED_AGAIN_MS,
  });
  return passedBound(limits.data?.limits ?? [], totalMinor, slipMaxMinor);
}
