import { useQuery } from '@tanstack/react-query';
import { playQuery } from '../../../api/account/limits.ts';
import { useNow } from '../../../features/live/now.ts';

/** Whether the reality check waits to be read, by the interval that the member set. */
export function useCheckDue(): boolean {
  const dueAtMs = useQuery(playQuery()).data?.checkDueAtMs ?? null;
  return useNow((nowMs) => dueAtMs !== null && dueAtMs <= nowMs);
}
