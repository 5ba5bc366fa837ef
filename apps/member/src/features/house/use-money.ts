import { formatMinor, formatMinorParts, type MoneyFormat, type MoneyPart, PLAY } from '@tercet/money';
import { useLocale, useTranslations } from 'use-intl';
import { useCurrency } from './currency.tsx';

export type AmountSign = NonNullable<MoneyFormat['sign']>;

/** Format of the house's currency in the reader's language, to write and read amounts. */
export function useMoneyFormat(): MoneyFormat {
  const locale = useLocale();
  const t = useTranslations('money');
  const { code, exponent } = useCurrency();
  return { currency: code, exponent, locale, unit: t('credits') };
}

/** Name of the house's currency: code and sign, such as "EUR (€)", or the word for play credits. */
export function useMoneyUnit(): string {
  const format = useMoneyFormat();
  if (format.currency === PLAY) return format.unit ?? '';
  const sign = formatMinorParts(0n, format).find(({ kind }) => kind === 'unit')?.text ?? format.currency;
  return sign === format.currency ? sign : `${format.currency} (${sign})`;
}

/** Formats minor units with their unit, for sentences: "12.00 credits". */
export function useMoneyText(): (minor: string | bigint) => string {
  const format = useMoneyFormat();
  return (minor) => formatMinor(BigInt(minor), format);
}

/** Formats minor units in parts, so that the unit can be smaller. */
export function useMoneyParts(): (minor: string | bigint, options: Partial<MoneyFormat>) => MoneyPart[] {
  const format = useMoneyFormat();
  return (minor, options) => formatMinorParts(BigInt(minor), { ...format, ...options });
}

/** Writes minor units without their unit and without needless decimals: "12", "12.50". */
export function useMoneyNumber(): (minor: string | bigint) => string {
  const parts = useMoneyParts();
  return (minor) => parts(minor, { decimalsOfWhole: false }).find(({ kind }) => kind === 'number')?.text ?? '';
}
