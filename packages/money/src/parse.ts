/** Parses typed amounts with the digits and separators of the reader's region. */
import { memoize } from './memoize.ts';
import { assertExponent, minorOfDigits } from './minor.ts';
import { type MoneyRead, takeUnits } from './units.ts';

interface Separators {
  decimal: ReadonlySet<string>;
  group: ReadonlySet<string>;
}

/**
 * A parsed amount in minor units. Otherwise null, with the reason if known: two possible `readings` in the reader's
 * language, `decimalsMax` if it has more decimals than the currency, `tooLarge` above 2^63 − 1 minor units, or `other`,
 * the sign, code or name of another currency.
 */
export type ReadAmount =
  | { minor: bigint; readings?: never; decimalsMax?: never; other?: never; tooLarge?: never }
  | { minor: null; readings?: readonly [string, string]; decimalsMax?: number; other?: string; tooLarge?: true };

/** One interpretation of a text: digits before and after the decimal separator. */
interface Reading {
  whole: string;
  decimals: string;
}

const TEXT_LENGTH_MAX = 64;
const LOCALES_KEPT_MAX = 32;
const ARABIC_GROUP = '\u066c';
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Full-width and regional keyboard characters, by the ASCII character that is meant. */
const SAME: Readonly<Record<string, string>> = {
  ...{ '、': ',', '。': '.', '\u060c': ',', '’': "'", '‘': "'", '\u02bc': "'", '￥': '¥', '￦': '₩', '￡': '£' },
};
const FULL_WIDTH = { first: 0xff01, last: 0xff5e, ahead: 0xfee0 };
/** A dash instead of decimals, as in "50,-". */
const NO_DECIMALS = /([.,\u066b]) ?\p{Pd}{1,2}$/u;
const SPACE = /[\s\u00a0\u202f]/g;
const PLAIN = /^([0-9]+)(?:\.([0-9]+))?$/;
const DIGITS_ALONE = /^[0-9]+$/;
const GROUP_SIGN = /[., ']/;
/** Groups of three digits; in India of two, except the last. A number does not begin with zero. */
const GROUPED = /^(?:[1-9][0-9]{0,2}(?:,[0-9]{3})+|[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3})$/;
/** Zeros of Arabic, Persian, Thai and Mongolian; the other digits follow each. */
const SCRIPT_ZEROS = [0x0660, 0x06f0, 0x0e50, 0x1810];
const separatorsOf = memoize(LOCALES_KEPT_MAX, findSeparators);

/**
 * Minor units of a typed number of at least 0. Null for anything else: signs, units, misplaced separators, more
 * decimals than the exponent, more than 2^63 − 1, or two possible meanings. Without a locale, the text has ASCII
 * digits, a decimal point and no groups.
 */
export function parseMinor(text: string, exponent: number, locale?: string): bigint | null {
  assertExponent(exponent);
  if (text.length > TEXT_LENGTH_MAX) return null;
  if (locale !== undefined) return readNumber(toPlainSigns(text), exponent, locale).minor;
  const plain = PLAIN.exec(text);
  return plain === null ? null : minorOfDigits(plain[1] ?? '', plain[2] ?? '', exponent);
}

/**
 * Parses an amount as people type or paste it, by the separators of the locale's region. If these give no amount, any
 * other notation with a single meaning counts: in Spanish "1000.50" is a thousand and a half. Text with two meanings is
 * refused with both: in English "1.234" of a currency with two decimals. The currency's own sign, code or name may
 * stand beside the number; another currency's is refused. No digit is ever dropped.
 */
export function readAmount(text: string, money: MoneyRead): ReadAmount {
  assertExponent(money.exponent);
  if (text.length > TEXT_LENGTH_MAX) return { minor: null };
  const { number, other } = takeUnits(toPlainSigns(text), money);
  const read = readNumber(number, money.exponent, money.locale);
  if (other === null) return read;
  return read.minor === null && read.readings === undefined ? { minor: null } : { minor: null, other };
}

/** Parses a number after `toPlainSigns`. */
function readNumber(plain: string, exponent: number, locale: string): ReadAmount {
  const typed = plain.replace(NO_DECIMALS, '$1');
  if (DIGITS_ALONE.test(typed)) return amountOf(typed, '', exponent);
  const [asGroups, asDecimal] = [grouped(typed), withDecimals(typed)];
  const one = asGroups ?? asDecimal;
  if (one === null) return { minor: null };
  if (asGroups === null || asDecimal === null) {
    if (one.decimals.length > exponent) return { minor: null, decimalsMax: exponent };
    return amountOf(one.whole, one.decimals, exponent);
  }

  // One separator with three digits behind it: the region says which it is, if that can be an amount at all.
  const sign = /[^0-9]/.exec(typed)?.[0] ?? '';
  const { decimal, group } = separatorsOf(locale);
  if (group.has(sign)) return amountOf(asGroups.whole, '', exponent);
  if (decimal.has(sign) && exponent >= asDecimal.decimals.length) {
    return amountOf(asDecimal.whole, asDecimal.decimals, exponent);
  }
  return { minor: null, readings: [write(asDecimal, locale, 0), write(asGroups, locale, exponent)] };
}

/** The amount of these digits. They are no more than the exponent allows, so only a large number is refused. */
function amountOf(whole: string, decimals: string, exponent: number): ReadAmount {
  const minor = minorOfDigits(whole, decimals, exponent);
  return minor === null ? { minor, tooLarge: true } : { minor };
}

/** Digits in groups with a single kind of separator and no decimals; null otherwise. */
function grouped(typed: string): Reading | null {
  const sign = GROUP_SIGN.exec(typed)?.[0];
  if (sign === undefined) return null;
  return GROUPED.test(typed.replaceAll(sign, ',')) && !(sign !== ',' && typed.includes(','))
    ? { whole: typed.replaceAll(sign, ''), decimals: '' }
    : null;
}

/**
 * Takes the last separator as the decimal one; the digits before it may be grouped by another. Either side may be
 * empty, as in "12," and ".5". Null if impossible.
 */
function withDecimals(typed: string): Reading | null {
  const parts = /^(.*[0-9])?([.,\u066b])([0-9]*)$/.exec(typed);
  const [, before = '', sign = '', decimals = ''] = parts ?? [];
  if (parts === null || before + decimals === '' || before.includes(sign)) return null;
  if (before === '' || DIGITS_ALONE.test(before)) return { whole: before || '0', decimals };
  const whole = grouped(before)?.whole;
  return whole === undefined ? null : { whole, decimals };
}

/** Formats a reading for the reader's language, with all its decimals. */
function write({ whole, decimals }: Reading, locale: string, decimalsMin: number): string {
  const text = `${whole}.${decimals || '0'}` as Intl.StringNumericLiteral;
  const digits = { minimumFractionDigits: Math.max(decimals.length, decimalsMin), maximumFractionDigits: 20 };
  return new Intl.NumberFormat(locale, { ...digits, useGrouping: 'always' }).format(text);
}

/** Normalizes digits to ASCII, separators to one kind each and widths; removes invisible characters. */
function toPlainSigns(text: string): string {
  const typed = text.replaceAll(INVISIBLE, '').trim().replaceAll(SPACE, ' ').replaceAll(ARABIC_GROUP, "'");
  return Array.from(typed, (char) => {
    const point = char.codePointAt(0) ?? 0;
    if (point >= FULL_WIDTH.first && point <= FULL_WIDTH.last) return String.fromCodePoint(point - FULL_WIDTH.ahead);
    const zero = SCRIPT_ZEROS.find((first) => point >= first && point <= first + 9);
    return zero === undefined ? (SAME[char] ?? char) : String(point - zero);
  }).join('');
}

function findSeparators(locale: string): Separators {
  const own = separatorsIn(locale);
  const latin = separatorsIn(new Intl.Locale(locale, { numberingSystem: 'latn' }).toString());
  const readable = latin.decimal.filter((char) => !own.group.includes(char));
  return { decimal: new Set([...own.decimal, ...readable]), group: new Set([...own.group, ...latin.group]) };
}

function separatorsIn(locale: string): { decimal: string[]; group: string[] } {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1234567.5);
  const textsOf = (type: string) => parts.filter((part) => part.type === type).map(({ value }) => value);
  return { decimal: textsOf('decimal'), group: textsOf('group') };
}
