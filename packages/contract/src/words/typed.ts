/**
 * Text as people type and paste it. Both apps and the server read every field by these functions, so that a character
 * that nobody sees never makes a right entry wrong.
 */

import { ALL_INVISIBLE, ASCII_ONLY } from './invisible.ts';

const DIGIT = /\p{Nd}/gu;
const IS_DIGIT = /^\p{Nd}$/u;

/** The same text in one width and with ASCII digits, without any invisible character or spaces at its ends. */
export function plainText(typed: string): string {
  if (ASCII_ONLY.test(typed)) return typed.trim();
  return asciiDigits(typed.replaceAll(ALL_INVISIBLE, '').normalize('NFKC')).trim();
}

/** Digits of all scripts as 0 to 9. */
export function asciiDigits(text: string): string {
  return ASCII_ONLY.test(text) ? text : text.replaceAll(DIGIT, asciiDigit);
}

/** A code as typed, in capitals, without spaces, punctuation and brackets. The caller checks its alphabet. */
export function plainCode(typed: string): string {
  return plainText(typed)
    .replaceAll(/[\s\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\u2212_.,;!?'"`*<>]/gu, '')
    .toUpperCase();
}

/** An IBAN in its electronic format: capitals, without separators, quotes, brackets or the word "IBAN" before it. */
export function plainIban(typed: string): string {
  const text = plainText(typed)
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\u2212_.,:;/'"]/gu, '');
  return text.replace(/^(?:IBAN)+(?:NUMBER|CODE|NO|NR|N°|NÚM|#|№)?(?=[A-Z]{2}[0-9]{2})/u, '');
}

/**
 * A phone number as it is dialled: ASCII digits, and `+` for `00`. Removes brackets, words and links in front such as
 * `Tel.` or `wa.me`, and punctuation, words or a count such as `(2)` at the end. Removes a `(0)` behind the country
 * code, which is dialled inside the country only. Keeps spaces and dashes, since members read the number in groups.
 */
export function plainPhone(typed: string): string {
  const text = plainText(typed)
    .replace(/^(?:https?:\/\/)?(?:www\.)?wa\.me\/\+?/i, '+')
    .replace(/\s{0,4}[([](?:\d{1,2}|[^\d()[\]]{1,30})[)\]]$/u, '')
    .replace(/^(?:[^\d+(]|\((?![\s+\d]))+/u, '')
    .replaceAll(/[·•‧∙]/g, ' ')
    .replaceAll(/[\p{Pd}\u2212\u30fc]/gu, '-')
    .replace(/^((?:[(\s]*(?:\+|00))[\d\s]{1,6}\)?[\s\-.]*)\(0\)/, '$1')
    .replaceAll(/[()[\]]/g, '')
    .replace(/[\p{P}\s]{1,20}$/u, '')
    .trim();
  return text.replace(/^(?:00|\++)[\s\-.]*(?=[1-9])/, '+');
}

/** The ten of a script stand in a row, their zero first; some scripts follow each other without a gap. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (IS_DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}
