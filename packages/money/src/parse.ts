/** Reading amounts that people type, in the digits and separators of their region. */
import { memoize } from './memoize.ts';
import { assertExponent, minorOfDigits } from './minor.ts';

interface Separators {
  decimal: ReadonlySet<string>;
  group: ReadonlySet<string>;
}

/** An amount in minor units; or what a text could mean, written in the reader's language; or neither. */
export type ReadAmount = { minor: bigint; readings?: never } | { minor: null; readings?: readonly [string, string] };

/** One way to read a text: its digits before and behind the decimal sign. */
interface Reading {
  whole: string;
  decimals: string;
}

const TEXT_LENGTH_MAX = 64;
const LOCALES_KEPT_MAX = 32;
const ARABIC_GROUP = '\u066c';
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Separators of full width and of Arabic keyboards, as they are meant. */
const SAME: Readonly<Record<string, string>> = {
  ...{ '，': ',', '．': '.', '、': ',', '。': '.', '\u060c': ',', '’': "'", '‘': "'", '＇': "'", '\u02bc': "'" },
};
const SPACE = /[\s\u00a0\u202f]/g;
const PLAIN = /^([0-9]+)(?:\.([0-9]+))?$/;
const DIGITS_ALONE = /^[0-9]+$/;
const GROUP_SIGN = /[., ']/;
/** Groups of three; in India of two, but for the last. No number begins with a zero. */
const GROUPED = /^(?:[1-9][0-9]{0,2}(?:,[0-9]{3})+|[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3})$/;
/** Arabic, Persian, Thai, Mongolian and full-width zeros; each script's nine other digits follow its zero. */
const SCRIPT_ZEROS = [0x0660, 0x06f0, 0x0e50, 0x1810, 0xff10];
const separatorsOf = memoize(LOCALES_KEPT_MAX, findSeparators);

/**
 * Minor units of a typed amount from 0 up, or null when it is not one: signs, units, stray separators, more decimals
 * than the currency has, more than 2^63 − 1, or a text that could mean two amounts. Without a locale the text is plain:
 * ASCII digits, a point, no groups.
 */
export function parseMinor(text: string, exponent: number, locale?: string): bigint | null {
  if (locale !== undefined) return readAmount(text, exponent, locale).minor;
  assertExponent(exponent);
  const plain = text.length > TEXT_LENGTH_MAX ? null : PLAIN.exec(text);
  return plain === null ? null : minorOfDigits(plain[1] ?? '', plain[2] ?? '', exponent);
}

/**
 * The same by the separators of a locale's region. Where that makes no amount of a text, any other way to write numbers
 * counts that leaves one meaning: in Spanish "1000.50" is a thousand and a half. What could mean two amounts is refused
 * with both: in English "1.234" of a currency with two decimals. No digit is ever dropped.
 */
export function readAmount(text: string, exponent: number, locale: string): ReadAmount {
  assertExponent(exponent);
  const none = { minor: null };
  if (text.length > TEXT_LENGTH_MAX) return none;
  const typed = toPlainSigns(text);
  if (DIGITS_ALONE.test(typed)) return { minor: minorOfDigits(typed, '', exponent) };
  const [asGroups, asDecimal] = [grouped(typed), withDecimals(typed)];
  const one = asGroups ?? asDecimal;
  if (one === null) return none;
  if (asGroups === null || asDecimal === null) return { minor: minorOfDigits(one.whole, one.decimals, exponent) };

  // One separator with three digits behind it: the region says which it is, if that can be an amount at all.
  const sign = /[^0-9]/.exec(typed)?.[0] ?? '';
  const { decimal, group } = separatorsOf(locale);
  if (group.has(sign)) return { minor: minorOfDigits(asGroups.whole, '', exponent) };
  if (decimal.has(sign) && exponent >= asDecimal.decimals.length) {
    return { minor: minorOfDigits(asDecimal.whole, asDecimal.decimals, exponent) };
  }
  return { minor: null, readings: [write(asDecimal, locale, 0), write(asGroups, locale, exponent)] };
}

/** Digits in groups, all parted by one and the same sign, and nothing behind them. */
function grouped(typed: string): Reading | null {
  const sign = GROUP_SIGN.exec(typed)?.[0];
  if (sign === undefined) return null;
  return GROUPED.test(typed.replaceAll(sign, ',')) && !(sign !== ',' && typed.includes(','))
    ? { whole: typed.replaceAll(sign, ''), decimals: '' }
    : null;
}

/** The last sign as that of decimals; what stands before it may be in groups, parted by another sign. */
function withDecimals(typed: string): Reading | null {
  const parts = /^(.*[0-9])([.,\u066b])([0-9]+)$/.exec(typed);
  const [, before = '', sign = '', decimals = ''] = parts ?? [];
  if (parts === null || before.includes(sign)) return null;
  if (DIGITS_ALONE.test(before)) return { whole: before, decimals };
  const whole = grouped(before)?.whole;
  return whole === undefined ? null : { whole, decimals };
}

/** A reading as the reader's language writes it, with all of its decimals. */
function write({ whole, decimals }: Reading, locale: string, decimalsMin: number): string {
  const text = `${whole}.${decimals || '0'}` as Intl.StringNumericLiteral;
  const digits = { minimumFractionDigits: Math.max(decimals.length, decimalsMin), maximumFractionDigits: 20 };
  return new Intl.NumberFormat(locale, { ...digits, useGrouping: 'always' }).format(text);
}

/** ASCII digits; one kind of each separator; no invisible characters. */
function toPlainSigns(text: string): string {
  const typed = text.replaceAll(INVISIBLE, '').trim().replaceAll(SPACE, ' ').replaceAll(ARABIC_GROUP, "'");
  return Array.from(typed, (char) => {
    const point = char.codePointAt(0) ?? 0;
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
