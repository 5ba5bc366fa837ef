import { plainIban } from '@tercet/contract/words.ts';

const LENGTH_MIN = 15;
const LENGTH_MAX = 34;

/** In groups of four, as banks print it. */
export function groupedIban(typed: string): string {
  return plainIban(typed).replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** Whether form and check digits are right (ISO 13616, mod 97). The server knows each country's length besides. */
export function isIban(typed: string): boolean {
  const iban = plainIban(typed);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) || iban.length < LENGTH_MIN || iban.length > LENGTH_MAX) return false;
  const turned = iban.slice(4) + iban.slice(0, 4);
  const digits = Array.from(turned, (char) => String(Number.parseInt(char, 36))).join('');
  return BigInt(digits) % 97n === 1n;
}
