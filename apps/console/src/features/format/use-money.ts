import { useQuery } from '@tanstack/react-query';
import { readHouse } from '../../api/house/house.ts';
import { HOUR_MS } from '../../durations.ts';
import { useNumberLocale, useText } from '../language/use-text.ts';
import { writeMoney } from './write-money.ts';

/** Name, mode and currency of the house, read once per page load. */
export function useHouse() {
  return useQuery({
    queryKey: ['house'],
    queryFn: ({ signal }) => readHouse(signal),
    staleTime: HOUR_MS,
    gcTime: HOUR_MS,
  });
}

/** Formats minor units of the house's currency, or of another one. */
export function useMoney(): (minor: string, currency?: string) => string {
  const t = useText();
  const locale = useNumberLocale();
  const { data: house } = useHouse();
  return (minor, currency) => {
    if (!house) return '…';
    const code = currency ?? house.currency.code;
    const written = writeMoney(minor, code, { house: house.currency, locale, credits: t('money.credits') });
    return written ?? t('money.units', { amount: minor, currency: code });
  };
}

/** As `useMoney`, for tables of figures: a word for the currency may go to a second line. */
export function useTableMoney(): ReturnType<typeof useMoney> {
  const money = useMoney();
  return (minor, currency) => money(minor, currency).replace(/\u00a0(?=\p{L})/u, ' ');
}
