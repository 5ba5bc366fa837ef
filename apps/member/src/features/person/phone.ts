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

export interface Phone {
  e164: string;
  /** With its calling code. */
  written: string;
  /** Without it, as dialled in the country. */
  national: string;
  /** The country of the number; null if several countries share its calling code and the number fits more than one. */
  country: CountryCode | null;
  /** True if it was typed with its calling code. */
  isInternational: boolean;
}

/** A phone number, read as dialled in a country or with its own `+` or `00`. Null if it is not a number. */
export function readPhone(typed: string, country: CountryCode): Phone | null {
  const plain = plainPhone(typed);
  const phone = parsePhoneNumberFromString(plain, { defaultCountry: country, extract: false });
  if (phone?.isPossible() !== true) return null;
  const shares = getCountryCallingCode(country) === phone.countryCallingCode;
  return {
    e164: phone.number,
    written: phone.formatInternational(),
    national: phone.formatNational(),
    // The chosen country, where it has the same calling code as others.
    country: shares ? country : (phone.country ?? null),
    isInternational: plain.startsWith('+'),
  };
}

/** The countries with those that are likely in front, in the order given. */
export function likelyFirst(countries: readonly Country[], likely: readonly (string | undefined)[]): Country[] {
  const first = [...new Set(likely)].flatMap((code) => countries.find((country) => country.code === code) ?? []);
  return [...first, ...countries.filter((country) => !first.includes(country))];
}
