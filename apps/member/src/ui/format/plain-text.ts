/** Control and format characters, such as direction marks, lone surrogates and private-use characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** Text from others, safe to display. Invisible characters and direction marks are written as codes. */
export function plainText(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
