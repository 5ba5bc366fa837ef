/** Controls, format characters such as those that turn the direction of text, lone surrogates and private use. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** Text of others as it can be shown: characters that are not seen, or steer what is seen, are written as codes. */
export function plainText(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
