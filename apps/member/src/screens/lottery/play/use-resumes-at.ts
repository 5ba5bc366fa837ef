import { useQuery } from '@tanstack/react-query';
import { playQuery } from '../../../api/account/limits.ts';
import { useNow } from '../../../features/live/now.ts';

/** When the member can bet again after their own session limit; null if it is not reached. */
export function useResumesAt(): number | null {
  const play = useQuery(playQuery()).data;
  const [endsAtMs, resumesAtMs] = [play?.sessionEndsAtMs ?? null, play?.resumesAtMs ?? null];
  return useNow((nowMs) => (endsAtMs !== null && endsAtMs <= nowMs && (resumesAtMs ?? 0) > nowMs ? resumesAtMs : null));
}
