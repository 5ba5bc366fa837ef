import { getCountrySpecifications } from 'ibantools';
import { withAsciiDigits } from '../digits.ts';
import { readIban } from '../payments/payee-details.ts';
import { withoutWordSigns } from '../word-signs.ts';

/** Letters that nobody sees, which would part what is looked for. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
/** What stands before is no address of mail, whose host is none to open. */
const NO_MAIL = '(?<!@[\\p{L}\\p{N}.-]{0,253})';
const ADDRESSES = [
  /https?:\s{0,8}\/\/|(?<![\p{L}\p{N}@])www\./iu,
  // A name of a host with a path behind it; `24/7` is none.
  new RegExp(`[\\p{L}\\p{N}-](?=\\.\\p{L}{2,24}/[^\\s/])${NO_MAIL}`, 'iu'),
  // Alone, by frequent endings that are no words which a missing space would put behind a full stop.
  new RegExp(
    '[\\p{L}\\p{N}-](?=\\.(?:com|net|org|info|biz|io|xyz|vip|cc|ru|cn|tk)(?![\\p{L}\\p{N}]|-\\p{L}))' + NO_MAIL,
    'iu',
  ),
];
/** An address of a coin: of Ethereum and its kin, and of Bitcoin. */
const COINS = [
  /(?<![\p{L}\p{N}])0x[0-9a-f]{40}(?![\p{L}\p{N}])/iu,
  /(?<![\p{L}\p{N}])(?:bc|ltc)1[02-9ac-hj-np-z]{20,80}(?![\p{L}\p{N}])/iu,
];
/** What Bitcoin and Tron write in base 58 has digits, small letters and capitals. */
const BASE_58 = /(?<![\p{L}\p{N}])[13LMT][1-9A-HJ-NP-Za-km-z]{25,34}(?![\p{L}\p{N}])/gu;
/** How an IBAN begins: country and check digits. */
const IBAN_START = /(?<![A-Z0-9])([A-Z]{2})[ -]?\d[ -]?\d/g;
/** Each country's IBANs have one length. */
const IBAN_LENGTHS = new Map(
  Object.entries(getCountrySpecifications()).map(([country, { chars }]) => [country, chars ?? 0]),
);
/** With a sign between any two of its own. */
const IBAN_SIGNS_MAX = 2 * 34;

/** Whether words name an account to pay to, or lead out of the app. */
export function leadsMoneyOut(typed: string): boolean {
  const text = withAsciiDigits(withoutWordSigns(typed).normalize('NFKC').replaceAll(UNSEEN, ''));
  return [...ADDRESSES, ...COINS].some((one) => one.test(text)) || hasBase58(text) || hasIban(text.toUpperCase());
}

function hasBase58(text: string): boolean {
  return (text.match(BASE_58) ?? []).some((one) => /\d/.test(one) && /[a-z]/.test(one) && /[A-Z]/.test(one));
}

/** Whether an account stands anywhere in it, also in groups. */
function hasIban(text: string): boolean {
  return [...text.matchAll(IBAN_START)].some(({ 1: country = '', index }) => {
    const length = IBAN_LENGTHS.get(country);
    if (!length) return false;
    const signs = text.slice(index, index + IBAN_SIGNS_MAX).replaceAll(/[ .-]/g, '');
    return readIban(signs.slice(0, length)) !== null;
  });
}
