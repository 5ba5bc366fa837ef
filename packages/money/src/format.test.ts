import { describe, expect, test, vi } from 'vitest';
import { decimalOf, formatMinor, formatMinorParts, PLAY } from './index.ts';

describe('decimalOf', () => {
  test.each([
    [0n, 2, '0.00'],
    [5n, 2, '0.05'],
    [-5n, 2, '-0.05'],
    [-1234n, 0, '-1234'],
    [1234567n, 3, '1234.567'],
    [2n ** 63n - 1n, 2, '92233720368547758.07'],
    [1n, 6, '0.000001'],
  ])('%s with %i decimals', (minor, exponent, text) => {
    expect(decimalOf(minor, exponent)).toBe(text);
  });

  test.each([-1, 7, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    "an exponent of %d is the caller's mistake",
    (exponent) => {
      expect(() => decimalOf(1n, exponent)).toThrow(RangeError);
    },
  );
});

describe('formatMinor', () => {
  test.each([
    ['en', 'EUR', 2, 123456789n, '€1,234,567.89'],
    ['es', 'EUR', 2, 123456789n, '1.234.567,89\u00a0€'],
    ['ja', 'JPY', 0, 1234n, '￥1,234'],
    ['ko', 'KRW', 0, 1234n, '₩1,234'],
    ['en', 'TJS', 2, -50n, '-TJS\u00a00.50'],
    ['tg', 'EUR', 2, 123456n, '1\u00a0234,56\u00a0€'],
    ['en', 'EUR', 0, 5n, '€5'],
    ['en', 'USD', 6, 1n, '$0.000001'],
    ['vi', 'VND', 0, 1234567n, '1.234.567\u00a0₫'],
    ['th', 'THB', 2, 123450n, '฿1,234.50'],
    ['zh-Hant', 'TWD', 2, 123450n, '$1,234.50'],
  ])('%s %s', (locale, currency, exponent, minor, text) => {
    expect(formatMinor(minor, { currency, exponent, locale })).toBe(text);
  });

  test('every digit survives where a float would round', () => {
    const written = formatMinor(900719925474099312n, { currency: 'EUR', exponent: 2, locale: 'en' });
    expect(written).toBe('€9,007,199,254,740,993.12');
  });

  test("play credits take the caller's unit", () => {
    const play = { currency: PLAY, exponent: 2, locale: 'en' };
    expect(formatMinor(100000n, { ...play, unit: 'credits' })).toBe('1,000.00\u00a0credits');
    expect(formatMinor(100000n, { ...play, decimalsOfWhole: false })).toBe('1,000');
    expect(formatMinor(100050n, { ...play, decimalsOfWhole: false })).toBe('1,000.50');
    expect(formatMinor(100000n, { ...play, unit: '' })).toBe('1,000.00');
  });

  test('money has a symbol of its own, whatever unit the caller names', () => {
    expect(formatMinor(1250n, { currency: 'EUR', exponent: 2, locale: 'en', unit: 'credits' })).toBe('€12.50');
  });

  test('an amount is written by its own format, whatever was written before it', () => {
    const plain = { currency: 'EUR', exponent: 2, locale: 'en' } as const;
    const variants = [
      [plain, '€12.00'],
      [{ ...plain, currency: 'USD' }, '$12.00'],
      [{ ...plain, exponent: 3 }, '€1.200'],
      [{ ...plain, locale: 'es' }, '12,00\u00a0€'],
      [{ ...plain, sign: 'always' }, '+€12.00'],
      [{ ...plain, decimalsOfWhole: false }, '€12'],
    ] as const;
    for (const [format, text] of [...variants, ...variants.toReversed()]) {
      expect(formatMinor(1200n, format)).toBe(text);
    }
  });

  test('a format is made once', () => {
    const NumberFormat = vi.spyOn(Intl, 'NumberFormat');
    const format = { currency: 'CHF', exponent: 2, locale: 'en-CH' };
    for (const minor of [1n, 2n, 3n]) formatMinor(minor, format);
    expect(NumberFormat).toHaveBeenCalledOnce();
  });

  test('signs', () => {
    const play = { currency: PLAY, exponent: 0, locale: 'en' };
    expect(formatMinor(5n, { ...play, sign: 'always' })).toBe('+5');
    expect(formatMinor(0n, { ...play, sign: 'exceptZero' })).toBe('0');
    expect(formatMinor(-5n, { ...play, sign: 'never' })).toBe('5');
    expect(formatMinor(-5n, play)).toBe('-5');
  });

  test('Arabic as written in Egypt', () => {
    expect(formatMinor(1250n, { currency: PLAY, exponent: 2, locale: 'ar-EG' })).toBe('١٢٫٥٠');
  });

  test("a bad currency code is the caller's mistake", () => {
    expect(() => formatMinor(1n, { currency: 'EURO', exponent: 2, locale: 'en' })).toThrow(RangeError);
  });
});

describe('formatMinorParts', () => {
  test('the unit is separated from the number, before or after it', () => {
    expect(formatMinorParts(-1250n, { currency: 'EUR', exponent: 2, locale: 'en' })).toEqual([
      { kind: 'number', text: '-' },
      { kind: 'unit', text: '€' },
      { kind: 'number', text: '12.50' },
    ]);
    expect(formatMinorParts(1250n, { currency: 'EUR', exponent: 2, locale: 'es' })).toEqual([
      { kind: 'number', text: '12,50' },
      { kind: 'space', text: '\u00a0' },
      { kind: 'unit', text: '€' },
    ]);
    expect(formatMinorParts(1250n, { currency: PLAY, exponent: 2, locale: 'en', unit: 'credits' })).toEqual([
      { kind: 'number', text: '12.50' },
      { kind: 'space', text: '\u00a0' },
      { kind: 'unit', text: 'credits' },
    ]);
  });

  test('marks of direction belong to what they touch', () => {
    expect(formatMinorParts(-1250n, { currency: 'EUR', exponent: 2, locale: 'ar' })).toEqual([
      { kind: 'number', text: '\u200f\u200e-12.50' },
      { kind: 'space', text: '\u00a0' },
      { kind: 'unit', text: '€' },
    ]);
    expect(formatMinorParts(1250n, { currency: 'TND', exponent: 3, locale: 'ar' }).at(-1)).toEqual({
      kind: 'unit',
      text: 'د.ت.\u200f',
    });
  });
});
