import { describe, expect, test } from 'vitest';
import { readAmount } from './index.ts';

describe('a number beyond every amount', () => {
  test.each([
    ['92233720368547758.08', 2, 'en'],
    ['99999999999999999999', 0, 'en'],
    ['99999999999999999999', 2, 'es'],
    ['99,999,999,999,999,999,999.5', 2, 'en'],
  ])('%s with %i decimals is too large, and nothing else', (text, exponent, locale) => {
    const read = readAmount(text, { exponent, locale, currency: 'PLAY', unit: 'credits' } as never);
    expect(read).toEqual({ minor: null, tooLarge: true });
  });

  test.each(['', 'x', '1.2.3', '-5'])('%j is no amount, and not called too large', (text) => {
    expect(readAmount(text, { exponent: 2, locale: 'en', currency: 'PLAY', unit: 'credits' } as never).tooLarge).toBe(
      undefined,
    );
  });
});
