import { asciiDigits } from '@tercet/contract/words.ts';

/** The same text in one width, with the digits of all scripts in ASCII. */
export function withAsciiDigits(text: string): string {
  return asciiDigits(text.normalize('NFKC'));
}
