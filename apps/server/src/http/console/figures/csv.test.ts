import { CURRENCIES, currencyExponent, parseMinor } from '@tercet/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moneyCells } from './csv.ts';

const HOUSES = [
  { currency: 'EUR', exponent: 2 },
  { currency: 'JPY', exponent: 0 },
  { currency: 'KWD', exponent: 3 },
];

test('an amount of every currency has major units by ISO 4217, in the file of a house of any currency', () => {
  const amounts = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n });
  fc.assert(
    fc.property(amounts, fc.constantFrom(...CURRENCIES), fc.constantFrom(...HOUSES), (amount, currency, house) => {
      const [major, minor, code] = moneyCells(amount, currency, house);
      expect([minor, code]).toEqual([amount, currency]);
      expect(parseMinor(String(major), currencyExponent(currency) ?? -1)).toBe(amount);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['EUR', '250.00'],
  ['JPY', '25000'],
  ['TND', '25.000'],
  ['CLP*', null],
])('25000 of %s in a house of dollars: %s', (currency, major) => {
  expect(moneyCells(25_000n, currency, { currency: 'USD', exponent: 2 })).toEqual([major, 25_000n, currency]);
});
