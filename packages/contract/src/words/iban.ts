/** Finding an IBAN in text that a bank or a person wrote around it. */
import { plainIban } from './typed.ts';

/** Characters of an IBAN by country (ISO 13616 registry). */
const LENGTHS = `AD24 AE23 AL28 AT20 AX18 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29
  ES24 FI18 FO18 FR27 GB22 GE22 GF27 GI23 GL18 GP27 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30
  KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MF27 MK19 MN20 MQ27 MR27 MT31 MU30 NC27
  NI28 NL18 NO15 OM23 PF27 PK24 PL28 PM27 PS29 PT25 QA29 RE27 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19
  SK24 SM27 SO23 ST25 SV28 TF27 TL23 TN24 TR26 UA29 VA22 VG24 WF27 XK20 YE30 YT27`;
const LENGTH_OF: ReadonlyMap<string, number> = new Map(
  LENGTHS.split(/\s+/).map((text): [string, number] => [text.slice(0, 2), Number(text.slice(2))]),
);
const LENGTH_MAX = 34;
const BIC_LENGTH_MIN = 8;
const BIC_LENGTHS = [BIC_LENGTH_MIN, 11];
const WORDS = /^[\p{L}\p{M}]*$/u;
const TYPED_LENGTH_MAX = 200;

/**
 * The IBAN in a text, without formatting: alone, or the only one among a name, a label, and a BIC of the same country.
 * Fields of one line join pasted lines without a space, so lines need not be apart. A text with no such IBAN comes back
 * plain: the caller refuses it.
 */
export function findIban(typed: string): string {
  const plain = plainIban(typed.slice(0, TYPED_LENGTH_MAX));
  if (typed.length > TYPED_LENGTH_MAX || isIban(plain)) return plain;
  // With spaces for what parts words.
  const spaced = wordsOf(typed);
  const ends = endsOf(spaced);
  const text = spaced.join('');
  const found = new Set<string>();
  for (const { index } of text.matchAll(/(?=[A-Z]{2}[0-9]{2})/g)) {
    const end = index + (LENGTH_OF.get(text.slice(index, index + 2)) ?? Number.POSITIVE_INFINITY);
    const iban = text.slice(index, end);
    const isWhole = ends.has(end) || /[0-9][^0-9]/.test(text.slice(end - 1, end + 1));
    if (isWhole && isIban(iban) && isBeside(text.slice(0, index), iban) && isBeside(text.slice(end), iban)) {
      found.add(iban);
    }
  }
  const [iban] = found;
  return found.size === 1 && iban !== undefined ? iban : plain;
}

/** Whether length and check digits are right (ISO 13616, mod 97). Countries outside the registry have any length. */
export function isIban(plain: string): boolean {
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,}$/.test(plain) || plain.length > LENGTH_MAX) return false;
  const length = LENGTH_OF.get(plain.slice(0, 2));
  if (length !== undefined && length !== plain.length) return false;
  const turned = plain.slice(4) + plain.slice(0, 4);
  const digits = Array.from(turned, (char) => String(Number.parseInt(char, 36))).join('');
  return BigInt(digits) % 97n === 1n;
}

/** Whether a text holds more than an IBAN of its country can, or begins with something else. */
export function isMoreThanIban(typed: string): boolean {
  const plain = plainIban(wordsOf(typed).join(''));
  if (plain.length > (LENGTH_OF.get(plain.slice(0, 2)) ?? LENGTH_MAX)) return true;
  return plain.length >= BIC_LENGTH_MIN && !/^[A-Z]{2}[0-9]{2}/.test(plain);
}

function wordsOf(typed: string): string[] {
  return typed.split(/[\s,;]+/).map(plainIban);
}

function endsOf(words: readonly string[]): ReadonlySet<number> {
  let at = 0;
  return new Set(words.map((word) => (at += word.length)));
}

/** What may stand beside an IBAN: words without digits, and a BIC of the same country. */
function isBeside(rest: string, iban: string): boolean {
  if (WORDS.test(rest)) return true;
  const starts = Array.from(rest.matchAll(/(?=[A-Z]{6}[A-Z0-9]{2})/g), ({ index }) => index);
  return starts.some((start) => {
    const isSameCountry = rest.startsWith(iban.slice(0, 2), start + 4);
    return (
      isSameCountry && WORDS.test(rest.slice(0, start)) && BIC_LENGTHS.some((length) => endsBic(rest, start, length))
    );
  });
}

function endsBic(rest: string, start: number, length: number): boolean {
  const end = start + length;
  return end <= rest.length && /^[A-Z0-9]+$/.test(rest.slice(start, end)) && WORDS.test(rest.slice(end));
}
