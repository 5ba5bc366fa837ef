import { LOTTERIES, type LotteryPlan } from '@tercet/dev/play-house/house-plan.ts';
import type { BenchClub } from './club.ts';
import { untilFirstPeriod } from './slip-load.ts';

/** Tables whose first period begins within two minutes. */
export const QUICK_LOTTERIES: readonly LotteryPlan[] = LOTTERIES.filter(({ periodSeconds }) => periodSeconds <= 60);

/**
 * Waits until the first periods of the quick tables begin. A table whose first period was moved in the database would
 * be closed by its first draw, since the payer finds another table in the book.
 */
export async function untilTablesApply(club: BenchClub): Promise<void> {
  for (const plan of QUICK_LOTTERIES) await untilFirstPeriod(club, plan);
}
