import type { Odds, OddsTable } from '../../api/house/lotteries.ts';

/** The editable amounts of a table, in display order. */
export const ODDS_AMOUNTS = [
  'stakeMinMinor',
  'stakeMaxMinor',
  'slipMaxMinor',
  'memberCapMinor',
  'periodCapMinor',
  'minBalanceMinor',
] as const satisfies readonly (keyof Odds)[];

export type OddsAmount = (typeof ODDS_AMOUNTS)[number];

/** Multipliers are integers in ten-thousandths. */
export const MULTIPLIER_DECIMALS = 4;

/** The editable part of a table. */
export function oddsOf(table: OddsTable): Odds {
  const amounts = Object.fromEntries(ODDS_AMOUNTS.map((name) => [name, table[name]]));
  const multipliers = Object.fromEntries(
    table.bets.map(({ bet, multipliers: list }) => [bet, list.length === 1 ? list[0] : list]),
  );
  return { ...amounts, multipliers } as Odds;
}
