import { useTranslations } from 'use-intl';

const NAMED = ['small', 'big', 'odd', 'even'] as const;

/** The sum that a code such as `s11` stands for, or null for small, big, odd and even. */
function sumOfCode(bet: string): number | null {
  const match = /^s(\d{1,2})$/.exec(bet);
  return match?.[1] === undefined ? null : Number(match[1]);
}

/** A bet in the reader's language: "Big", "Sum 11"; short in the grid, where "11" is enough. */
export function useBetName(): (bet: string, form?: 'short' | 'full') => string {
  const t = useTranslations('bets');
  return (bet, form = 'full') => {
    const sum = sumOfCode(bet);
    if (sum !== null) return form === 'short' ? String(sum) : t('sum', { sum });
    const named = NAMED.find((name) => name === bet);
    return named === undefined ? bet : t(named);
  };
}

/** What a sum is: "big, even". */
export function useSumWords(): (sum: number) => string {
  const t = useTranslations('bets');
  return (sum) => t('ofSum', { size: t(sum <= 10 ? 'small' : 'big'), parity: t(sum % 2 === 0 ? 'even' : 'odd') });
}
