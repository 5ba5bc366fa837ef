import { useQuery } from '@tanstack/react-query';
import { formatMinor, PLAY } from '@tercet/money';
import { readHouse } from '../../api/house/house.ts';
import { HOUR_MS } from '../../durations.ts';
import { useNumberLocale, useText } from '../language/use-text.ts';

/** Name, mode and currency of the house, read once per page load. */
export function useHouse() {
  return useQuery({
    queryKey: ['house'],
    queryFn: ({ signal }) => readHouse(signal),
    staleTime: HOUR_MS,
    gcTime: HOUR_MS,
  });
}

/** Formats minor units. Adds the code of a currency other than the house's. */
export function useMoney(): (minor: string, currency?: string) => string {
  const t = useText();
  const locale = useNumberLocale();
  const { data: house } = useHouse();
  return (minor, currency) => {
    if (!house) return '…';
    const { code, exponent } = house.currency;
    // Only the provider knows the decimals of another currency, so show its units unchanged.
    if (currency !== undefined && currency !== code) return `${currency} ${minor}`;
    return formatMinor(BigInt(minor), {
      currency: code,
      exponent,
      locale,
      ...(code === PLAY ? { unit: t('money.credits') } : {}),
    });
  };
}
