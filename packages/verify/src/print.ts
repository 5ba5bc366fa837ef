/**
 * Makes output safe for a terminal. Everything that the command prints passes through here. Names, entries and error
 * messages come from a house or witness, which could otherwise send control sequences or hide adjacent text.
 */

const LINE_CHARS_MAX = 4000;
const JSON_STRING_CHARS_MAX = 100_000;

/**
 * Control and format characters (direction marks, zero-width characters), lone surrogates, private and unassigned
 * characters, separators other than the space, and invisible characters. Also combining marks at the start, and more
 * than two on one letter.
 */
const UNSAFE =
  /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]|(?<![\p{L}\p{N}\p{M}])\p{M}|(?<=\p{M}{2})\p{M}/gu;

/**
 * One line in which every character is visible; unsafe ones become `\u{…}`. Cuts a long line and states by how much.
 */
export function visible(text: string, charsMax = LINE_CHARS_MAX): string {
  return cut(text, charsMax).replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Lines for printing. A line feed within a line does not start a new one. */
export function visibleLines(lines: readonly string[]): string {
  return lines.map((line) => visible(line)).join('\n');
}

/** Text for HTML, in elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** JSON with control, direction and invisible characters as `\uXXXX`. Cuts long strings. */
export function jsonText(value: unknown): string {
  // Outside strings there are only spaces and line feeds.
  return stringify(value, 2).split('\n').map(escaped).join('\n');
}

/** The same in one line. */
export function jsonLine(value: unknown): string {
  return escaped(stringify(value));
}

function stringify(value: unknown, indent?: number): string {
  return JSON.stringify(
    value,
    (_name, one) => (typeof one === 'string' ? cut(one, JSON_STRING_CHARS_MAX) : one),
    indent,
  );
}

function escaped(line: string): string {
  return line.replace(UNSAFE, (character) => {
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}

function cut(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : `${text.slice(0, charsMax)}… (${text.length - charsMax} characters more)`;
}
