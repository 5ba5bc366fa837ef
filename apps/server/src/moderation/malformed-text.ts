/** Control characters except tab and line ends. PostgreSQL rejects NUL in a text. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;
/**
 * More marks on one letter than the Stream-Safe Text Format of Unicode (UAX 15) allows. No language has them, and
 * their normalization takes quadratic time.
 */
const PILED_MARKS = /\p{M}{31}/u;

/** True for a text that no keyboard produces: lone surrogates, control characters, piled-up marks. */
export function isMalformedText(text: string): boolean {
  return !text.isWellFormed() || CONTROL.test(text) || PILED_MARKS.test(text);
}
