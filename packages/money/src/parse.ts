/** Reading amounts that people type, in the digits and separators of their language. */
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
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Arabic, Persian, Thai, Mongolian and full-width zeros; each script's nine other digits follow its zero. */
const SCRIPT_ZEROS = [0x0660, 0x06f0, 0x0e50, 0x1810, 0xff10];
const GROUPED = /^[0-9]{1,3}(?: [0-9]{3})+$/;
const UNGROUPED = /^[0-9]+$/;
const DECIMALS = /^[0-9]+$/;
const kept = new Map<string, Separators>();

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
  const [whole, decimals, ...more] = splitAtDecimal(typed, separators);
  if (whole === undefined || more.length > 0) return null;
  if (decimals !== undefined && !DECIMALS.test(decimals)) return null;
  const digits = withoutGroups(whole, separators);
  return digits === null ? null : minorOfDigits(digits, decimals ?? '', exponent);
}

function splitAtDecimal(text: string, { decimal }: Separators): string[] {
  const pieces = [''];
  for (const char of text) {
    if (decimal.has(char)) pieces.push('');
    else pieces[pieces.length - 1] += char;
  }
  return pieces;
}

/** The digits of a whole part whose groups, if any, are of three and split by one and the same separator. */
function withoutGroups(whole: string, { group }: Separators): string | null {
  if (UNGROUPED.test(whole)) return whole;
  const used = new Set([...whole].filter((char) => group.has(char)));
  if (used.size !== 1) return null;
  const spaced = [...whole].map((char) => (group.has(char) ? ' ' : char)).join('');
  return GROUPED.test(spaced) ? spaced.replaceAll(' ', '') : null;
}

function toAsciiDigits(text: string): string {
  return Array.from(text, (char) => {
    const point = char.codePointAt(0) ?? 0;
    const zero = SCRIPT_ZEROS.find((first) => point >= first && point <= first + 9);
    return zero === undefined ? char : String(point - zero);
  }).join('');
}

function separatorsOf(locale: string): Separators {
  const known = kept.get(locale);
  if (known !== undefined) return known;
  const own = separatorsIn(locale);
  const latin = separatorsIn(new Intl.Locale(locale, { numberingSystem: 'latn' }).toString());
  const decimal = new Set([own.decimal, ARABIC_DECIMAL]);
  if (own.group !== latin.decimal) decimal.add(latin.decimal);
  const group = new Set([own.group, latin.group, ARABIC_GROUP].filter((char) => char !== '' && !decimal.has(char)));
  if ([...group].some((char) => char.trim() === '')) for (const space of [' ', '\u00a0', '\u202f']) group.add(space);
  if (kept.size >= LOCALES_KEPT_MAX) kept.clear();
  const found = { decimal, group };
  kept.set(locale, found);
  return found;
}

function separatorsIn(locale: string): { decimal: string; group: string } {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1234567.5);
  const textOf = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { decimal: textOf('decimal'), group: textOf('group') };
}
