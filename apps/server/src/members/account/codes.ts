import { createHash, randomBytes } from 'node:crypto';
import { plainCode } from '@tercet/contract/words.ts';

/** Crockford's base32: no I, L, O or U, so that a code can be read aloud and typed from paper. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Of a label such as "Invite code:", or of a link such as `/Register?invite=`. */
const LABEL_END = /[:：=]/;

/** `length` random characters, five bits each. */
export function randomCode(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte & 31]).join('');
}

/** The code in groups of four, as people read it. */
export function grouped(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? '';
}

/**
 * What a person typed, in canonical characters: case, width, spaces and dashes do not matter, O is 0, I and L are 1.
 * A label or the address of a link may stand before it. Null when another character is in it.
 */
export function readCode(typed: string): string | null {
  const [code = ''] = typed.split(LABEL_END).slice(-1).map(plainCode);
  const canonical = code.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]+$/.test(canonical) ? canonical : null;
}

/** What is stored of a code. `scope` keeps hashes of equal codes of different kinds or members apart. */
export function hashCode(scope: string, code: string): Buffer {
  return createHash('sha256').update(`tercet/${scope}\0${code}`).digest();
}
