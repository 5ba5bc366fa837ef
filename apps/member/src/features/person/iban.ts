import { findIban, isIban, isMoreThanIban } from '@tercet/contract/words.ts';

/** In groups of four, as banks print it. What holds more than an IBAN stays as it was typed. */
export function groupedIban(typed: string): string {
  const iban = findIban(typed);
  return !isIban(iban) && isMoreThanIban(typed) ? typed : iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
