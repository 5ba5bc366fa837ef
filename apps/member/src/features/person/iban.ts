import { findIban, isIban, isMoreThanIban } from '@tercet/contract/words.ts';

/** An IBAN in groups of four, as banks print it. Leaves input that contains more than an IBAN as typed. */
export function groupedIban(typed: string): string {
  const iban = findIban(typed);
  return !isIban(iban) && isMoreThanIban(typed) ? typed : iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
