import type { Lottery } from '../../api/shared/types.ts';
import { keyOfDraw, periodAt, periodOfDraw } from '../../api/stream/stream-reducer.ts';

/** End of four-digit years. Later times are no dates that anyone means. */
const DATES_END_MS = Date.UTC(9999, 0);

/**
 * When the dice of a draw are due whose period has not begun, in milliseconds by the schedule. Null for a draw that has
 * begun, an unknown lottery, and a date that is out of range.
 */
export function futureDrawsAt(lotteries: readonly Lottery[], drawId: string): number | null {
  const lottery = lotteries.find(({ key }) => key === keyOfDraw(drawId));
  const period = periodOfDraw(drawId);
  if (lottery === undefined || Number.isNaN(period) || period <= lottery.current.period) return null;
  const { drawsAtMs } = periodAt(lottery, period);
  return drawsAtMs < DATES_END_MS ? drawsAtMs : null;
}
