import { useQuery } from '@tanstack/react-query';
import { playQuery } from '../../../api/account/limits.ts';
import { useSpanText } from '../../../features/limits/use-span-text.ts';
import { useNow } from '../../../features/live/now.ts';

const MINUTE_MS = 60_000;

/** Time left until the member's own session limit; null without one, or while no session runs. */
export function useSessionLeft(): string | null {
  const span = useSpanText();
  const endsAtMs = useQuery(playQuery()).data?.sessionEndsAtMs ?? null;
  const minutes = useNow((nowMs) => (endsAtMs === null ? 0 : Math.ceil((endsAtMs - nowMs) / MINUTE_MS)));
  return minutes <= 0 ? null : span.minutes(minutes);
}
