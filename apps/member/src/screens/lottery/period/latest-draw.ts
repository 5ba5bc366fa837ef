import type { Draw, Lottery, LotteryWithTable } from '../../../api/shared/types.ts';

/**
 * The draw in focus: of the newest period that no longer takes bets, null while the table's first one is still open.
 * Between a lock and the first message about it we know no more than the schedule.
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
    houseRun: lottery.lastDraw?.houseRun ?? false,
  };
}

/** When the dice of a period that has locked are due: as long after its lock as those of the current one. */
export function drawsAtOf({ current }: Lottery, period: number): number {
  return current.drawsAtMs - (current.period - period) * (current.locksAtMs - current.opensAtMs);
}
