import { useFormatter } from 'use-intl';
import type { TableBet } from '../../api/shared/types.ts';

interface OddsText {
  /** "×7.68": exact, with all its decimals. "×2 : ×3 : ×12" for a bet on one number. */
  multiplier(bet: Pick<TableBet, 'multipliers'>): string;
  /** "12.5%": share of the 216 outcomes. */
  chance(bet: TableBet): string;
  /** "96%": mean return over a long run of equal stakes. */
  rtp(bet: TableBet): string;
}

/** Formats odds. The table's figures are exact; only their display is rounded. */
export function useOddsText(): OddsText {
  const format = useFormatter();
  const percent = (value: number, digits: number) =>
    format.number(value, { style: 'percent', maximumFractionDigits: digits });
  return {
    multiplier: ({ multipliers }) =>
      multipliers
        .map((one) => `×${format.number(one / 10_000, { maximumFractionDigits: 4, minimumFractionDigits: 2 })}`)
        .join(' : '),
    chance: ({ chance }) => percent(chance.ways / chance.of, chance.ways / chance.of < 0.1 ? 2 : 1),
    rtp: ({ rtp }) => percent(Number((BigInt(rtp.num) * 100_000n) / BigInt(rtp.den)) / 100_000, 2),
  };
}
