import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { meQuery } from '../../api/account/session.ts';
import { Problem } from '../../api/shared/problem.ts';
import type { Me } from '../../api/shared/types.ts';

export type Session =
  | { status: 'unknown'; me: null; error: Error | null; retry(): void }
  | { status: 'visitor'; me: null }
  | { status: 'member'; me: Me };

export function useSession(): Session {
  const { data, error, errorUpdateCount, refetch } = useQuery(meQuery());
  const last = useRef<Error>(null);
  if (error !== null) last.current = error;
  if (data === undefined) {
    // A retry clears the query's error. Keeping the last one avoids flicker.
    const failed = errorUpdateCount === 0 ? null : (last.current ?? new Problem('offline', 0));
    return { status: 'unknown', me: null, error: failed, retry: () => void refetch() };
  }
  return data === null ? { status: 'visitor', me: null } : { status: 'member', me: data };
}

const ASK_AGAIN_MS = 5_000;

/** Retries the session query while it fails, because the page depends on it. Use once per page. */
export function useAskAgain(): void {
  useQuery({
    ...meQuery(),
    refetchInterval: ({ state }) => (state.data === undefined && state.errorUpdateCount > 0 ? ASK_AGAIN_MS : false),
  });
}

/** Id of the signed-in member, for screens that only members reach. */
export function useMemberId(): string {
  // At the end of a session there is briefly no member, until the screen is left.
  return useSession().me?.id ?? 'visitor';
}
