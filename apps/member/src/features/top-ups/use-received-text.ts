import { currencyExponent, formatMinor } from '@tercet/money';
import { useLocale } from 'use-intl';
import type { TopUp } from '../../api/shared/types.ts';
import { useCurrency, useMoneyText } from '../house/use-money.ts';

/** Writes what a provider took, which may be in another currency than the house's. */
export function useReceivedText(): (received: NonNullable<TopUp['received']>) => string {
  const locale = useLocale();
  const house = useCurrency();
  const money = useMoneyText();
  return ({ amountMinor, currency }) => {
    if (currency === house.code) return money(amountMinor);
    const exponent = currencyExponent(currency);
    // Of no currency that we know: the bare number would look like the house's own.
    if (exponent === null) return `${amountMinor} ${currency}`;
    return formatMinor(BigInt(amountMinor), { currency, exponent, locale });
  };
}
