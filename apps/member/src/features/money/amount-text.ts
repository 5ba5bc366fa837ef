import { decimalOf, parseMinor } from '@tercet/money';
import type { PadKey } from '../../ui/keypad/keypad.tsx';

/** More than twelve digits before the point are a typing error in every currency. */
const WHOLE_DIGITS_MAX = 12;

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
