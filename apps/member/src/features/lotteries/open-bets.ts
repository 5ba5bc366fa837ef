import type { Page, Slip } from '../../api/shared/types.ts';

export interface OpenBets {
  /** Number of the member's slips that wait for their draw, at all tables. */
  total: number;
  /** Sum of their stakes; null if not all slips are loaded. */
  stakedMinor: bigint | null;
  /** Number of loaded slips by the key of the table. */
  byTable: ReadonlyMap<string, number>;
}

/** The member's open bets by table, from the first pages of the list. */
export function openBetsOf(pages: readonly Page<Slip>[]): OpenBets {
  const slips = pages.flatMap(({ items }) => items);
  const total = Math.max(pages[0]?.total ?? 0, slips.length);
  const byTable = new Map<string, number>();
  for (const { lotteryKey } of slips) byTable.set(lotteryKey, (byTable.get(lotteryKey) ?? 0) + 1);
  const staked = slips.reduce((sum, { totalMinor }) => sum + BigInt(totalMinor), 0n);
  return { total, stakedMinor: slips.length === total ? staked : null, byTable };
}
