import { getCountrySpecifications } from 'ibantools';
import { withAsciiDigits } from '../digits.ts';
import { readIban } from '../payments/payees/payee-details.ts';
import { withoutWordSigns } from '../word-signs.ts';

/** Invisible characters, which could split a word. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
/** Excludes e-mail addresses, whose host is no link. */
const NO_MAIL = '(?<!@[\\p{L}\\p{N}.-]{0,253})';
const ADDRESSES = [
  /https?:\s{0,8}\/\/|(?<![\p{L}\p{N}@])www\./iu,
  // A host name with a path; `24/7` does not match.
  new RegExp(`[\\p{L}\\p{N}-](?=\\.\\p{L}{2,24}/[^\\s/])${NO_MAIL}`, 'iu'),
  // A host name alone, by frequent top-level domains. These are no words that could follow a full stop without a
  // space.
  new RegExp(
    '[\\p{L}\\p{N}-](?=\\.(?:com|net|org|info|biz|io|xyz|vip|cc|ru|cn|tk)(?![\\p{L}\\p{N}]|-\\p{L}))' + NO_MAIL,
    'iu',
  ),
];
/** Cryptocurrency addresses: Ethereum and compatible ones, and Bitcoin in bech32. */
const COINS = [
  /(?<![\p{L}\p{N}])0x[0-9a-f]{40}(?![\p{L}\p{N}])/iu,
  /(?<![\p{L}\p{N}])(?:bc|ltc)1[02-9ac-hj-np-z]{20,80}(?![\p{L}\p{N}])/iu,
];
/** Bitcoin and Tron addresses in base 58 mix digits, lower case and upper case. */
const BASE_58 = /(?<![\p{L}\p{N}])[13LMT][1-9A-HJ-NP-Za-km-z]{25,34}(?![\p{L}\p{N}])/gu;
/** Start of an IBAN: country code and check digits. */
const IBAN_START = /(?<![A-Z0-9])([A-Z]{2})[ -]?\d[ -]?\d/g;
/** IBAN length by country. */
const IBAN_LENGTHS = new Map(
  Object.entries(getCountrySpecifications()).map(([country, { chars }]) => [country, chars ?? 0]),
);
/** Maximum length of an IBAN with a separator between any two characters. */
const IBAN_SIGNS_MAX = 2 * 34;

/** True if a text names an account to pay to, or leads out of the app. */
export function leadsMoneyOut(typed: string): boolean {
  const text = withAsciiDigits(withoutWordSigns(typed).normalize('NFKC').replaceAll(UNSEEN, ''));
  return [...ADDRESSES, ...COINS].some((one) => one.test(text)) || hasBase58(text) || hasIban(text.toUpperCase());
}

function hasBase58(text: string): boolean {
  return (text.match(BASE_58) ?? []).some((one) => /\d/.test(one) && /[a-z]/.test(one) && /[A-Z]/.test(one));
}

/** True if a text contains an IBAN, also in groups. */
function hasIban(text: string): boolean {
  return [...text.matchAll(IBAN_START)].some(({ 1: country = '', index }) => {
    const length = IBAN_LENGTHS.get(country);
    if (!length) return false;
    const signs = text.slice(index, index + IBAN_SIGNS_MAX).replaceAll(/[ .-]/g, '');
    return readIban(signs.slice(0, length)) !== null;
  });
}
