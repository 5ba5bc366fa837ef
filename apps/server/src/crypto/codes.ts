import { createHash, randomBytes } from 'node:crypto';
import { plainCode } from '@tercet/contract/words.ts';
import { inLatin } from '../lookalikes.ts';

/** Crockford's base32: no I, L, O or U, so that codes can be read aloud and typed from paper. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** End of a label such as "Invite code:", or of a part of a link such as `/Register?invite=` or `/Invite/`. */
const LABEL_END = /[:：=/]/;

/** Makes a code of `length` random characters, five bits each. */
export function randomCode(length: number): string {
  return codeOf(randomBytes(length), length);
}

/** Makes a code from the first `length` of random bytes, five bits of each. */
export function codeOf(bytes: Buffer, length: number): string {
  return Array.from(bytes.subarray(0, length), (byte) => ALPHABET[byte & 31]).join('');
}

/** Formats a code in groups of four. */
export function grouped(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? '';
}

/**
 * Normalises a typed code. Case, width, spaces, dashes and quotes do not matter. O is read as 0, I and L as 1, and
 * letters of other scripts as the Latin ones that they look like. A label or a link may precede it. Null when it
 * contains any other character.
 */
export function readCode(typed: string): string | null {
  const [code = ''] = typed
    .split(LABEL_END)
    .map((part) => plainCode(inLatin(part)))
    .filter(Boolean)
    .slice(-1);
  const canonical = code.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]+$/.test(canonical) ? canonical : null;
}

/** Hash of a code for storage. `scope` separates equal codes of different kinds or members. */
export function hashCode(scope: string, code: string): Buffer {
  return createHash('sha256').update(`tercet/${scope}\0${code}`).digest();
}
