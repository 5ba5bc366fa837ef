import { useQuery } from '@tanstack/react-query';
import { playQuery } from '../../../api/account/limits.ts';
import { useNow } from '../../../features/live/now.ts';

/** When bets are possible again, where the member's own session limit is reached; null where it is not. */
export function useResumesAt(): number | null {
  const play = useQuery(playQuery()).data;
  const [endsAtMs, resumesAtMs] = [play?.sessionEndsAtMs ?? null, play?.resumesAtMs ?? null];
  return useNow((nowMs) => (endsAtMs !== null && endsAtMs <= nowMs && (resumesAtMs ?? 0) > nowMs ? resumesAtMs : null));
}
