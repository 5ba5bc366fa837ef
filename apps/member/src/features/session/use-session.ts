import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/session.ts';
import type { Me } from '../../api/types.ts';

export type Session =
  | { status: 'unknown'; me: null; error: Error | null; retry(): void }
  | { status: 'visitor'; me: null }
  | { status: 'member'; me: Me };

export function useSession(): Session {
  const { data, error, refetch } = useQuery(meQuery());
  if (data === undefined) return { status: 'unknown', me: null, error, retry: () => void refetch() };
  return data === null ? { status: 'visitor', me: null } : { status: 'member', me: data };
}

/** Id of the signed-in member, on screens that only members reach. */
export function useMemberId(): string {
  // While such a screen is left at the end of a session, there is none for a moment.
  return useSession().me?.id ?? 'visitor';
}
