import { useTranslations } from 'use-intl';

const NAMED = ['small', 'big', 'odd', 'even'] as const;

/** Bet codes with faces: `n4`, `p12`, `d4`, `t4`. */
const ON_FACES = /^([npdt])([1-6])([1-6])?$/;
const KINDS = { n: 'number', d: 'double', t: 'triple' } as const;

/** The sum of a bet code such as `s11`; null for every other bet. */
function sumOfCode(bet: string): number | null {
  const match = /^s(\d{1,2})$/.exec(bet);
  return match?.[1] === undefined ? null : Number(match[1]);
}

/** Name of a bet in the reader's language: "Big", "Sum 11", "Triple 4". `short`, for the grid: "11", "4-4-4". */
export function useBetName(): (bet: string, form?: 'short' | 'full') => string {
  const t = useTranslations('bets');
  return (bet, form = 'full') => {
    const sum = sumOfCode(bet);
    if (sum !== null) return form === 'short' ? String(sum) : t('sum', { sum });
    if (bet === 't') return t('anyTriple');
    const [, kind, first, second] = ON_FACES.exec(bet) ?? [];
    if (first !== undefined && kind !== undefined) {
      if (form === 'short') return shortName(kind, first, second);
      if (second !== undefined) return t('pair', { first, second });
      return t(KINDS[kind as keyof typeof KINDS], { face: first });
    }
    const named = NAMED.find((name) => name === bet);
    return named === undefined ? bet : t(named);
  };
}

function shortName(kind: string, first: string, second = first): string {
  if (kind === 'n') return first;
  return kind === 't' ? `${first}-${first}-${first}` : `${first}-${second}`;
}

/** Properties of a sum: "big, even". */
export function useSumWords(): (sum: number) => string {
  const t = useTranslations('bets');
  return (sum) => t('ofSum', { size: t(sum <= 10 ? 'small' : 'big'), parity: t(sum % 2 === 0 ? 'even' : 'odd') });
}
