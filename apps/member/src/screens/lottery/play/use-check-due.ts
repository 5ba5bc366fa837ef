import { useQuery } from '@tanstack/react-query';
import { playQuery } from '../../../api/account/limits.ts';
import { useNow } from '../../../features/live/now.ts';

/** True if the reality check is due, by the interval that the member chose. */
export function useCheckDue(): boolean {
  const dueAtMs = useQuery(playQuery()).data?.checkDueAtMs ?? null;
  return useNow((nowMs) => dueAtMs !== null && dueAtMs <= nowMs);
}
