import { plainPhone } from '@tercet/contract/words.ts';
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

export type { CountryCode } from 'libphonenumber-js/min';

export interface Country {
  code: CountryCode;
  /** Such as `+976`. */
  calling: string;
  name: string;
}

/** All countries with their calling codes, sorted by name in the reader's language. */
export function countriesIn(locale: string): Country[] {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  return getCountries()
    .map((code) => ({ code, calling: `+${getCountryCallingCode(code)}`, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, locale));
}

export function isCountry(code: string): code is CountryCode {
  return (getCountries() as string[]).includes(code);
}

/** A phone number in E.164, read as dialled in a country or with its own `+`. Null if it is not a number. */
export function readPhone(typed: string, country: CountryCode): { e164: string; written: string } | null {
  const phone = parsePhoneNumberFromString(plainPhone(typed), { defaultCountry: country, extract: false });
  return phone?.isPossible() === true ? { e164: phone.number, written: phone.formatInternational() } : null;
}
