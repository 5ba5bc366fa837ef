import { withAsciiDigits } from '../digits.ts';

/**
 * 13 to 19 digits, also in groups, that begin like a card number. Digits inside a longer word (a hash, an id) do not
 * count, nor does a number after a plus, which is a phone number.
 */
const CANDIDATE = /(?<![\w+.-])[2-6](?:[ -]?\d){12,18}(?![\w-]|\.\d)/g;

/** True if a text contains a card number. */
export function hasCardNumber(text: string): boolean {
  const candidates = withAsciiDigits(text).match(CANDIDATE) ?? [];
  return candidates.some((candidate) => isLuhn(candidate.replaceAll(/[ -]/g, '')));
}

/** Luhn check (ISO/IEC 7812-1, annex B): from the right, every second digit counts twice. */
function isLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
