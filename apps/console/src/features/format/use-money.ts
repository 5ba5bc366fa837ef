import { useQuery } from '@tanstack/react-query';
import { formatMinor, PLAY } from '@tercet/money';
import { readHouse } from '../../api/house/house.ts';
import { HOUR_MS } from '../../durations.ts';
import { useNumberLocale, useText } from '../language/use-text.ts';

/** Name, mode and money of the house; they do not change while it is open. */
export function useHouse() {
  return useQuery({
    queryKey: ['house'],
    queryFn: ({ signal }) => readHouse(signal),
    staleTime: HOUR_MS,
    gcTime: HOUR_MS,
  });
}

/** Writes an amount of minor units. Other currencies than the house's are written with their code. */
export function useMoney(): (minor: string, currency?: string) => string {
  const t = useText();
  const locale = useNumberLocale();
  const { data: house } = useHouse();
  return (minor, currency) => {
    if (!house) return '…';
    const { code, exponent } = house.currency;
    // Of another currency only the provider knows the decimals: its units are shown as they came.
    if (currency !== undefined && currency !== code) return `${currency} ${minor}`;
    return formatMinor(BigInt(minor), {
      currency: code,
      exponent,
      locale,
      ...(code === PLAY ? { unit: t('money.credits') } : {}),
    });
  };
}
