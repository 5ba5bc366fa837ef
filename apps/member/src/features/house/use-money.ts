import { useQuery } from '@tanstack/react-query';
import { formatMinor, formatMinorParts, type MoneyFormat, type MoneyPart, PLAY } from '@tercet/money';
import { useLocale, useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house/house.ts';

export type AmountSign = NonNullable<MoneyFormat['sign']>;

const UNKNOWN_YET = { code: PLAY, exponent: 2 };

export function useCurrency(): { code: string; exponent: number } {
  // Does not refetch on mount after a failure: the refetch would hide the error message that mounts it.
  return useQuery({ ...houseQuery(), retryOnMount: false }).data?.currency ?? UNKNOWN_YET;
}

/** The house's money in the reader's language, to write amounts by and to read them. */
export function useMoneyFormat(): MoneyFormat {
  const locale = useLocale();
  const t = useTranslations('money');
  const { code, exponent } = useCurrency();
  return { currency: code, exponent, locale, unit: t('credits') };
}

/** How the house's currency is written: its code and sign, such as "EUR (€)", or the word for play credits. */
export function useMoneyUnit(): string {
  const format = useMoneyFormat();
  if (format.currency === PLAY) return format.unit ?? '';
  const sign = formatMinorParts(0n, format).find(({ kind }) => kind === 'unit')?.text ?? format.currency;
  return sign === format.currency ? sign : `${format.currency} (${sign})`;
}

/** Writes minor units with their unit, for sentences: "12.00 credits". */
export function useMoneyText(): (minor: string | bigint) => string {
  const format = useMoneyFormat();
  return (minor) => formatMinor(BigInt(minor), format);
}

/** Writes minor units in pieces, so that the unit can be set smaller. */
export function useMoneyParts(): (minor: string | bigint, options: Partial<MoneyFormat>) => MoneyPart[] {
  const format = useMoneyFormat();
  return (minor, options) => formatMinorParts(BigInt(minor), { ...format, ...options });
}
