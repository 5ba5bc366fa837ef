import { currencyExponent } from '@tercet/money';
import { ProviderFailure } from '../../payments/provider/provider.ts';

export interface Money {
  amount: bigint;
  currency: string;
}

export interface HouseMoney {
  currency: string;
  exponent: number;
}

export interface AdyenAmount {
  value: number;
  currency: string;
}

/** Currencies whose minor units at Adyen differ from ISO 4217: docs.adyen.com/development-resources/currency-codes. */
const OWN_EXPONENTS: Readonly<Record<string, number>> = { CLP: 2, CVE: 0, IDR: 0, ISK: 2 };
/** Suffix of a currency code: the amount is in Adyen's units, since the house's units cannot hold it. */
const IN_ADYENS_UNITS = '*';

/**
 * An amount in Adyen's units. `exponent` is the house's and counts for codes without one of ISO 4217. Throws a final
 * `ProviderFailure` if they cannot hold it.
 */
export function toAdyen({ amount, currency, exponent }: Money & { exponent: number }): AdyenAmount {
  const isInItsUnits = currency.endsWith(IN_ADYENS_UNITS);
  const code = isInItsUnits ? currency.slice(0, -IN_ADYENS_UNITS.length) : currency;
  const from = currencyExponent(code) ?? exponent;
  const scaled = isInItsUnits ? amount : scale(amount, from, OWN_EXPONENTS[code] ?? from);
  const value = Number(scaled);
  if (scaled === null || !Number.isSafeInteger(value)) {
    throw new ProviderFailure(`Adyen cannot move this amount of ${currency}`, { final: true });
  }
  return { value, currency: code };
}

/**
 * An amount from Adyen in minor units of ISO 4217, also in another currency than the house's. If those cannot hold it,
 * the currency is marked (`CLP*`), so that it counts as foreign. Staff then review it, and it can be refunded exactly
 * as it came.
 */
export function fromAdyen({ value, currency }: AdyenAmount, house: HouseMoney): Money {
  const own = OWN_EXPONENTS[currency];
  const exponent = currency === house.currency ? house.exponent : currencyExponent(currency);
  if (own === undefined || exponent === null) return { amount: BigInt(value), currency };
  const amount = scale(BigInt(value), own, exponent);
  return amount === null ? { amount: BigInt(value), currency: `${currency}${IN_ADYENS_UNITS}` } : { amount, currency };
}

function scale(amount: bigint, from: number, to: number): bigint | null {
  if (to >= from) return amount * 10n ** BigInt(to - from);
  const divisor = 10n ** BigInt(from - to);
  return amount % divisor === 0n ? amount / divisor : null;
}
