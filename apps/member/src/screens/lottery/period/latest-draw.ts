import type { Draw, Lottery, LotteryWithTable } from '../../../api/shared/types.ts';

/**
 * The draw of the newest period that is closed for bets; null while the table's first period is open. Until the server
 * reports on a locked period, its draw is derived from the schedule.
 */
export function latestDraw(lottery: LotteryWithTable, known: readonly Draw[]): Draw | null {
  const { current, next } = lottery;
  const period = current.period - 1;
  const found = known.find((draw) => draw.period === period);
  if (found !== undefined) return found;
  if (lottery.lastDraw?.period === period) return lottery.lastDraw;
  if (period < lottery.table.firstPeriod) return known[0] ?? lottery.lastDraw;
  return {
    drawId: `${lottery.key}/${period}`,
    period,
    round: current.round - (next.round - current.round),
    state: 'locked',
    dice: null,
    sum: null,
    root: null,
    slipCount: null,
    sealedAtMs: null,
    drawnAtMs: null,
    // Unknown until the server reports: the page must not claim too much.
    houseRun: lottery.lastDraw?.houseRun ?? true,
  };
}

/** When a locked period is drawn, in milliseconds: the delay after the lock is the same for all periods. */
export function drawsAtOf({ current }: Lottery, period: number): number {
  return current.drawsAtMs - (current.period - period) * (current.locksAtMs - current.opensAtMs);
}
