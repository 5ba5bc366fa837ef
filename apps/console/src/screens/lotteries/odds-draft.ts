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
