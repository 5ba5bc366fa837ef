/**
 * What a terminal is shown. Everything that the command prints passes here: names, entries and error messages come from
 * a house or a witness, who could steer the terminal or hide what stands beside them.
 */

const LINE_CHARS_MAX = 4000;
const JSON_STRING_CHARS_MAX = 100_000;

/**
 * Controls, formats (direction marks, zero-width characters), lone surrogates, private and unassigned characters,
 * separators but the space, and what shows as nothing. Then marks that would stand on what the command printed before
 * them, and more than two on one letter.
 */
const UNSAFE =
  /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]|(?<![\p{L}\p{N}\p{M}])\p{M}|(?<=\p{M}{2})\p{M}/gu;

/** One line in which every character can be seen; the rest as `\u{…}`. Long ones are cut, and say by how much. */
export function visible(text: string, charsMax = LINE_CHARS_MAX): string {
  return cut(text, charsMax).replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Lines as they are printed: a line feed within one of them does not begin another. */
export function visibleLines(lines: readonly string[]): string {
  return lines.map((line) => visible(line)).join('\n');
}

/** JSON with control, direction and invisible characters as `\uXXXX`. Long strings are cut. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(
    value,
    (_name, one) => (typeof one === 'string' ? cut(one, JSON_STRING_CHARS_MAX) : one),
    2,
  );
  // Outside of strings there are only blanks and line feeds.
  const lines = text.split('\n').map((line) =>
    line.replace(UNSAFE, (character) => {
      const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
      return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
    }),
  );
  return lines.join('\n');
}

function cut(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : `${text.slice(0, charsMax)}… (${text.length - charsMax} characters more)`;
}
