import { BETS } from '@tercet/fair';
import type { HouseTable } from './tables.ts';

/** Kinds of differences between a table and the one before it. `first`: there is none before. */
export const TABLE_CHANGES = ['first', 'odds', 'limits', 'beacon', 'witnesses', 'receipt-key', 'build'] as const;

export type TableChange = (typeof TABLE_CHANGES)[number];

type Comparable = Pick<HouseTable, 'entry'>;

/** Differences in the order of `TABLE_CHANGES`. Empty for an identical table. */
export function changesOf(table: Comparable, before: Comparable | null): TableChange[] {
  if (before === null) return ['first'];
  const parts = [partsOf(table), partsOf(before)] as const;
  return TABLE_CHANGES.filter((change) => change !== 'first' && parts[0][change] !== parts[1][change]);
}

/** Text of each part, for comparison. */
function partsOf({ entry }: Comparable): Record<Exclude<TableChange, 'first'>, string> {
  const { stake_min, stake_max, slip_max, member_cap, period_cap, min_balance } = entry;
  return {
    odds: JSON.stringify(BETS.map((bet) => entry.multipliers[bet] ?? null)),
    limits: JSON.stringify([stake_min, stake_max, slip_max, member_cap, period_cap, min_balance]),
    beacon: JSON.stringify([entry.chain_hash, entry.genesis, entry.beacon_period, entry.beacon_kind]),
    witnesses: JSON.stringify([entry.quorum, ...entry.witnesses]),
    'receipt-key': entry.receipt_key,
    build: entry.build,
  };
}
