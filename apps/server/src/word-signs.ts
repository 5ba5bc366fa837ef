/** Maximum letters that one character may expand to. */
export const LETTERS_MAX = 4;

/** Characters that stand for whole words, such as U+FDFA (18 letters) and U+3316. */
const WORD_SIGNS = /[\u3300-\u33ff\ufdf0-\ufdff]/g;

/** Limits NFKC's expansion to four letters per character: a character for a longer word becomes a space. */
export function withoutWordSigns(text: string): string {
  return text.replaceAll(WORD_SIGNS, (sign) => (sign.normalize('NFKC').length > LETTERS_MAX ? ' ' : sign));
}
