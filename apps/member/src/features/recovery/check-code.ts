import { plainCode } from '@tercet/contract/words.ts';

/**
 * The place of a typed code among the recovery codes on the page, from 1; null if it is none of them. Case, spaces and
 * dashes do not matter. Only compares: nothing is sent, and no code is used up.
 */
export function placeOfCode(typed: string, codes: readonly string[]): number | null {
  const code = plainly(typed);
  const index = codes.findIndex((each) => plainly(each) === code);
  return index === -1 ? null : index + 1;
}

/** Reads letters that base32 leaves out as the server does. */
function plainly(code: string): string {
  return plainCode(code).replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}
