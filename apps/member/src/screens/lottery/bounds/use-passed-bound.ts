import { useQuery } from '@tanstack/react-query';
import { limitsQuery } from '../../../api/account/limits.ts';
import type { SlipIssue } from '../slip/slip-issues.ts';
import { limitsPollMs, passedBound } from './my-bounds.ts';

/** The tightest limit of the table or the member that the slip would exceed, as last loaded; null if none. */
export function usePassedBound(totalMinor: bigint, slipMaxMinor: string): SlipIssue | null {
  const limits = useQuery({
    ...limitsQuery(),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => limitsPollMs(state.data?.limits ?? [], totalMinor, slipMaxMinor),
  });
  return passedBound(limits.data?.limits ?? [], totalMinor, slipMaxMinor);
}
