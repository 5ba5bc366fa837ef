export const COMPLAINT_SUBJECTS = ['payment', 'bet', 'account', 'limits', 'service', 'privacy', 'other'] as const;
export const DATA_SUBJECTS = [
  'data-access',
  'data-correction',
  'data-restriction',
  'data-objection',
  'data-erasure',
] as const;

/** True for a request about the member's data. */
export function isDataRequest(subject: string): boolean {
  return DATA_SUBJECTS.some((one) => one === subject);
}

/** Length of a text, in characters. */
export const WORDS = { min: 10, max: 2_000 };

/** True if the length is valid. Like the server, counts characters instead of UTF-16 units. */
export function isFit(words: string): boolean {
  const length = [...words.trim()].length;
  return length >= WORDS.min && length <= WORDS.max;
}
