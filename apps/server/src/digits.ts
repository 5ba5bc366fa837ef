const DIGIT = /\p{Nd}/gu;
const IS_DIGIT = /^\p{Nd}$/u;

/** What most texts are: nothing in them to change. */
const ASCII_ONLY = /^[\u0000-\u007f]*$/;

/** The same text with the digits of all scripts in ASCII. */
export function withAsciiDigits(text: string): string {
  if (ASCII_ONLY.test(text)) return text;
  return text.normalize('NFKC').replaceAll(DIGIT, plainDigit);
}

/** The ten of a script stand in a row, their zero first; some scripts follow each other without a gap. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (IS_DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}
