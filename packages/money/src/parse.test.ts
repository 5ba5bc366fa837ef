import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { decimalOf, formatMinor, PLAY, parseMinor } from './index.ts';

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
    ['en', '1,5'],
    ['en', '12,34.5'],
    ['en', '1,000,00'],
    ['en', '1234,567'],
    ['en', '1,234567'],
    ['en', ',123'],
    ['en', '1.a5'],
    ['en', '1\u00a0000'],
    ['es', '1.000 000'],
    ['en', '1,000 000'],
    ['tg', '1\u00a0234\u202f567'],
    ['en', '1.5.5'],
    ['en', '1.000,5'],
    ['es', '1.5'],
    ['es', '1.00'],
    ['tg', '1.5'],
    ['tg', '1 00'],
    ['vi', '1,234.5'],
    ['en', '1 000'],
    ['en', '€5'],
    ['en', '-5'],
    ['en', ','],
    ['ar', '١٬٢٣'],
  ])('%s refuses %s', (locale, text) => {
    expect(parseMinor(text, 2, locale)).toBeNull();
  });
});

test('the separators of a language are looked up once', () => {
  const NumberFormat = vi.spyOn(Intl, 'NumberFormat');
  parseMinor('1', 2, 'de-LI');
  const calls = NumberFormat.mock.calls.length;
  parseMinor('2', 2, 'de-LI');
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

/** How each of the languages groups by thousands and where its decimals begin, as people there write. */
const WRITTEN: Record<string, { typed: string; wrong: string }> = {
  mn: { typed: '1,234.5', wrong: '1.234,5' },
  tg: { typed: '1 234,5', wrong: '1,234.5' },
  ar: { typed: '١٬٢٣٤٫٥', wrong: '١٬٢٣٫٥' },
  ko: { typed: '1,234.5', wrong: '1.234,5' },
  en: { typed: '1,234.5', wrong: '1.234,5' },
  es: { typed: '1.234,5', wrong: '1,234.5' },
  hy: { typed: '1\u00a0234,5', wrong: '1,234.5' },
  vi: { typed: '1.234,5', wrong: '1,234.5' },
  ms: { typed: '1,234.5', wrong: '1.234,5' },
  th: { typed: '๑,๒๓๔.๕', wrong: '๑.๒๓๔,๕' },
  'zh-Hant': { typed: '1,234.5', wrong: '1.234,5' },
  ja: { typed: '１,２３４.５', wrong: '1.234,5' },
};

describe.each(Object.entries(WRITTEN))('in %s', (locale, { typed, wrong }) => {
  const decimal = typed.at(-2) ?? '';

  test('groups and decimals are read as they are written there, and otherwise refused', () => {
    expect(parseMinor(typed, 2, locale)).toBe(123_450n);
    expect(parseMinor(`  ${typed}\u00a0`, 2, locale)).toBe(123_450n);
    expect(parseMinor(wrong, 2, locale)).toBeNull();
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
