import { useFormatter } from 'use-intl';
import type { TableBet } from '../../api/shared/types.ts';

interface OddsText {
  /** "×7.68": exact, with all its decimals. "×2.00 · ×3.00 · ×12.00" for a bet on one number. */
  multiplier(bet: Pick<TableBet, 'multipliers'>): string;
  /** The same for the cell of a table: "×2 · ×3 · ×12" for a bet on one number. */
  multiplierInCell(bet: Pick<TableBet, 'multipliers'>): string;
  /** "12.5%": share of the 216 outcomes. */
  chance(bet: TableBet): string;
  /** "96%": mean return over a long run of equal stakes. */
  rtp(bet: TableBet): string;
}

/** Writes odds. The figures come exact from the table; only here are they rounded, and only for the eye. */
export function useOddsText(): OddsText {
  const format = useFormatter();
  const percent = (value: number, digits: number) =>
    format.number(value, { style: 'percent', maximumFractionDigits: digits });
  const multiplier = (multipliers: readonly number[], decimalsMin: number) =>
    multipliers
      .map((one) => `×${format.number(one / 10_000, { maximumFractionDigits: 4, minimumFractionDigits: decimalsMin })}`)
      .join(' · ');
  return {
    multiplier: ({ multipliers }) => multiplier(multipliers, 2),
    multiplierInCell: ({ multipliers }) => multiplier(multipliers, multipliers.length === 1 ? 2 : 0),
    chance: ({ chance }) => percent(chance.ways / chance.of, chance.ways / chance.of < 0.1 ? 2 : 1),
    rtp: ({ rtp }) => percent(Number((BigInt(rtp.num) * 100_000n) / BigInt(rtp.den)) / 100_000, 2),
  };
}
