/** As many letters as one character may become. */
export const LETTERS_MAX = 4;

/** Characters that stand for whole words in one place, such as U+FDFA (18 letters) and U+3316. */
const WORD_SIGNS = /[\u3300-\u33ff\ufdf0-\ufdff]/g;

/** Bounds what NFKC makes of a text to four letters for each character: a sign for a longer word becomes a space. */
export function withoutWordSigns(text: string): string {
  return text.replaceAll(WORD_SIGNS, (sign) => (sign.normalize('NFKC').length > LETTERS_MAX ? ' ' : sign));
}
