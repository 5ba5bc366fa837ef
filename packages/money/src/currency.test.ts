import { describe, expect, test } from 'vitest';
import { CURRENCIES, currencyExponent, formatMinor, PLAY, parseMinor } from './index.ts';

const LANGUAGES = ['mn', 'tg', 'ar', 'ko', 'en', 'es', 'hy', 'vi', 'ms', 'th', 'zh-Hant', 'ja'];

/**
 * ISO 4217, list one: codes by number of decimals. Excludes funds, metals, bond units, special drawing rights and test
 * codes. Copied from the standard, independently of the module.
 */
const ISO_4217: Record<number, string[]> = {
  0: ['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'],
  3: ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'],
};
/** A sample of currencies with two decimals, by continent, and their total number. */
const TWO_DECIMALS = {
  codes: [
    ...['AMD', 'AZN', 'CNY', 'GEL', 'IDR', 'INR', 'KZT', 'LAK', 'MMK', 'MNT', 'MYR', 'PHP', 'SAR', 'THB', 'TJS', 'TWD'],
    ...['CHF', 'CZK', 'EUR', 'GBP', 'HUF', 'NOK', 'PLN', 'RSD', 'SEK', 'TRY', 'UAH'],
    ...['EGP', 'ETB', 'GHS', 'KES', 'MAD', 'MRU', 'NGN', 'SLE', 'SSP', 'STN', 'ZAR', 'ZWG'],
    ...['AUD', 'FJD', 'NZD', 'PGK', 'TOP', 'WST'],
    ...['ARS', 'BRL', 'CAD', 'COP', 'DOP', 'MXN', 'PEN', 'USD', 'UYU', 'VED', 'VES', 'XCD', 'XCG'],
  ],
  count: 132,
};
/** Former currencies that have been withdrawn. */
const ENDED = ['ANG', 'BGN', 'BYR', 'CUC', 'DEM', 'HRK', 'LTL', 'MRO', 'SLL', 'STD', 'VEF', 'ZMK', 'ZWL'];

describe('currencyExponent', () => {
  test.each(Object.entries(ISO_4217).flatMap(([decimals, codes]) => codes.map((code) => [code, Number(decimals)])))(
    '%s has %i decimals',
    (code, decimals) => {
      expect(currencyExponent(String(code))).toBe(decimals);
    },
  );

  test.each([...TWO_DECIMALS.codes, PLAY])('%s has 2 decimals', (code) => {
    expect(currencyExponent(code)).toBe(2);
  });

  test.each(['', ' ', 'eur', 'EURO', 'XTS', 'XAU', 'BTC', 'CLF', 'toString', 'EUR ', ...ENDED])(
    '%j is no currency of a house',
    (code) => {
      expect(currencyExponent(code)).toBeNull();
    },
  );

  test('follows the standard where custom has it otherwise', () => {
    const custom = (code: string) =>
      new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits;
    for (const code of ['HUF', 'IDR', 'IQD', 'COP']) {
      expect(custom(code)).not.toBe(currencyExponent(code));
    }
  });
});

describe('CURRENCIES', () => {
  test('lists every code of the standard and play credits, each once, in alphabetical order', () => {
    const named = [...Object.values(ISO_4217).flat(), ...TWO_DECIMALS.codes, PLAY];
    expect(CURRENCIES).toEqual(expect.arrayContaining(named));
    expect(CURRENCIES).toHaveLength(Object.values(ISO_4217).flat().length + TWO_DECIMALS.count + 1);
    expect(CURRENCIES).toEqual([...new Set(CURRENCIES)].sort());
  });

  test.each(CURRENCIES.filter((one) => one !== PLAY))('%s has a name in CLDR', (code) => {
    expect(new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' }).of(code)).toBeTruthy();
  });
});

test.each(CURRENCIES)('the language changes how %s is written, never what it is', (code) => {
  const exponent = currencyExponent(code) ?? -1;
  for (const locale of LANGUAGES) {
    const number = formatMinor(123_456_789n, { currency: PLAY, exponent, locale });
    expect(parseMinor(number, exponent, locale), locale).toBe(123_456_789n);
    const written = formatMinor(123_456_789n, { currency: code, exponent, locale });
    expect(digitsOf(written), locale).toBe('123456789');
  }
});

/** All digits of any script, as ASCII. */
function digitsOf(text: string): string {
  return [...text].flatMap((char) => (/\p{Nd}/u.test(char) ? [digitOf(char)] : [])).join('');
}

function digitOf(char: string): number {
  let zero = char.codePointAt(0) ?? 0;
  const point = zero;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && point - zero < 9) zero -= 1;
  return point - zero;
}
