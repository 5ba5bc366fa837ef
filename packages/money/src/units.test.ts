import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CURRENCIES, currencyExponent, formatMinor, PLAY, readAmount } from './index.ts';

const LOCALES = ['mn', 'tg', 'ar', 'ar-EG', 'ko', 'en', 'es', 'hy', 'vi', 'ms', 'th', 'th-u-nu-thai', 'zh-Hant', 'ja'];

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
  ])('%s in %s refuses %j', (currency, locale, text) => {
    expect(readAmount(text, money(currency, locale))).toEqual({ minor: null });
  });

  test('a sign beside too many decimals', () => {
    expect(readAmount('€0.001', money('EUR', 'en'))).toEqual({ minor: null, decimalsMax: 2 });
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
