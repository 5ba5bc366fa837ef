import { plainText } from '@tercet/contract/words.ts';
import type { RefusalCode } from '../../refusal.ts';

const PIN = /^\d{4}$/;
/** Lines and corners of a telephone keypad, and the most common PINs in lists of stolen ones. */
const COMMON = new Set(
  ['2580', '0852', '1470', '0741', '3690', '0963', '1397', '1379', '7931', '9731', '3179', '7139']
    .concat(['9713', '1793', '3971', '1590', '0951', '3570', '0753', '1004', '5683', '0007', '1342', '4200'])
    .concat(['0420', '1478', '3698', '1236', '7896', '1235', '1230', '1243', '1324', '1423']),
);

/**
 * Normalises a typed finance password to ASCII digits, because keyboards of other scripts have their own. Null when it
 * is not four digits.
 */
export function readPin(typed: string): string | null {
  const plain = plainText(typed);
  return PIN.test(plain) ? plain : null;
}

/** Fault of a new finance password, or null. `birthDate` is the member's own, `YYYY-MM-DD`. */
export function pinFault(typed: string, birthDate: string): RefusalCode | null {
  if (typed === '') return 'fill-in';
  const pin = readPin(typed);
  if (pin === null) return 'fill-in';
  const isWeak = COMMON.has(pin) || hasPattern(pin) || /^(19|20)/.test(pin) || isOfBirth(pin, birthDate);
  return isWeak ? 'finance-password-weak' : null;
}

/**
 * True for equal digits, a constant step (also past nine, as in 7890), two alternating digits, pairs, or a palindrome.
 */
function hasPattern(pin: string): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = Array.from(pin, Number);
  const step = (b - a + 10) % 10;
  const isRun = (c - b + 10) % 10 === step && (d - c + 10) % 10 === step;
  return isRun || (a === c && b === d) || (a === b && c === d) || (a === d && b === c);
}

function isOfBirth(pin: string, birthDate: string): boolean {
  const [year = '', month = '', day = ''] = birthDate.split('-');
  const short = year.slice(2);
  return [year, day + month, month + day, month + short, short + month, day + short, short + day].includes(pin);
}
