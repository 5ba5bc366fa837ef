import type { Page, Slip } from '../../api/shared/types.ts';

export interface OpenBets {
  /** Own slips that wait for their draw, at all tables. */
  total: number;
  /** What they staked together; null where not all of them are known. */
  stakedMinor: bigint | null;
  /** By the key of the table; of those that are known. */
  byTable: ReadonlyMap<string, number>;
}

/** Own open bets by table, from the first pages of the list. */
export function openBetsOf(pages: readonly Page<Slip>[]): OpenBets {
  const slips = pages.flatMap(({ items }) => items);
  const total = Math.max(pages[0]?.total ?? 0, slips.length);
  const byTable = new Map<string, number>();
  for (const { lotteryKey } of slips) byTable.set(lotteryKey, (byTable.get(lotteryKey) ?? 0) + 1);
  const staked = slips.reduce((sum, { totalMinor }) => sum + BigInt(totalMinor), 0n);
  return { total, stakedMinor: slips.length === total ? staked : null, byTable };
}
