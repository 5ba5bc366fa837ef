/** Reading amounts that people type, in the digits and separators of their language. */
import { memoize } from './memoize.ts';
import { assertExponent, minorOfDigits } from './minor.ts';

interface Separators {
  decimal: ReadonlySet<string>;
  group: ReadonlySet<string>;
}

const TEXT_LENGTH_MAX = 64;
const LOCALES_KEPT_MAX = 32;
const PLAIN: Separators = { decimal: new Set(['.']), group: new Set() };
const ARABIC_DECIMAL = '\u066b';
const ARABIC_GROUP = '\u066c';
/** Those that CLDR groups digits with; people type one for another. */
const SPACES = [' ', '\u00a0', '\u202f'];
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Arabic, Persian, Thai, Mongolian and full-width zeros; each script's nine other digits follow its zero. */
const SCRIPT_ZEROS = [0x0660, 0x06f0, 0x0e50, 0x1810, 0xff10];
const FIRST_GROUP = /^[0-9]{1,3}$/;
const GROUP = /^[0-9]{3}$/;
const DIGITS = /^[0-9]+$/;
const separatorsOf = memoize(LOCALES_KEPT_MAX, findSeparators);

/**
 * Minor units of a typed amount from 0 up, or null when it is not one: signs, units, stray or ambiguous separators,
 * more decimals than the currency has, more than 2^63 − 1. Without a locale the text is plain: ASCII digits, a point,
 * no groups. With one, the digits of the languages' scripts and the locale's separators are read, and groups must be
 * whole: in English "1,000" is a thousand, "1,5" is refused.
 */
export function parseMinor(text: string, exponent: number, locale?: string): bigint | null {
  assertExponent(exponent);
  if (text.length > TEXT_LENGTH_MAX) return null;
  const separators = locale === undefined ? PLAIN : separatorsOf(locale);
  const typed = locale === undefined ? text : toAsciiDigits(text.replace(DIRECTION_MARKS, '').trim());
  const parts = splitAtDecimal(typed, separators);
  if (parts === null || (parts.decimals !== null && !DIGITS.test(parts.decimals))) return null;
  const whole = withoutGroups(parts.whole, separators);
  return whole === null ? null : minorOfDigits(whole, parts.decimals ?? '', exponent);
}

/** What stands before and behind the one separator of decimals; null where there are several. */
function splitAtDecimal(text: string, { decimal }: Separators): { whole: string; decimals: string | null } | null {
  let whole = '';
  let decimals: string | null = null;
  for (const char of text) {
    if (decimal.has(char)) {
      if (decimals !== null) return null;
      decimals = '';
    } else if (decimals === null) whole += char;
    else decimals += char;
  }
  return { whole, decimals };
}

/** The digits of a whole part whose groups, if any, are of three and split by one and the same separator. */
function withoutGroups(whole: string, { group }: Separators): string | null {
  if (DIGITS.test(whole)) return whole;
  for (const separator of group) {
    const groups = whole.split(separator);
    if (groups.every((digits, place) => (place === 0 ? FIRST_GROUP : GROUP).test(digits))) return groups.join('');
  }
  return null;
}

function toAsciiDigits(text: string): string {
  return Array.from(text, (char) => {
    const point = char.codePointAt(0) ?? 0;
    const zero = SCRIPT_ZEROS.find((first) => point >= first && point <= first + 9);
    return zero === undefined ? char : String(point - zero);
  }).join('');
}

function findSeparators(locale: string): Separators {
  const own = separatorsIn(locale);
  const latin = separatorsIn(new Intl.Locale(locale, { numberingSystem: 'latn' }).toString());
  const readable = latin.decimal.filter((char) => !own.group.includes(char));
  const group = new Set([...own.group, ...latin.group, ARABIC_GROUP]);
  if (SPACES.some((space) => group.has(space))) for (const space of SPACES) group.add(space);
  return { decimal: new Set([...own.decimal, ...readable, ARABIC_DECIMAL]), group };
}

function separatorsIn(locale: string): { decimal: string[]; group: string[] } {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1234567.5);
  const textsOf = (type: string) => parts.filter((part) => part.type === type).map(({ value }) => value);
  return { decimal: textsOf('decimal'), group: textsOf('group') };
}
