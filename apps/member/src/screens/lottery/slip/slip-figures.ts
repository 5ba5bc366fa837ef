import { type Bet, greatestPayout, type Multipliers } from '@tercet/fair';
import type { Table } from '../../../api/shared/types.ts';
import { type Selection, totalOf } from './slip-reducer.ts';

export interface SlipFigures {
  totalMinor: bigint;
  /** Maximum payout of the slip, stakes included. */
  greatestMinor: bigint;
  /** Balance after the stake; negative if the balance is too low. */
  afterMinor: bigint;
}

export function slipFigures(
  selections: readonly Selection[],
  table: Pick<Table, 'bets'>,
  availableMinor: bigint,
): SlipFigures {
  const multipliers: Multipliers = Object.fromEntries(table.bets.map(({ bet, multipliers }) => [bet, multipliers]));
  const offered = selections.filter(({ bet }) => Object.hasOwn(multipliers, bet)) as { bet: Bet; stakeMinor: bigint }[];
  const totalMinor = totalOf(selections);
  return { totalMinor, greatestMinor: greatestPayout(offered, multipliers), afterMinor: availableMinor - totalMinor };
}
