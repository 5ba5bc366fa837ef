/** Money as integer minor units in a bigint. `exponent` is the number of decimals: 2 for EUR, 0 for JPY. */

const EXPONENT_MAX = 6;
const MINOR_MAX = 2n ** 63n - 1n;

/** Throws a RangeError unless the exponent is an integer from 0 to 6. */
export function assertExponent(exponent: number): void {
  if (!Number.isInteger(exponent) || exponent < 0 || exponent > EXPONENT_MAX) {
    throw new RangeError('an exponent is from 0 to 6');
  }
}

/** Plain decimal text with every decimal: 1234n and 2 give "12.34". */
export function decimalOf(minor: bigint, exponent: number): string {
  assertExponent(exponent);
  const isNegative = minor < 0n;
  const digits = (isNegative ? -minor : minor).toString().padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const decimals = digits.slice(digits.length - exponent);
  return `${isNegative ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`;
}

/**
 * Minor units of ASCII digits before and after the decimal point. Null for too many decimals, or above 2^63 − 1. The
 * exponent must be valid by `assertExponent`.
 */
export function minorOfDigits(whole: string, decimals: string, exponent: number): bigint | null {
  if (decimals.length > exponent) return null;
  const minor = BigInt(whole + decimals.padEnd(exponent, '0'));
  return minor <= MINOR_MAX ? minor : null;
}
