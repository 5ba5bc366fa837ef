import type { Slip, Table } from '../../../api/shared/types.ts';
import { slipFigures } from '../slip/slip-figures.ts';
import type { SlipIssue } from '../slip/slip-issues.ts';
import type { Selection } from '../slip/slip-reducer.ts';

type CappedTable = Pick<Table, 'bets' | 'memberCapMinor'>;

/** Scale of the table's multipliers: 10,000 is 1. */
const UNIT = 10_000n;

/** What a member can still win in a period: the table's cap minus the maximum net win of each slip placed in it. */
export function periodCapLeft(slips: readonly Pick<Slip, 'selections'>[], table: CappedTable): bigint {
  const placed = slips.map(({ selections }) =>
    selections.map(({ bet, stakeMinor }) => ({ bet, stakeMinor: BigInt(stakeMinor) })),
  );
  return placed.reduce((left, selections) => left - netWin(selections, table), BigInt(table.memberCapMinor));
}

/**
 * The issue of a slip that could win more than the rest of the cap; null if it fits. It names the riskiest bet and the
 * maximum stake on it.
 */
export function periodCapIssue(
  selections: readonly Selection[],
  table: CappedTable,
  leftMinor: bigint,
): SlipIssue | null {
  if (selections.length === 0 || netWin(selections, table) <= leftMinor) return null;
  const [first, ...others] = selections.map((selection) => ({ ...selection, per: perUnit(selection.bet, table) }));
  if (first === undefined) return null;
  const riskiest = others.reduce(
    (one, other) => (other.per * other.stakeMinor > one.per * one.stakeMinor ? other : one),
    first,
  );
  const stake = riskiest.per > 0n && leftMinor > 0n ? (leftMinor * UNIT) / riskiest.per : 0n;
  return { code: 'member-cap', params: { leftMinor: String(stake) }, bet: riskiest.bet };
}

/** Maximum net win of a slip; 0 if it cannot win more than its stakes. */
function netWin(selections: readonly Selection[], table: CappedTable): bigint {
  const { greatestMinor, totalMinor } = slipFigures(selections, table, 0n);
  return greatestMinor > totalMinor ? greatestMinor - totalMinor : 0n;
}

/** Maximum loss of the house per 1/10,000 staked on a bet. */
function perUnit(bet: string, table: CappedTable): bigint {
  const multipliers = table.bets.find((one) => one.bet === bet)?.multipliers ?? [];
  return BigInt(Math.max(0, ...multipliers)) - UNIT;
}
