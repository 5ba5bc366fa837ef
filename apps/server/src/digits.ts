import { asciiDigits } from '@tercet/contract/words.ts';

/** The text in NFKC, with the digits of all scripts as ASCII. */
export function withAsciiDigits(text: string): string {
  return asciiDigits(text.normalize('NFKC'));
}
