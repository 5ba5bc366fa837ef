import { Refusal } from '../refusal.ts';

export const WORDS_LENGTH = { min: 1, max: 2_000 } as const;

/** A visible character; invisible ones do not count. */
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** A text as stored: trimmed, 1 to 2000 characters. Throws `words-bad`. */
export function readWords(typed: string): string {
  const words = typed.trim().toWellFormed();
  if (!SEEN.test(words) || [...words].length > WORDS_LENGTH.max || words.includes('\0')) {
    throw new Refusal('words-bad', WORDS_LENGTH, { words: 'words-bad' });
  }
  return words;
}
