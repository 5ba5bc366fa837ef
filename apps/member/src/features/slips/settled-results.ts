import type { Slip } from '../../api/shared/types.ts';

/** The settled slips of one draw. */
export interface SettledResult {
  drawId: string;
  lotteryName: string;
  period: number;
  /** When the last of the slips was placed, since slips carry no time of their draw. */
  atMs: number;
  slips: readonly [Slip, ...Slip[]];
}

/**
 * Results of the member's bets by draw, newest first. `slips` is sorted newest first.
 *
 * While there are more slips to load, a draw is left out until an older period of its table is loaded: until then the
 * draw may have more slips.
 */
export function settledResults(slips: readonly Slip[], hasMore: boolean): SettledResult[] {
  const draws = new Map<string, [Slip, ...Slip[]]>();
  const oldest = new Map<string, number>();
  for (const slip of slips) {
    oldest.set(slip.lotteryKey, Math.min(slip.period, oldest.get(slip.lotteryKey) ?? slip.period));
    const found = draws.get(slip.drawId);
    if (found === undefined) draws.set(slip.drawId, [slip]);
    else found.push(slip);
  }
  return [...draws.values()]
    .filter((of) => of.every(({ state }) => state !== 'pending'))
    .filter(([{ lotteryKey, period }]) => !hasMore || period > (oldest.get(lotteryKey) ?? period))
    .map((of) => {
      const [{ drawId, lotteryName, period, placedAtMs }] = of;
      return { drawId, lotteryName, period, atMs: placedAtMs, slips: of };
    });
}
