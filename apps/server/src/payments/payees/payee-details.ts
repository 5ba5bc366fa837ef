import { plainIban, plainPhone } from '@tercet/contract/words.ts';
import { isValidIBAN } from 'ibantools';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

const DOTS = '••••';
const SHOWN = 4;
const PHONE_SHOWN = 2;

/** Normalises an IBAN: no spaces, capitals. Null when its length or its check digits (mod 97) are wrong. */
export function readIban(typed: string): string | null {
  const iban = plainIban(typed);
  return isValidIBAN(iban) ? iban : null;
}

/** Masks an IBAN, as in `DE•• •••• 3000`. */
export function maskIban(iban: string): string {
  return `${iban.slice(0, 2)}•• ${DOTS} ${iban.slice(-SHOWN)}`;
}

/** Masks a card number, as in `•••• 4242`. */
export function maskCard(last4: string): string {
  return `${DOTS} ${last4}`;
}

/** A phone number: its country calling code, and the whole number in E.164. */
export interface Phone {
  countryCode: string;
  e164: string;
}

/** Parses a phone number. Null when it is invalid or has no country code. */
export function readPhone(typed: string): Phone | null {
  const phone = parsePhoneNumberFromString(plainPhone(typed), { extract: false });
  if (!phone?.isValid() || phone.ext) return null;
  return { countryCode: phone.countryCallingCode, e164: phone.number };
}

/** Masks a phone number, as in `+976 •••• 56`. */
export function maskPhone({ countryCode, e164 }: Phone): string {
  return `+${countryCode} ${DOTS} ${e164.slice(-PHONE_SHOWN)}`;
}
