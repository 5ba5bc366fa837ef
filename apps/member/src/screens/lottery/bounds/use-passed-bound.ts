import { useQuery } from '@tanstack/react-query';
import { limitsQuery } from '../../../api/account/limits.ts';
import type { SlipIssue } from '../slip/slip-issues.ts';
import { passedBound } from './own-bounds.ts';

/** Stakes grow old and draws are paid while the slip lies there: what is left may be more by then. */
const ASKED_AGAIN_MS = 10_000;

/** The own limit that the slip would pass, as the server knew it a moment ago; null where none is known of. */
export function usePassedBound(totalMinor: bigint): SlipIssue | null {
  const limits = useQuery({
    ...limitsQuery(),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      passedBound(state.data?.limits ?? [], totalMinor) === null ? false : ASKED_AGAIN_MS,
  });
  return passedBound(limits.data?.limits ?? [], totalMinor);
}
