import { useNow } from '../live/now.ts';
import { useSpanText } from './use-span-text.ts';

/** Time since play began, in whole minutes; empty while no session runs. */
export function usePlayedText(startedAtMs: number | null): string {
  const span = useSpanText();
  const minutes = useNow((nowMs) => (startedAtMs === null ? 0 : Math.floor((nowMs - startedAtMs) / 60_000)));
  return startedAtMs === null ? '' : span.minutes(Math.max(0, minutes));
}
