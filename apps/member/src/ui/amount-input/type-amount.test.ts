import { CURRENCIES, currencyExponent, decimalOf, PLAY, readAmount } from '@tercet/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupedText, signsOf } from './amount-signs.ts';
import { type AmountText, isHalfGrouped, typeAmount } from './type-amount.ts';

const LOCALES = [
  'mn',
  'tg',
  'ar',
  'ar-EG',
  'ko',
  'en',
  'es',
  'es-MX',
  'hy',
  'vi',
  'ms',
  'th',
  'zh-Hant',
  'ja',
  'en-IN',
];
const EMPTY: AmountText = { text: '', isGrouped: true };
const locale = fc.constantFrom(...LOCALES);

describe('the text of an amount', () => {
  it.each([
    ['en', '1234.5', '1,234.5'],
    ['en', '1234.', '1,234.'],
    ['en', '.5', '.5'],
    ['en', '0012', '0012'],
    ['en', '', ''],
    ['es', '12345.5', '12.345,5'],
    ['ar-EG', '1234.5', '١٬٢٣٤٫٥'],
    ['en-IN', '1234567', '12,34,567'],
    ['tg', '1234567.89', '1\u00a0234\u00a0567,89'],
  ])('in %s, %j is %j', (language, amount, text) => {
    expect(groupedText(amount, language)).toBe(text);
  });

  it('has ten digits of its own in every language', () => {
    for (const language of LOCALES) expect(new Set(signsOf(language).digits).size).toBe(10);
  });
});

describe('pasting', () => {
  it.each([
    ['a mark that turns the digits around', '\u202e21', '21', 2],
    ['marks on both sides', '\u2066\u206712\u2069', '12', 2],
    ['a space without width', '2\u200b0', '20', 2],
    ['a joiner', '1\u200d2', '12', 2],
    ['a soft hyphen in a long amount', '1234\u00ad5', '12,345', 6],
    ['only such characters', '\u200f\ufeff', '', 0],
    ['a mark in what is no amount', 'a\u202eb', 'ab', 2],
  ])('%s leaves no invisible character, and shows what is read', (_, pasted, text, caret) => {
    const next = typeAmount(EMPTY, { text: pasted, caret: pasted.length }, 'en');
    expect(next).toMatchObject({ text, caret });
  });

  it('leaves the caret behind what was pasted', () => {
    const before = { text: '34', isGrouped: true };
    expect(typeAmount(before, { text: '\u202e1234', caret: 3 }, 'en')).toMatchObject({ text: '1,234', caret: 3 });
  });
});

describe('typing', () => {
  it.each([
    // Typed, `<` is backspace, `>` delete, `|` moves the caret to the start, `^` by one to the right.
    ['en', '1234', '1,234|'],
    ['en', '1234567.5', '1,234,567.5|'],
    ['en', '1234<', '123|'],
    ['en', '1234|9', '9|1,234'],
    ['en', '1234|^9', '19|,234'],
    ['en', '1234|^^9', '19|,234'],
    ['en', '1234|^>', '1|34'],
    ['en', '1234|^^<', '|234'],
    ['en', '1000|>', '|000'],
    ['en', '1000|>2', '2|,000'],
    ['en', '12 345', '12,345|'],
    ['en', '١٢٣٤', '1,234|'],
    ['es', '12345,5', '12.345,5|'],
    ['ar-EG', '1234', '١٬٢٣٤|'],
    // Another notation: the separators of the field go, those of the person stay.
    ['en', '1234,5', '1234,5|'],
    ['en', '1,234,567', '1,234,567|'],
    ['en', '1,5', '1,5|'],
    ['en', '1,5<<', '1|'],
    ['es', '12345.67', '12345.67|'],
    ['en', '1234-', '1234-|'],
    ['en', '1.2.3', '1.2.3|'],
  ])('in %s, %j makes %j', (language, keys, made) => {
    expect(marked(typeKeys(keys, language))).toBe(made);
  });

  it('makes the amount that was typed, in every language and currency', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 14n }),
        locale,
        fc.constantFrom(...CURRENCIES, PLAY),
        (minor, language, currency) => {
          const exponent = currencyExponent(currency) ?? 2;
          const { decimal } = signsOf(language);
          const typed = typeKeys(decimalOf(minor, exponent).replace('.', decimal), language);
          expect(typed.isGrouped).toBe(true);
          expect(readAmount(typed.text, { currency, exponent, locale: language })).toEqual({ minor });
          expect(typed.caret).toBe(typed.text.length);
        },
      ),
    );
  });

  it('of a digit anywhere leaves the caret behind it, and drops no digit', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        locale,
        fc.nat(),
        fc.nat(9),
        (whole, language, at, digit) => {
          const { digits } = signsOf(language);
          const text = groupedText(String(whole), language);
          const place = at % (text.length + 1);
          const own = digits[digit] ?? '';
          const edited = { text: text.slice(0, place) + own + text.slice(place), caret: place + own.length };
          const next = typeAmount({ text, isGrouped: true }, edited, language);
          const digitsOf = (some: string) => Array.from(some).filter((char) => digits.includes(char));
          expect(digitsOf(next.text)).toEqual(digitsOf(edited.text));
          expect(digitsOf(next.text.slice(0, next.caret))).toEqual(digitsOf(edited.text.slice(0, edited.caret)));
          expect(next.text[next.caret - 1]).toBe(own);
        },
      ),
    );
  });

  it('and backspace always remove one digit or the decimal sign', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 10n, max: 10n ** 12n }), locale, fc.nat(), (whole, language, at) => {
        const { group } = signsOf(language);
        const text = groupedText(String(whole), language);
        const place = (at % text.length) + 1;
        const edited = { text: text.slice(0, place - 1) + text.slice(place), caret: place - 1 };
        const next = typeAmount({ text, isGrouped: true }, edited, language);
        expect(next.text.replaceAll(group, '')).toHaveLength(text.replaceAll(group, '').length - 1);
      }),
    );
  });
});

describe('pasting', () => {
  it.each([
    ['en', '1,000.50', 100_050n],
    ['en', '1 000,50', 100_050n],
    ['en', '1.000,50', 100_050n],
    ['en', '1000.50', 100_050n],
    ['es', '1,000.50', 100_050n],
    ['es', '1 000,50', 100_050n],
    ['es', '1.000,50', 100_050n],
    ['mn', '1,000.50', 100_050n],
    ['tg', '1.000,50', 100_050n],
    ['ar', '1,000.50', 100_050n],
    ['hy', '1.000,50', 100_050n],
    ['en', '1.234', null],
  ])('in %s, %j is %s minor units, unchanged', (language, text, minor) => {
    const pasted = typeAmount(EMPTY, { text, caret: text.length }, language);
    expect(readAmount(pasted.text, { currency: PLAY, exponent: 2, locale: language }).minor).toBe(minor);
    expect(pasted.text.replaceAll(/[\s.,]/g, '')).toBe(text.replaceAll(/[\s.,]/g, ''));
  });

  it('means the same as without the field, in every language', () => {
    const part = fc.constantFrom('1', '23', '456', '000', '50', '.', ',', ' ', '\u00a0', "'");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 7 }), locale, fc.nat(3), (parts, language, exponent) => {
        const text = parts.join('');
        const money = { currency: PLAY, exponent, locale: language };
        const pasted = typeAmount(EMPTY, { text, caret: text.length }, language);
        expect(readAmount(pasted.text, money).minor).toEqual(readAmount(text, money).minor);
      }),
    );
  });

  it('of an amount written like the field goes on grouped', () => {
    const pasted = typeAmount(EMPTY, { text: '1,000', caret: 5 }, 'en');
    expect(typeAmount(pasted, { text: '1,0005', caret: 6 }, 'en').text).toBe('10,005');
  });
});

it.each([
  ['1,234,', true],
  ['1,234,5', true],
  ['1,234,56', true],
  ['1,234,567', false],
  ['1,5', false],
  ['1234,567,8', false],
  ['12,34,5', false],
])('%j is half grouped: %s', (text, isHalf) => {
  expect(isHalfGrouped(text, 'en')).toBe(isHalf);
});

function marked({ text, caret }: { text: string; caret: number }): string {
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

/** Presses keys one by one, as a browser would apply them. */
function typeKeys(keys: string, language: string): AmountText & { caret: number } {
  let field: AmountText & { caret: number } = { ...EMPTY, caret: 0 };
  for (const key of keys) {
    const { text, caret } = field;
    if (key === '|') field = { ...field, caret: 0 };
    else if (key === '^') field = { ...field, caret: caret + 1 };
    else if (key === '<') {
      field = typeAmount(field, { text: text.slice(0, caret - 1) + text.slice(caret), caret: caret - 1 }, language);
    } else if (key === '>') {
      const rest = text.slice(0, caret) + text.slice(caret + 1);
      field = typeAmount(field, { text: rest, caret, deletesForward: true }, language);
    } else {
      field = typeAmount(field, { text: text.slice(0, caret) + key + text.slice(caret), caret: caret + 1 }, language);
    }
  }
  return field;
}
