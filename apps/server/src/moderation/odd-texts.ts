/** Control characters but for the tabulator and the ends of lines. The database takes no NUL in a text. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;
/**
 * More marks on one letter than the Stream-Safe Text Format of Unicode (UAX 15) allows. No language has them, and
 * bringing them into order takes a time that grows with their square.
 */
const PILED_MARKS = /\p{M}{31}/u;

/** Whether a text is one that no keyboard makes: half characters, control characters, marks without end. */
export function isOddText(text: string): boolean {
  return !text.isWellFormed() || CONTROL.test(text) || PILED_MARKS.test(text);
}
