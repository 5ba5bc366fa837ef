import { afterEach, describe, expect, test, vi } from 'vitest';
import { PLAY, readAmount, regionalLocale } from './index.ts';

const USD = { currency: 'USD', exponent: 2, locale: 'en' };

describe('a sign of another keyboard is what it stands for', () => {
  test.each([
    ['12、34', 1234n],
    ['12。34', 1234n],
    ['12\u060c34', 1234n],
    ['1’234.50', 123450n],
    ['1‘234.50', 123450n],
    ['1\u02bc234.50', 123450n],
  ])('%j', (text, minor) => {
    expect(readAmount(text, USD)).toStrictEqual({ minor });
  });

  test.each(['12’34', '12‘34', '12\u02bc34'])('%j has a group of two digits', (text) => {
    expect(readAmount(text, USD)).toStrictEqual({ minor: null });
  });

  test.each([
    ['￥100', '¥'],
    ['￦100', '₩'],
    ['￡100', '£'],
    // A sign that no list has, on either side.
    ['100₿', '₿'],
    ['₿100', '₿'],
  ])('%j is of another currency', (text, other) => {
    expect(readAmount(text, USD)).toStrictEqual({ minor: null, other });
  });

  test('play credits have no code of their own', () => {
    expect(readAmount(`${PLAY} 100`, USD)).toStrictEqual({ minor: null });
  });
});

describe('an amount', () => {
  test.each(['50,-5', '123,45,678', '012,345', '20 usdusd', '1,234,', '0,123,456'])('is not %j', (text) => {
    expect(readAmount(text, USD).minor).toBeNull();
  });

  test('in groups as in India is read at any length', () => {
    expect(readAmount('1,23,45,67,890', USD)).toStrictEqual({ minor: 123_456_789_000n });
  });

  test('that is none belongs to no currency', () => {
    expect(readAmount('1x₿', USD)).toStrictEqual({ minor: null });
  });

  test('of a group and a dash has no second meaning', () => {
    expect(readAmount('1.234,-', USD)).toStrictEqual({ minor: 123400n });
  });

  test('has at most 64 characters', () => {
    expect(readAmount('0'.repeat(64), USD)).toStrictEqual({ minor: 0n });
    expect(readAmount('0'.repeat(65), USD)).toStrictEqual({ minor: null });
  });

  test('of an impossible exponent is the caller’s mistake, also for a text that is none', () => {
    expect(() => readAmount('x', { ...USD, exponent: -1 })).toThrow(RangeError);
  });

  test('in Arabic digits or in Latin ones has the separators of both', () => {
    const egypt = { currency: 'EGP', exponent: 2, locale: 'ar-EG' };
    expect(readAmount('1,234', egypt)).toStrictEqual({ minor: 123400n });
    expect(readAmount('١٬٢٣٤', egypt)).toStrictEqual({ minor: 123400n });
    expect(readAmount('1.234', { ...egypt, exponent: 3 })).toStrictEqual({ minor: 1234n });
    expect(readAmount('١٫٢٣٤', { ...egypt, exponent: 3 })).toStrictEqual({ minor: 1234n });
  });
});

describe('a browser', () => {
  afterEach(() => vi.restoreAllMocks());

  test('that does not know Tajik writes it as Russian, and other languages as they are', () => {
    expect(regionalLocale('tg', ['tg-TJ'])).toBe('tg-TJ-u-nu-latn');
    vi.spyOn(Intl.NumberFormat, 'supportedLocalesOf').mockReturnValue([]);
    expect(regionalLocale('tg', ['tg-TJ'])).toBe('ru');
    expect(regionalLocale('es', ['es-MX'])).toBe('es-MX-u-nu-latn');
  });
});
