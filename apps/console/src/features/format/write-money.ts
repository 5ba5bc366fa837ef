import { currencyExponent, formatMinor, PLAY } from '@tercet/money';

interface MoneyStyle {
  /** Currency of the house. */
  house: { code: string; exponent: number };
  locale: string;
  /** Unit of play credits. */
  credits: string;
}

/**
 * Minor units as text, with the decimals of ISO 4217. Another currency than the house's is named by its code, since
 * several share a symbol. Null for a code that is no currency: its decimals are unknown.
 */
export function writeMoney(minor: string, currency: string, { house, locale, credits }: MoneyStyle): string | null {
  const amount = BigInt(minor);
  if (currency === house.code) {
    return formatMinor(amount, { currency, exponent: house.exponent, locale, unit: credits });
  }
  const exponent = currencyExponent(currency);
  if (exponent === null) return null;
  const number = formatMinor(amount, { currency: PLAY, exponent, locale });
  return currency === PLAY ? `${number}\u00a0${credits}` : `${currency}\u00a0${number}`;
}
