import { decimalOf, formatMinor, PLAY, parseMinor } from '@tercet/money';
import type { PadKey } from '../../ui/keypad/keypad.tsx';

/** Twelve digits before the point: more is a slip of the finger in every currency. */
const WHOLE_DIGITS_MAX = 12;

/** How a language writes the digits 0 to 9 and the decimal sign. */
export function signsOf(locale: string): { digits: string[]; decimal: string } {
  const plain = new Intl.NumberFormat(locale, { useGrouping: false, minimumFractionDigits: 1 });
  const digits = Array.from({ length: 10 }, (_, digit) => plain.formatToParts(digit)[0]?.value ?? String(digit));
  const decimal = plain.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return { digits, decimal };
}

/**
 * The amount being put together on the keypad: ASCII digits and a point, such as `12.` or `12.5`, empty for none. A key
 * that makes no amount of the currency changes nothing.
 */
export function pressKey(amount: string, key: PadKey, exponent: number): string {
  if (key === 'delete') return amount.slice(0, -1);
  if (key === 'decimal') return exponent === 0 || amount.includes('.') ? amount : `${amount === '' ? '0' : amount}.`;
  const [whole = '', decimals] = amount.split('.');
  if (decimals !== undefined) return decimals.length < exponent ? amount + key : amount;
  if (whole.length >= WHOLE_DIGITS_MAX) return amount;
  return whole === '0' ? key : whole + key;
}

/** Minor units of an amount being put together; null for none. */
export function minorOf(amount: string, exponent: number): bigint | null {
  return parseMinor(amount.replace(/\.$/, ''), exponent);
}

/** Minor units as an amount that can be put together further, without decimals that say nothing. */
export function amountOf(minor: bigint | null, exponent: number): string {
  if (minor === null) return '';
  const plain = decimalOf(minor, exponent);
  return /\.0+$/.test(plain) ? plain.slice(0, plain.indexOf('.')) : plain;
}

/** Written in the language's digits, without groups, as it is typed. */
export function typedText(amount: string, locale: string): string {
  const { digits, decimal } = signsOf(locale);
  return Array.from(amount, (char) => (char === '.' ? decimal : (digits[Number(char)] ?? char))).join('');
}

/** Written as it is read: in the language's digits and groups, the decimals as far as they are there. */
export function readText(amount: string, locale: string): string {
  if (amount === '') return '';
  const [whole = '0', decimals] = amount.split('.');
  const grouped = formatMinor(BigInt(whole), { currency: PLAY, exponent: 0, locale });
  return decimals === undefined ? grouped : grouped + typedText(`.${decimals}`, locale);
}
