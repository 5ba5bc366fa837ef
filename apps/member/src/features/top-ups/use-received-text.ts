import { currencyExponent, formatMinor } from '@tercet/money';
import { useLocale } from 'use-intl';
import type { TopUp } from '../../api/shared/types.ts';
import { useCurrency } from '../house/currency.tsx';
import { useMoneyText } from '../house/use-money.ts';

/** Formats an amount that a provider received, perhaps in another currency than the house's. */
export function useReceivedText(): (received: NonNullable<TopUp['received']>) => string {
  const locale = useLocale();
  const house = useCurrency();
  const money = useMoneyText();
  return ({ amountMinor, currency }) => {
    if (currency === house.code) return money(amountMinor);
    const exponent = currencyExponent(currency);
    // For an unknown currency add its code: a bare number would look like the house's currency.
    if (exponent === null) return `${amountMinor} ${currency}`;
    return formatMinor(BigInt(amountMinor), { currency, exponent, locale });
  };
}
