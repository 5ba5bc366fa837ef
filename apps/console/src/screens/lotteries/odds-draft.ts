import { BETS, fairMultiplier, isNumberBet, SUM_BETS } from '@tercet/fair';
import { parseMinor } from '@tercet/money';
import type { Odds, OddsTable } from '../../api/house/lotteries.ts';
import { MULTIPLIER_DECIMALS, ODDS_AMOUNTS, type OddsAmount, oddsOf } from '../../features/odds/odds-fields.ts';

/** A table while it is edited, as typed. */
export interface OddsDraft {
  /** One text per multiplier of the bet. */
  multipliers: Readonly<Record<string, readonly string[]>>;
  amounts: Readonly<Record<OddsAmount, string>>;
}

const MULTIPLIER_MAX = 100_000_000n;

export function draftOf(table: OddsTable, writeAmount: (minor: string) => string): OddsDraft {
  const odds = oddsOf(table);
  return {
    multipliers: Object.fromEntries(
      Object.entries(odds.multipliers).map(([bet, value]) => [bet, [value].flat().map(writeMultiplier)]),
    ),
    amounts: Object.fromEntries(ODDS_AMOUNTS.map((name) => [name, writeAmount(odds[name])])) as OddsDraft['amounts'],
  };
}

export type Layout = 'sums' | 'sic-bo';

/** The bets of a layout at 96% of their fair odds, with limits to fill in. */
export function fairDraft(layout: Layout): OddsDraft {
  const bets = layout === 'sic-bo' ? BETS : SUM_BETS;
  return {
    multipliers: Object.fromEntries(
      bets.map((bet) => [bet, (isNumberBet(bet) ? NUMBER_PAYS : [fairMultiplier(bet, 96, 100)]).map(writeMultiplier)]),
    ),
    amounts: Object.fromEntries(ODDS_AMOUNTS.map((name) => [name, ''])) as OddsDraft['amounts'],
  };
}

/** What a bet on one number pays for one, two and three dice: together 95.83%. */
const NUMBER_PAYS = [20_000, 30_000, 120_000];

/** Null if a field cannot be read. */
export function readOdds(
  { multipliers, amounts }: OddsDraft,
  locale: string,
  readAmount: (typed: string) => string | null,
): Odds | null {
  const found: Record<string, unknown> = {};
  for (const name of ODDS_AMOUNTS) found[name] = readAmount(amounts[name]);
  const read = Object.entries(multipliers).map(
    ([bet, typed]) => [bet, typed.map((one) => readMultiplier(one, locale))] as const,
  );
  if (Object.values(found).includes(null) || read.some(([, values]) => values.includes(null))) return null;
  const sent = Object.fromEntries(read.map(([bet, values]) => [bet, values.length === 1 ? values[0] : values]));
  return { ...found, multipliers: sent as Odds['multipliers'] } as unknown as Odds;
}

/** In ten-thousandths; null if invalid. */
export function readMultiplier(typed: string, locale: string): number | null {
  const value = parseMinor(typed, MULTIPLIER_DECIMALS, locale);
  return value === null || value < 1n || value > MULTIPLIER_MAX ? null : Number(value);
}

/** 19200 is "1.92". */
function writeMultiplier(value: number): string {
  return String(value / 10 ** MULTIPLIER_DECIMALS);
}
