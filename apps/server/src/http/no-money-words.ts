import { withAsciiDigits } from '../digits.ts';
import { readIban } from '../payments/payee-details.ts';
import type { RefusalCode } from '../refusal.ts';
import { faultIn } from './faults-in.ts';
import type { Http } from './http.ts';

/** Letters that nobody sees, which would part what is looked for. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
/** A scheme, or a name of a host with a path behind it; `24/7` is none. */
const ADDRESS = /https?:\s*\/\/|(?<![\p{L}\p{N}@])www\.|(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}\/[^\s/]/iu;
/** A name of a host alone, by frequent endings that are no words which a missing space would put behind a full stop. */
const HOST =
  /(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]+\.)+(?:com|net|org|info|biz|io|xyz|vip|cc|ru|cn|tk)(?![\p{L}\p{N}]|-\p{L})/iu;
/** An address of a coin: of Ethereum and its kin, of Bitcoin, and what it and Tron write in base 58. */
const COINS = [
  /(?<![\p{L}\p{N}])0x[0-9a-f]{40}(?![\p{L}\p{N}])/iu,
  /(?<![\p{L}\p{N}])(?:bc|ltc)1[02-9ac-hj-np-z]{20,80}(?![\p{L}\p{N}])/iu,
  /(?<![\p{L}\p{N}])(?=[^\s]*\d)(?=[^\s]*[a-z])(?=[^\s]*[A-Z])[13LMT][1-9A-HJ-NP-Za-km-z]{25,34}(?![\p{L}\p{N}])/u,
];
/** How an IBAN begins: country and check digits. */
const IBAN_START = /(?<![A-Z0-9])[A-Z]{2}[ -]?\d[ -]?\d/g;
const IBAN_LENGTHS = { min: 15, max: 34 };
/** With a sign between any two of its own. */
const IBAN_SIGNS_MAX = 2 * IBAN_LENGTHS.max;
/** They lead somewhere on purpose, and are looked at where they are kept. */
const LINKS = new Set(['url', 'link']);

/**
 * What members read from staff never asks them to pay anywhere: on routes that say so (`readByMembers`), words that
 * name an account or lead out of the app are refused. Money goes in and out by the wallet's own screens alone.
 */
export function refuseMoneyWords(http: Http): void {
  http.addHook('preValidation', (request, _, next) => {
    if (!request.routeOptions.config.readByMembers) return next();
    const fault = faultIn(request.body, (text, name) =>
      !LINKS.has(name) && !IDENTIFIER.test(text) && leadsMoneyOut(text) ? 'words-lead-out' : null,
    );
    return next(fault ?? undefined);
  });
}

/** No words, whatever digits are in it. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** An id of ours, or a hash: by chance one holds what is an IBAN, too. */
const IDENTIFIER = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{64})$/i;

/** By the rules of the desk, handed in as they build on these. Throws nothing: a refusal goes to the form. */
export function refuseJudgedWords(http: Http, faultOf: (words: string) => RefusalCode | null): void {
  http.addHook('preValidation', (request, _, next) => {
    if (!request.routeOptions.config.judgedWords) return next();
    const fault = faultIn(request.body, (text, name) => (LINKS.has(name) || UUID.test(text) ? null : faultOf(text)));
    return next(fault ?? undefined);
  });
}

/** For words that reach a member on some ways alone. */
export function leadsMoneyOut(typed: string): boolean {
  const text = withAsciiDigits(typed.normalize('NFKC').replaceAll(UNSEEN, ''));
  return [ADDRESS, HOST, ...COINS].some((one) => one.test(text)) || hasIban(text.toUpperCase());
}

/** Whether an account stands anywhere in it, also in groups. Each country's IBANs have one length. */
function hasIban(text: string): boolean {
  return [...text.matchAll(IBAN_START)].some(({ index }) => {
    const signs = text.slice(index, index + IBAN_SIGNS_MAX).replaceAll(/[ .-]/g, '');
    const letters = /^[A-Z0-9]*/.exec(signs)?.[0] ?? '';
    for (let length = IBAN_LENGTHS.min; length <= Math.min(letters.length, IBAN_LENGTHS.max); length++) {
      if (readIban(letters.slice(0, length)) !== null) return true;
    }
    return false;
  });
}
