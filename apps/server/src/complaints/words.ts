import { Refusal } from '../refusal.ts';

const WORDS_LENGTH_MIN = 10;
const WORDS_LENGTH_MAX = 2_000;

/** Normalises a text: trimmed, 10 to 2000 characters. Throws `words-bad`. */
export function readWords(typed: string): string {
  const words = typed.trim().toWellFormed();
  const length = [...words].length;
  if (length < WORDS_LENGTH_MIN || length > WORDS_LENGTH_MAX || words.includes('\0')) {
    const params = { min: WORDS_LENGTH_MIN, max: WORDS_LENGTH_MAX };
    throw new Refusal('words-bad', params, { words: 'words-bad' });
  }
  return words;
}
