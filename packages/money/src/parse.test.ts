import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  CURRENCIES,
  currencyExponent,
  decimalOf,
  formatMinor,
  PLAY,
  parseMinor,
  readAmount,
  regionalLocale,
} from './index.ts';

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
    // Also where the text is none.
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
    // One space for another, where CLDR groups by one of them.
    ['tg', '1\u202f234,50', 123450n],
    ['tg', '1\u202f234\u202f567', 123456700n],
    ['fr', '1\u00a0234,50', 123450n],
    ['fr', '1 234,50', 123450n],
    // Where the locale's own digits are grouped by what stands before Latin decimals, it is a group.
    ['az-u-nu-arab', '١,٢٣٤', 123400n],
    // A locale that writes no groups by itself.
    ['en-US-u-va-posix', '1,234.5', 123450n],
  ])('%s %s', (locale, text, minor) => {
    expect(parseMinor(text, 2, locale)).toBe(minor);
  });

  test.each([
    // As other regions write, where one meaning is left.
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
    // Without digits on one side of the decimal sign, or with a dash for none.
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
    ['en', '1234,567'],
    ['en', '1,234567'],
    ['en', ',123'],
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
    // Never a thousandth as a whole one.
    ['en', '0,001'],
    ['en', '0.001'],
    ['mn', '0,001'],
    ['ko', '0,001'],
    ['es', '0.001'],
    ['vi', '0.001'],
    ['vi', '000.500'],
    ['ja', '00,100'],
    ['en', '1.2345'],
    ['en', '1,234.567'],
    ['en', '1٫234٫5'],
    ['en', '1x234'],
    ['en', '1-234'],
    ['en', '1/234'],
    ['en', '1,234 567'],
    ['en', '1,234.567.5'],
  ])('%s refuses %s', (locale, text) => {
    expect(readAmount(text, { currency: PLAY, exponent: 2, locale })).toEqual({ minor: null });
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

const money = (currency: string, locale: string, unit?: string) => ({
  currency,
  exponent: currencyExponent(currency) ?? 2,
  locale,
  ...(unit === undefined ? {} : { unit }),
});

describe('with the unit beside it', () => {
  test.each([
    ['EUR', 'es', '50,00 €', 5000n],
    ['EUR', 'en', '50,00\u00a0€', 5000n],
    ['EUR', 'en', '50€', 5000n],
    ['EUR', 'en', '€50', 5000n],
    ['EUR', 'en', '€ 1,234.50', 123450n],
    ['EUR', 'es', 'EUR 1.234,50', 123450n],
    ['EUR', 'es', '1.000,- €', 100000n],
    ['EUR', 'es', '€ 50,-', 5000n],
    ['EUR', 'en', '€.50', 50n],
    ['EUR', 'es', '12 euros', 1200n],
    ['EUR', 'es', '12 Euros.', 1200n],
    ['EUR', 'en', '12eur', 1200n],
    ['EUR', 'ar', '١٢٫٥ €', 1250n],
    ['EUR', 'ar', '\u200f١٢٫٥ يورو', 1250n],
    ['JPY', 'ja', '1000円', 1000n],
    ['JPY', 'ja', '１，０００円', 1000n],
    ['JPY', 'en', '¥1,000', 1000n],
    ['JPY', 'ja', '￥1,000', 1000n],
    ['CNY', 'zh-Hant', '1000元', 100000n],
    ['CNY', 'en', 'RMB 20', 2000n],
    ['VND', 'vi', '100000đ', 100000n],
    ['VND', 'vi', '100.000 ₫', 100000n],
    ['VND', 'vi', '100.000 VNĐ', 100000n],
    ['VND', 'en', '100,000VND', 100000n],
    ['KRW', 'ko', '1,000원', 1000n],
    ['KRW', 'ko', '￦1,000', 1000n],
    ['USD', 'en', 'USD 20', 2000n],
    ['USD', 'en', 'US$20', 2000n],
    ['USD', 'en', '$20.00 USD', 2000n],
    ['USD', 'en', '20 dollars', 2000n],
    ['MXN', 'es-MX', '$1,000.50 M.N.', 100050n],
    ['MXN', 'es-MX', 'MXN $20', 2000n],
    ['THB', 'th', '฿๑๒.๕', 1250n],
    ['THB', 'th', '20 บาท', 2000n],
    ['MNT', 'mn', '1,000₮', 100000n],
    ['MNT', 'mn', '1000 төг.', 100000n],
    ['TJS', 'tg', '1 000,50 сомонӣ', 100050n],
    ['TJS', 'tg', '50 с.', 5000n],
    ['AMD', 'hy', '1000 ֏', 100000n],
    ['MYR', 'ms', 'RM20', 2000n],
    ['INR', 'en-IN', 'Rs.500', 50000n],
    ['INR', 'en-IN', '₹12,34,567.50', 123456750n],
    ['CHF', 'de-CH', "Fr. 1'000.—", 100000n],
    ['PLN', 'pl', '20,50 zł', 2050n],
  ])('%s in %s: %j', (currency, locale, text, minor) => {
    expect(readAmount(text, money(currency, locale))).toEqual({ minor });
  });

  test.each([
    ['EUR', 'en', 'USD 20', 'USD'],
    ['EUR', 'en', '$20', '$'],
    ['EUR', 'en', '20 US$', 'US$'],
    ['EUR', 'ja', '1000円', '円'],
    ['EUR', 'en', '20 €/$', undefined],
    ['MXN', 'es-MX', 'US$20', 'US$'],
    ['MXN', 'es-MX', '$20 USD', 'USD'],
    ['MXN', 'es-MX', '20 dólares', 'DÓLARES'],
    ['JPY', 'ja', '20 €', '€'],
    ['USD', 'en', 'NT$20', 'NT$'],
    ['USD', 'en', '₿2', '₿'],
    ['VND', 'vi', '20 usd', 'USD'],
    ['EUR', 'en', '$1.234', '$'],
    ['KWD', 'ar', '٢٠ €', '€'],
    [PLAY, 'en', '€5', '€'],
    [PLAY, 'en', '20 EUR', 'EUR'],
  ])('%s in %s: %j is of another currency', (currency, locale, text, other) => {
    expect(readAmount(text, money(currency, locale))).toEqual({ minor: null, ...(other ? { other } : {}) });
  });

  test.each([
    ['EUR', 'en', '€1.234', ['1.234', '1,234.00']],
    ['EUR', 'en', '1.234 EUR', ['1.234', '1,234.00']],
    ['JPY', 'ja', '1.000円', ['1.000', '1,000']],
    ['VND', 'en', '100.000đ', ['100.000', '100,000']],
  ])('%s in %s: %j is one of two', (currency, locale, text, readings) => {
    expect(readAmount(text, money(currency, locale))).toEqual({ minor: null, readings });
  });

  test.each([
    ['EUR', 'en', '€'],
    ['EUR', 'en', '€-5'],
    ['EUR', 'en', '-€5'],
    ['EUR', 'en', '12€50'],
    ['EUR', 'en', 'EUR.50'],
    ['EUR', 'en', '5 Euroclear'],
    ['EUR', 'en', '€5k'],
    ['EUR', 'en', '20 EUR 30'],
    ['EUR', 'en', 'EUR EUR EUR EUR 5'],
    ['JPY', 'ja', '5万円'],
    ['VND', 'vi', '100k đ'],
    ['USD', 'en', '20 apples'],
    ['EUR', 'en', '€0.001'],
  ])('%s in %s refuses %j', (currency, locale, text) => {
    expect(readAmount(text, money(currency, locale))).toEqual({ minor: null });
  });

  test('play credits have the word of the reader', () => {
    expect(readAmount('1,000.50 credits', money(PLAY, 'en', 'credits'))).toEqual({ minor: 100050n });
    expect(readAmount('1.000,50 Créditos', money(PLAY, 'es', 'créditos'))).toEqual({ minor: 100050n });
    expect(readAmount('20 PLAY', money(PLAY, 'en'))).toEqual({ minor: 2000n });
    expect(readAmount('1000.50 وحدة لعب', money(PLAY, 'ar', 'وحدة لعب'))).toEqual({ minor: 100050n });
  });

  test('what is written in a currency is read back in it', () => {
    const amounts = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(amounts, fc.constantFrom(...LOCALES), fc.constantFrom(...CURRENCIES), (minor, locale, currency) => {
        const format = money(currency, locale, 'credits');
        expect(readAmount(formatMinor(minor, format), format)).toEqual({ minor });
      }),
      { numRuns: 1000 },
    );
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

/** How each of the languages groups by thousands and where its decimals begin, and how others do. */
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
    // Not even a zero: what the currency does not have cannot be meant.
    expect(parseMinor(`12${decimal}${decimals}0`, exponent, locale)).toBeNull();
  });

  test.each(['-5', '−5', '+5', '(5)', '5-', '5e2', '5%', '¥5', '5 000 00', '1__000', '∞', '½', '五', '5\u00005'])(
    '%s is refused',
    (text) => {
      expect(parseMinor(text, 2, locale)).toBeNull();
    },
  );
});
