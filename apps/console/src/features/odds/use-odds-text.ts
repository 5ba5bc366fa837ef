import type { BetCode } from '../../api/house/lotteries.ts';
import { useLanguage, useText } from '../language/use-text.ts';

interface Fraction {
  num: string;
  den: string;
}

/** Formats bets, multipliers and exact fractions. */
export function useOddsText() {
  const t = useText();
  const [language] = useLanguage();
  const percent = new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 3,
  });
  const short = new Intl.NumberFormat(language, { style: 'percent', maximumSignificantDigits: 3 });
  const times = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  return {
    bet(bet: BetCode): string {
      if (bet === 'small' || bet === 'big' || bet === 'odd' || bet === 'even') return t(`odds.bet.${bet}`);
      if (bet === 't') return t('odds.anyTriple');
      const [kind, first = '', second = ''] = [...bet];
      if (kind === 'n') return t('odds.number', { face: first });
      if (kind === 'p') return t('odds.pair', { first, second });
      if (kind === 'd') return t('odds.double', { face: first });
      if (kind === 't') return t('odds.triple', { face: first });
      return t('odds.sum', { sum: bet.slice(1) });
    },
    /** "× 1.92", or "× 2.00 : × 3.00 : × 12.00" for a bet on one number. */
    multiplier: (tenThousandths: number | readonly number[]) =>
      [tenThousandths]
        .flat()
        .map((one) => `× ${times.format(one / 10_000)}`)
        .join(' : '),
    /** As short as on the members' table: "1.92", or "2 : 3 : 12". */
    multiplierInCell: (multipliers: readonly number[]) =>
      multipliers.map((one) => new Intl.NumberFormat(language).format(one / 10_000)).join(' : '),
    /** As short as on the members' table. */
    percentInCell: ({ num, den }: Fraction) => short.format(Number(num) / Number(den)),
    percent: ({ num, den }: Fraction) => percent.format(Number(num) / Number(den)),
    /** 92.00% for 9200. */
    basisPoints: (points: number) => percent.format(points / 10_000),
    exact: ({ num, den }: Fraction) => `${num}/${den}`,
  };
}
