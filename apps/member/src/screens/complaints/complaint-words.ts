/** Length of a text, in characters. */
export const WORDS = { min: 10, max: 2_000 };

/** True if the length is valid. Like the server, counts characters instead of UTF-16 units. */
export function isFit(words: string): boolean {
  const length = [...words.trim()].length;
  return length >= WORDS.min && length <= WORDS.max;
}
