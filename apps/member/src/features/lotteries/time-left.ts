import type { Lottery } from '../../api/shared/types.ts';
import { rollLottery } from '../../api/stream/stream-reducer.ts';
import { clockText } from '../../ui/countdown/clock-text.ts';
import { secondsLeft } from '../live/now.ts';

/** Seconds until the current period of the lottery locks. */
function timeLeft(lottery: Lottery, nowMs: number): number {
  return secondsLeft(rollLottery(lottery, nowMs).current.locksAtMs, nowMs);
}

/** Remaining share of the current period; 0 for a closed table. */
export function shareLeft(lottery: Lottery, nowMs: number): number {
  return lottery.closed ? 0 : timeLeft(lottery, nowMs) / lottery.periodSeconds;
}

/** The time left of the current period in digits; a dash for a closed table. */
export function clockOf(lottery: Lottery, nowMs: number): string {
  return lottery.closed ? '–' : clockText(timeLeft(lottery, nowMs));
}
