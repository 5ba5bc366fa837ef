import { CURRENCIES, currencyExponent, decimalOf, PLAY, parseMinor } from '@tercet/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeMoney } from './write-money.ts';

const LOCALES = ['en', 'mn', 'en-GB', 'mn-MN'];
const HOUSES = [
  { code: 'EUR', exponent: 2 },
  { code: 'JPY', exponent: 0 },
  { code: 'KWD', exponent: 3 },
  { code: PLAY, exponent: 2 },
];
const amounts = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });

test('an amount of every currency is written with its decimals of ISO 4217, in a house of any currency', () => {
  const of = [fc.constantFrom(...CURRENCIES), fc.constantFrom(...HOUSES), fc.constantFrom(...LOCALES)] as const;
  fc.assert(
    fc.property(amounts, ...of, (minor, currency, house, locale) => {
      const exponent = currencyExponent(currency) ?? -1;
      const written = writeMoney(String(minor), currency, { house, locale, credits: 'credits' }) ?? '';
      const number = /[\d.,\u00a0\u202f ]*\d/.exec(written.replace(currency, ''))?.[0].trim() ?? '';
      expect(parseMinor(number, exponent, locale)).toBe(minor);
      expect(written.replace(/\D/g, '')).toBe(decimalOf(minor, exponent).replace('.', ''));
    }),
    { numRuns: 3_000 },
  );
});

test('every currency but the house’s is named by its code', () => {
  const house = { code: 'EUR', exponent: 2 };
  for (const currency of CURRENCIES.filter((code) => code !== 'EUR' && code !== PLAY)) {
    expect(writeMoney('25000', currency, { house, locale: 'en', credits: '' })).toMatch(
      new RegExp(`^${currency}\u00a0`),
    );
  }
});

test.each([
  ['EUR', 'EUR\u00a0250.00'],
  ['JPY', 'JPY\u00a025,000'],
  ['KWD', 'KWD\u00a025.000'],
  [PLAY, '250.00\u00a0credits'],
  ['USD', '$250.00'],
  ['CLP*', null],
  ['XTS', null],
])('25000 of %s in a house of dollars: %s', (currency, text) => {
  const style = { house: { code: 'USD', exponent: 2 }, locale: 'en', credits: 'credits' };
  expect(writeMoney('25000', currency, style)).toBe(text);
});
