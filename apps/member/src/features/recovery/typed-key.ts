import { plainCode } from '@tercet/contract/words.ts';
import type { VisitorKey } from '../../api/shared/types.ts';

const NUMBER_LENGTH = 8;
const SECRET_LENGTH = 16;
/** Base32 without I, L, O and U. */
const CODE = /^[0-9A-HJKMNP-TV-Z]+$/;
const GROUPED_NUMBER = /(?<![\w-])\w{4}-\w{4}(?![\w-])/;
const GROUPED_SECRET = /(?<![\w-])\w{4}(?:-\w{4}){3}(?![\w-])/;
const LABEL_END = /[:：=]/;

/**
 * The number and secret of a conversation as typed or pasted. The number's field may hold both, as in the saved file.
 * Case, spaces and dashes do not matter, and a label may precede each. A part that cannot be one is null.
 */
export function readTypedKey(typed: VisitorKey): { number: string | null; secret: string | null } {
  const both = readPasted(typed.number) ?? readPasted(typed.secret);
  if (both !== null) return both;
  return { number: readCode(typed.number, NUMBER_LENGTH), secret: readCode(typed.secret, SECRET_LENGTH) };
}

/** Formats a number or secret in groups of four. */
export function groupedCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? '';
}

/** Reads a text that holds both, in groups of four; null if it does not. */
function readPasted(text: string): VisitorKey | null {
  const secret = readCode(GROUPED_SECRET.exec(text)?.[0] ?? '', SECRET_LENGTH);
  const number = readCode(GROUPED_NUMBER.exec(text)?.[0] ?? '', NUMBER_LENGTH);
  return number !== null && secret !== null ? { number, secret } : null;
}

function readCode(typed: string, length: number): string | null {
  const last = typed.split(LABEL_END).at(-1) ?? '';
  const code = plainCode(last).replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return code.length === length && CODE.test(code) ? code : null;
}
