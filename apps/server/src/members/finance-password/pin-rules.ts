import { isWeakPin } from '@tercet/contract/weak-pin.ts';
import { plainText } from '@tercet/contract/words.ts';
import type { RefusalCode } from '../../refusal.ts';

const PIN = /^\d{4}$/;

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
  return isWeakPin(pin) || isOfBirth(pin, birthDate) ? 'finance-password-weak' : null;
}

function isOfBirth(pin: string, birthDate: string): boolean {
  const [year = '', month = '', day = ''] = birthDate.split('-');
  const short = year.slice(2);
  return [year, day + month, month + day, month + short, short + month, day + short, short + day].includes(pin);
}
