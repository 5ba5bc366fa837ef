import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { decimalOf, formatMinor, PLAY, parseMinor, readAmount, regionalLocale } from './index.ts';

const LOCALES = ['mn', 'tg', 'ar', 'ar-EG', 'ko', 'en', 'es', 'hy', 'vi', 'ms', 'th', 'th-u-nu-thai', 'zh-Hant', 'ja'];

describe('plain text', () => {
  test.each([
    ['0', 2, 0n],
    ['1', 2, 100n],
    ['12.3', 2, 1230n],
    ['12.34', 2, 1234n],
    ['007', 0, 7n],
    ['92233720368547758.07', 2, 2n ** 63n - 1n],
    ['0.000001', 6, 1n],
    ['0'.repeat(64), 2, 0n],
  ])('%s with %i decimals', (text, exponent, minor) => {
    expect(parseMinor(text, exponent)).toBe(minor);
  });

  test.each([
    '',
    ' ',
    '.',
    '1.',
    '.5',
    '-1',
    '+1',
    '1e3',
    '0x10',
    '1,000',
    '1 000',
    ' 1',
    '1 ',
    '1.2.3',
    '1.234',
    '٣',
    'NaN',
    '92233720368547758.08',
    '9'.repeat(65),
    '0'.repeat(65),
    'x1',
    '1x',
    '1.x5',
    '1.5x',
    '1\n',
  ])('refuses %j', (text) => {
    expect(parseMinor(text, 2)).toBeNull();
  });

  test('refuses decimals that the currency does not have', () => {
    expect(parseMinor('5.0', 0)).toBeNull();
    expect(parseMinor('5', 0)).toBe(5n);
  });

  test("an impossible exponent is the caller's mistake", () => {
    expect(() => parseMinor('1', -1)).toThrow(RangeError);
    expect(() => parseMinor('1', 1.5)).toThrow(RangeError);
    expect(() => parseMinor('1', 7)).toThrow(RangeError);
    // Even for an invalid text.
    expect(() => parseMinor('x', -1, 'en')).toThrow(RangeError);
  });
});

describe('as people type it', () => {
  test.each([
    ['en', '1,234,567.89', 123456789n],
    ['en', ' 12.5 ', 1250n],
    ['es', '1.234,5', 123450n],
    ['es', '1000,5', 100050n],
    ['vi', '1.000', 100000n],
    ['tg', '1 234,50', 123450n],
    ['hy', '1\u00a0234,50', 123450n],
    ['ar', '١٢٫٥', 1250n],
    ['ar', '١٬٢٣٤٫٥', 123450n],
    ['ar', '\u200f12.5\u200e', 1250n],
    ['ar-EG', '12.5', 1250n],
    ['th', '๑๒.๕', 1250n],
    ['ja', '１２３', 12300n],
    ['mn', '1,000', 100000n],
    // Other spaces count as the group separator of CLDR.
    ['tg', '1\u202f234,50', 123450n],
    ['tg', '1\u202f234\u202f567', 123456700n],
    ['fr', '1\u00a0234,50', 123450n],
    ['fr', '1 234,50', 123450n],
    // If the locale groups its own digits with the sign that precedes Latin decimals, it is a group separator.
    ['az-u-nu-arab', '١,٢٣٤', 123400n],
    // A locale that does not write group separators.
    ['en-US-u-va-posix', '1,234.5', 123450n],
  ])('%s %s', (locale, text, minor) => {
    expect(parseMinor(text, 2, locale)).toBe(minor);
  });

  test.each([
    // Written as in other regions, with a single possible meaning.
    ['en', '1,5', 150n],
    ['en', '0,50', 50n],
    ['en', '1.000,5', 100050n],
    ['en', '1 000', 100000n],
    ['en', '1\u00a0000', 100000n],
    ['en', '1.234.567', 123456700n],
    ['en-GB', "1'234.50", 123450n],
    ['de-CH', '1’234.50', 123450n],
    ['en-IN', '12,34,567.50', 123456750n],
    ['en', '1,00,000', 10000000n],
    ['es', '1000.50', 100050n],
    ['vi', '1000.50', 100050n],
    ['es', '1.5', 150n],
    ['es', '1.00', 100n],
    ['es', '1,234.50', 123450n],
    ['es-MX', '9,997.00', 999700n],
    ['es-MX', '1,000', 100000n],
    ['es-419', '1000.50', 100050n],
    ['es-AR', '1.000', 100000n],
    ['tg', '1.5', 150n],
    ['vi', '1,234.5', 123450n],
    ['ar', '١،٥', 150n],
    ['ja', '１，２３４．５０', 123450n],
    ['ko', '1\u200b000', 100000n],
    ['en', '\u202a1,000.50\u202c', 100050n],
    ['ms', '1\u00ad000.5', 100050n],
    // No digits on one side of the decimal separator, or a dash instead of decimals.
    ['en', '12,', 1200n],
    ['en', '12.', 1200n],
    ['ar', '١٢٫', 1200n],
    ['en', '1,234.', 123400n],
    ['es', '1.000,', 100000n],
    ['en', '.5', 50n],
    ['es', ',50', 50n],
    ['ar', '٫٥', 50n],
    ['ja', '．５', 50n],
    ['es', '50,-', 5000n],
    ['de-CH', "1'000.—", 100000n],
    ['nb', '1 000,--', 100000n],
    ['es', '1.000,-', 100000n],
    ['fa', '۱۲٬۳۴۵٫۵', 1234550n],
    ['fa', '۱۲۳۴', 123400n],
    ['ar', '١٢،٥٠', 1250n],
    ['fr', '1\u202f000,5', 100050n],
    ['en', '1\u2009000.5', 100050n],
    ['ja', '１　０００', 100000n],
    ['de-CH', "1'000.50", 100050n],
  ])('%s %j', (locale, text, minor) => {
    expect(readAmount(text, { currency: PLAY, exponent: 2, locale })).toEqual({ minor });
  });

  test.each([
    ['en', '12,34.5'],
    ['en', '1,000,00'],
    ['en', '1.a5'],
    ['es', '1.000 000'],
    ['en', '1,000 000'],
    ['en', '1.5.5'],
    ['tg', '1 00'],
    ['en', '-5'],
    ['en', ','],
    ['en', '.,'],
    ['en', ',,5'],
    ['en', '1,234,'],
    ['es', '1.234.'],
    ['en', '50-'],
    ['en', '-,5'],
    ['en', '(50)'],
    ['en', '10²'],
    ['en', '5½'],
    ['en', '①'],
    ['en', '1k'],
    ['ja', '5万'],
    ['en', '1e3'],
    ['en', '20 to 30'],
    ['ar', '١٬٢٣'],
    ['en', '1٫234٫5'],
    ['en', '1x234'],
    ['en', '1-234'],
    ['en', '1/234'],
    ['en', '1,234 567'],
    ['en', '1,234.567.5'],
  ])('%s refuses %s', (locale, text) => {
    expect(readAmount(text, { currency: PLAY, exponent: 2, locale })).toEqual({ minor: null });
  });

  test.each<readonly [locale: string, text: string]>([
    ['ar', '٠٫٠٠١'],
    // A thousandth is never read as a whole number.
    ['mn', '0,001'],
    ['ko', '0,001'],
    ['es', '0.001'],
    ['vi', '0.001'],
    ['vi', '000.500'],
    ['ja', '00,100'],
    ...['0,001', '0.001', '1234,567', '1,234567', ',123', '1.2345', '1,234.567'].map((text) => ['en', text] as const),
  ])('%s: %s has too many decimals', (locale, text) => {
    expect(readAmount(text, { currency: PLAY, exponent: 2, locale })).toEqual({ minor: null, decimalsMax: 2 });
  });

  test.each([
    ['en', 2, '1.234', ['1.234', '1,234.00']],
    ['en', 2, '100.000', ['100.000', '100,000.00']],
    ['mn', 2, '1.500', ['1.500', '1,500.00']],
    ['ko', 2, '5.000', ['5.000', '5,000.00']],
    ['es-MX', 2, '1.000', ['1.000', '1,000.00']],
    ['ms', 2, '20.000', ['20.000', '20,000.00']],
    ['zh-Hant', 2, '1.000', ['1.000', '1,000.00']],
    ['ja', 0, '1.000', ['1.000', '1,000']],
    ['ko', 0, '10.000', ['10.000', '10,000']],
    ['tg', 2, '1,234', ['1,234', '1\u00a0234,00']],
    ['tg', 2, '1.234', ['1,234', '1\u00a0234,00']],
    ['hy', 2, '1,234', ['1,234', '1\u00a0234,00']],
    ['ar-EG', 2, '١.٢٣٤', ['١٫٢٣٤', '١٬٢٣٤٫٠٠']],
    ['th', 2, '๑.๒๓๔', ['1.234', '1,234.00']],
  ])('%s with %i decimals: %s is one of two', (locale, exponent, text, readings) => {
    expect(readAmount(text, { currency: PLAY, exponent, locale })).toEqual({ minor: null, readings });
    expect(parseMinor(text, exponent, locale)).toBeNull();
  });

  test.each([
    ['en', 3, '1.234', 1234n],
    ['en', 3, '1,234', 1234000n],
    ['es', 3, '1,234', 1234n],
    ['es', 2, '1.234', 123400n],
    ['vi', 0, '1.000', 1000n],
  ])('%s with %i decimals: the region says what %s is', (locale, exponent, text, minor) => {
    expect(readAmount(text, { currency: PLAY, exponent, locale })).toEqual({ minor });
  });
});

test.each([
  ['es', ['es-MX', 'es'], 'es-MX-u-nu-latn'],
  ['es', ['es-419'], 'es-419-u-nu-latn'],
  ['es', ['en-US', 'es-AR'], 'es-AR-u-nu-latn'],
  ['es', ['en-US'], 'es'],
  ['es', ['est-EE'], 'es'],
  ['en', ['en-IN-u-ca-buddhist'], 'en-IN-u-nu-latn'],
  ['ar', ['ar-EG'], 'ar-EG-u-nu-latn'],
  ['zh-Hant', ['zh-Hant-HK'], 'zh-Hant-HK-u-nu-latn'],
  ['zh-Hant', ['zh-TW'], 'zh-Hant'],
  ['vi', [], 'vi'],
  ['ko', ['ko-!'], 'ko'],
  ['mn', ['MN-mn'], 'mn-MN-u-nu-latn'],
])('%s for a browser of %j is %s', (language, tags, locale) => {
  expect(regionalLocale(language, tags)).toBe(locale);
});

test('a region has its own signs', () => {
  const es = { currency: PLAY, exponent: 2, locale: regionalLocale('es', ['es-MX']) };
  expect(formatMinor(999700n, es)).toBe('9,997.00');
  expect(parseMinor('9,997.00', 2, es.locale)).toBe(999700n);
});

test('Tajik has its own signs where the browser does not know it', () => {
  expect(regionalLocale('tg', ['tg-TJ'])).toBe('tg-TJ-u-nu-latn');
  vi.spyOn(Intl.NumberFormat, 'supportedLocalesOf').mockReturnValueOnce([]);
  const locale = regionalLocale('tg', ['tg-TJ']);
  const money = { currency: PLAY, exponent: 2, locale };
  expect(readAmount('1,23', money).minor).toBe(123n);
  expect(readAmount(formatMinor(123456n, money), money).minor).toBe(123456n);
});

test('the separators of a language are looked up once', () => {
  const NumberFormat = vi.spyOn(Intl, 'NumberFormat');
  parseMinor('1.234', 3, 'de-LI');
  const calls = NumberFormat.mock.calls.length;
  parseMinor('2.345', 3, 'de-LI');
  expect([calls > 0, NumberFormat.mock.calls.length]).toEqual([true, calls]);
});

test('what is written in a language is read back in it, to the last unit', () => {
  const amounts = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
  fc.assert(
    fc.property(amounts, fc.constantFrom(...LOCALES), fc.integer({ min: 0, max: 3 }), (minor, locale, exponent) => {
      expect(parseMinor(formatMinor(minor, { currency: PLAY, exponent, locale }), exponent, locale)).toBe(minor);
      expect(parseMinor(decimalOf(minor, exponent), exponent)).toBe(minor);
    }),
    { numRuns: 1000 },
  );
});

/** A number as each language writes it, and as others do. */
const WRITTEN: Record<string, { typed: string; foreign: string }> = {
  mn: { typed: '1,234.5', foreign: '1.234,5' },
  tg: { typed: '1 234,5', foreign: '1,234.5' },
  ar: { typed: '١٬٢٣٤٫٥', foreign: '1.234,5' },
  ko: { typed: '1,234.5', foreign: '1.234,5' },
  en: { typed: '1,234.5', foreign: '1.234,5' },
  es: { typed: '1.234,5', foreign: '1,234.5' },
  hy: { typed: '1\u00a0234,5', foreign: '1,234.5' },
  vi: { typed: '1.234,5', foreign: '1,234.5' },
  ms: { typed: '1,234.5', foreign: '1.234,5' },
  th: { typed: '๑,๒๓๔.๕', foreign: '๑.๒๓๔,๕' },
  'zh-Hant': { typed: '1,234.5', foreign: '1.234,5' },
  ja: { typed: '１,２３４.５', foreign: '1.234,5' },
};

describe.each(Object.entries(WRITTEN))('in %s', (locale, { typed, foreign }) => {
  const decimal = typed.at(-2) ?? '';

  test('groups and decimals are read as they are written there, and elsewhere', () => {
    expect(parseMinor(typed, 2, locale)).toBe(123_450n);
    expect(parseMinor(`  ${typed}\u00a0`, 2, locale)).toBe(123_450n);
    expect(parseMinor(foreign, 2, locale)).toBe(123_450n);
  });

  test.each([0, 1, 2, 3])('with %i decimals, one more is refused', (exponent) => {
    const decimals = '5'.repeat(exponent);
    const whole = exponent === 0 ? '12' : `12${decimal}${decimals}`;
    expect(parseMinor(whole, exponent, locale)).toBe(BigInt(`12${decimals}`));
    expect(parseMinor(`12${decimal}${decimals}5`, exponent, locale)).toBeNull();
    // Not even a zero: the currency has no such decimal.
    expect(parseMinor(`12${decimal}${decimals}0`, exponent, locale)).toBeNull();
  });

  test.each(['-5', '−5', '+5', '(5)', '5-', '5e2', '5%', '¥5', '5 000 00', '1__000', '∞', '½', '五', '5\u00005'])(
    '%s is refused',
    (text) => {
      expect(parseMinor(text, 2, locale)).toBeNull();
    },
  );
});
