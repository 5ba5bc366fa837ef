import { plainIban, plainPhone } from '@tercet/contract/words.ts';
import { isValidIBAN } from 'ibantools';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

const DOTS = '••••';
const SHOWN = 4;
const PHONE_SHOWN = 2;

/** An IBAN as it is kept: without spaces, in capitals. Null where its length or its check digits (mod 97) are wrong. */
export function readIban(typed: string): string | null {
  const iban = plainIban(typed);
  return isValidIBAN(iban) ? iban : null;
}

/** Such as `DE•• •••• 3000`. */
export function maskIban(iban: string): string {
  return `${iban.slice(0, 2)}•• ${DOTS} ${iban.slice(-SHOWN)}`;
}

/** Such as `•••• 4242`. */
export function maskCard(last4: string): string {
  return `${DOTS} ${last4}`;
}

/** Which country a phone belongs to, and its whole number by E.164. */
export interface Phone {
  countryCode: string;
  e164: string;
}

/** Null for what is no phone number with its country in front. */
export function readPhone(typed: string): Phone | null {
  const phone = parsePhoneNumberFromString(plainPhone(typed), { extract: false });
  if (!phone?.isValid() || phone.ext) return null;
  return { countryCode: phone.countryCallingCode, e164: phone.number };
}

/** Such as `+976 •••• 56`. */
export function maskPhone({ countryCode, e164 }: Phone): string {
  return `+${countryCode} ${DOTS} ${e164.slice(-PHONE_SHOWN)}`;
}
