import type { Slip } from '../../../api/shared/types.ts';

export interface PeriodResult {
  stakedMinor: bigint;
  /** Null while a slip waits for its draw. */
  paidMinor: bigint | null;
}

/** The member's stakes and payouts by period. */
export function myResultsOf(slips: readonly Slip[]): Map<number, PeriodResult> {
  const results = new Map<number, PeriodResult>();
  for (const { period, totalMinor, payoutMinor, state } of slips) {
    const known = results.get(period) ?? { stakedMinor: 0n, paidMinor: 0n };
    const isOpen = state === 'pending' || known.paidMinor === null;
    results.set(period, {
      stakedMinor: known.stakedMinor + BigInt(totalMinor),
      paidMinor: isOpen ? null : (known.paidMinor ?? 0n) + BigInt(payoutMinor ?? '0'),
    });
  }
  return results;
}

/** Sum of the settled results of these periods; null if there are none. */
export function sumOfResults(results: ReadonlyMap<number, PeriodResult>, periods: readonly number[]) {
  const settled = periods.flatMap((period) => {
    const { stakedMinor, paidMinor = null } = results.get(period) ?? {};
    return stakedMinor === undefined || paidMinor === null ? [] : [{ stakedMinor, paidMinor }];
  });
  if (settled.length === 0) return null;
  return {
    stakedMinor: settled.reduce((sum, one) => sum + one.stakedMinor, 0n),
    paidMinor: settled.reduce((sum, one) => sum + one.paidMinor, 0n),
  };
}
