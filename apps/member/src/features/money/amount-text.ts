import { decimalOf, formatMinor, PLAY, parseMinor } from '@tercet/money';
import type { PadKey } from '../../ui/keypad/keypad.tsx';

/** More than twelve digits before the point are a typing error in every currency. */
const WHOLE_DIGITS_MAX = 12;

/** Digits 0 to 9 and decimal sign of a language. */
export function signsOf(locale: string): { digits: string[]; decimal: string } {
  const plain = new Intl.NumberFormat(locale, { useGrouping: false, minimumFractionDigits: 1 });
  const digits = Array.from({ length: 10 }, (_, digit) => plain.formatToParts(digit)[0]?.value ?? String(digit));
  const decimal = plain.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return { digits, decimal };
}

/**
 * The unfinished amount on the keypad after a key: ASCII digits and a point, such as `12.` or `12.5`; empty for none.
 *
 * Ignores keys that would make it invalid in the currency.
 */
export function pressKey(amount: string, key: PadKey, exponent: number): string {
  if (key === 'delete') return amount.slice(0, -1);
  if (key === 'decimal') return exponent === 0 || amount.includes('.') ? amount : `${amount === '' ? '0' : amount}.`;
  const [whole = '', decimals] = amount.split('.');
  if (decimals !== undefined) return decimals.length < exponent ? amount + key : amount;
  if (whole.length >= WHOLE_DIGITS_MAX) return amount;
  return whole === '0' ? key : whole + key;
}

/** Minor units of an unfinished amount; null if empty. */
export function minorOf(amount: string, exponent: number): bigint | null {
  return parseMinor(amount.replace(/\.$/, ''), exponent);
}

/** Minor units as an unfinished amount, without zero decimals. */
export function amountOf(minor: bigint | null, exponent: number): string {
  if (minor === null) return '';
  const plain = decimalOf(minor, exponent);
  return /\.0+$/.test(plain) ? plain.slice(0, plain.indexOf('.')) : plain;
}

/** An unfinished amount in the language's digits, without grouping, for typing. */
export function typedText(amount: string, locale: string): string {
  const { digits, decimal } = signsOf(locale);
  return Array.from(amount, (char) => (char === '.' ? decimal : (digits[Number(char)] ?? char))).join('');
}

/** An unfinished amount in the language's digits and grouping, with the decimals entered so far. */
export function readText(amount: string, locale: string): string {
  if (amount === '') return '';
  const [whole = '0', decimals] = amount.split('.');
  const grouped = formatMinor(BigInt(whole), { currency: PLAY, exponent: 0, locale });
  return decimals === undefined ? grouped : grouped + typedText(`.${decimals}`, locale);
}
