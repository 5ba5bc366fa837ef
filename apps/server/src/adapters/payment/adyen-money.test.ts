import { describe, expect, test } from 'vitest';
import { fromAdyen, toAdyen } from './adyen-money.ts';

// docs.adyen.com/development-resources/currency-codes: decimals at Adyen, and those of ISO 4217.
const CURRENCIES = [
  ['EUR', 2, 12_345n, 12_345],
  ['JPY', 0, 500n, 500],
  ['KRW', 0, 500n, 500],
  ['VND', 0, 500n, 500],
  ['TND', 3, 1_234n, 1_234],
  ['ISK', 0, 500n, 50_000],
  ['CLP', 0, 500n, 50_000],
  ['IDR', 2, 1_500n, 15],
  ['CVE', 2, 1_500n, 15],
] as const;

describe('amounts', () => {
  test.each(CURRENCIES)('of %s (%i decimals here): %i are %i there, and back', (currency, exponent, amount, value) => {
    expect(toAdyen({ amount, currency, exponent })).toEqual({ value, currency });
    expect(fromAdyen({ value, currency }, { currency, exponent })).toEqual({ amount, currency });
  });

  test('that Adyen’s units cannot hold are refused for good', () => {
    expect(() => toAdyen({ amount: 1_501n, currency: 'IDR', exponent: 2 })).toThrow(
      expect.objectContaining({ name: 'ProviderFailure', final: true }),
    );
    expect(() => toAdyen({ amount: 2n ** 60n, currency: 'EUR', exponent: 2 })).toThrow('cannot move this amount');
  });

  test('that the house’s units cannot hold match no currency of its own, and can be given back as they came', () => {
    const house = { currency: 'CLP', exponent: 0 };
    const came = fromAdyen({ value: 10_050, currency: 'CLP' }, house);
    expect(came).toEqual({ amount: 10_050n, currency: 'CLP*' });
    expect(toAdyen({ ...came, exponent: house.exponent })).toEqual({ value: 10_050, currency: 'CLP' });
  });

  test.each(CURRENCIES)(
    'of %s (%i decimals by ISO 4217) have its units in a house of another currency too',
    (...of) => {
      const [currency, , amount, value] = of;
      for (const house of [
        { currency: 'USD', exponent: 2 },
        { currency: 'XAF', exponent: 0 },
        { currency: 'KWD', exponent: 3 },
      ]) {
        expect(fromAdyen({ value, currency }, house)).toEqual({ amount, currency });
        expect(toAdyen({ amount, currency, exponent: house.exponent })).toEqual({ value, currency });
      }
    },
  );

  test('of a code that is no currency stay as they came', () => {
    const house = { currency: 'EUR', exponent: 2 };
    expect(fromAdyen({ value: 50_000, currency: 'XTS' }, house)).toEqual({ amount: 50_000n, currency: 'XTS' });
    expect(toAdyen({ amount: 50_000n, currency: 'XTS', exponent: 2 })).toEqual({ value: 50_000, currency: 'XTS' });
  });
});
