import { describe, expect, test } from 'vitest';
import { CURRENCIES, currencyExponent, formatMinor, PLAY, parseMinor } from './index.ts';

const LANGUAGES = ['mn', 'tg', 'ar', 'ko', 'en', 'es', 'hy', 'vi', 'ms', 'th', 'zh-Hant', 'ja'];

describe('currencyExponent', () => {
  // From the tables of ISO 4217, not from the module.
  test.each([
    ['TJS', 2],
    ['VND', 0],
    ['CNY', 2],
    ['KRW', 0],
    ['MNT', 2],
    ['THB', 2],
    ['MXN', 2],
    ['EUR', 2],
    ['JPY', 0],
    ['AMD', 2],
    ['MYR', 2],
    ['TWD', 2],
    ['USD', 2],
    ['GBP', 2],
    ['CHF', 2],
    ['KWD', 3],
    ['BHD', 3],
    ['TND', 3],
    ['ISK', 0],
    ['CLP', 0],
    [PLAY, 2],
  ])('%s has %i decimals', (code, decimals) => {
    expect(currencyExponent(code)).toBe(decimals);
  });

  test.each(['', 'eur', 'EURO', 'XTS', 'XAU', 'BTC', 'DEM', 'toString', 'EUR '])(
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

  test('each code stands once, and Intl can name it', () => {
    expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length);
    for (const code of CURRENCIES.filter((one) => one !== PLAY)) {
      expect(() => new Intl.NumberFormat('en', { style: 'currency', currency: code })).not.toThrow();
    }
  });
});

test('the language changes how money is written, never what it is', () => {
  for (const code of CURRENCIES) {
    const exponent = currencyExponent(code) ?? -1;
    for (const locale of LANGUAGES) {
      const number = formatMinor(123_456_789n, { currency: PLAY, exponent, locale });
      expect(parseMinor(number, exponent, locale), `${code} in ${locale}`).toBe(123_456_789n);
      const written = formatMinor(123_456_789n, { currency: code, exponent, locale });
      expect(digitsOf(written), `${code} in ${locale}`).toBe('123456789');
    }
  }
});

/** All digits of whatever script, as ASCII. */
function digitsOf(text: string): string {
  return [...text].flatMap((char) => (/\p{Nd}/u.test(char) ? [digitOf(char)] : [])).join('');
}

function digitOf(char: string): number {
  let zero = char.codePointAt(0) ?? 0;
  const point = zero;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && point - zero < 9) zero -= 1;
  return point - zero;
}
