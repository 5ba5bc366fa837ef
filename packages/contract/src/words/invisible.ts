/**
 * Removes invisible characters from typed and pasted texts, so that a character that nobody sees never makes a right
 * entry wrong.
 */

/** Invisible characters (Unicode: Default_Ignorable_Code_Point) and the anchors of annotations. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
export const ALL_INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/** What most texts are: nothing in them to change. */
export const ASCII_ONLY = /^[\u0000-\u007f]*$/;

const JOINER = '\u200d';
const NON_JOINER = '\u200c';
const EMOJI_STYLE = '\ufe0f';
const KEYCAP = '\u20e3';
const BLACK_FLAG = 0x1f3f4;

/** Scripts whose spelling needs joiners: of the Arabic family, and those with conjuncts of consonants. */
const JOINED_LETTER = /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}]/u;
const CONJUNCT_LETTER =
  /[\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}]/u;
const OTHER_CONJUNCT_LETTER = /[\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;
const LETTER = /[\p{L}\p{M}]/u;
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
const STYLED = /[\p{Emoji}]/u;
const IDEOGRAPH = /\p{Unified_Ideograph}/u;
const SPACES = /[\s\u00a0]+/g;

/**
 * The text without invisible characters: zero width spaces, soft hyphens, direction marks, byte order marks. What a
 * script or an emoji is spelled with stays: joiners inside words of Arabic and Indic scripts, joined emoji and their
 * style, variants of ideographs, Mongolian variants, tags of flags.
 */
export function dropInvisible(text: string): string {
  if (ASCII_ONLY.test(text) || !INVISIBLE.test(text)) return text;
  const chars = Array.from(text);
  const kept: string[] = [];
  for (const [place, char] of chars.entries()) {
    if (!INVISIBLE.test(char) || isSpelling(char, kept, chars.slice(place + 1, place + 3))) kept.push(char);
  }
  return kept.join('');
}

/** Spaces of any kind as one, none at the ends, no invisible characters: a name or a search as it is kept. */
export function oneLine(typed: string): string {
  return dropInvisible(typed).replaceAll(SPACES, ' ').trim();
}

/** Whether an invisible character belongs to the spelling of what stands around it. */
function isSpelling(char: string, before: readonly string[], after: readonly string[]): boolean {
  const [last = '', next = ''] = [before.at(-1) ?? '', after[0] ?? ''];
  if (char === JOINER && isEmojiEnd(before) && EMOJI.test(next)) return true;
  if (char === JOINER || char === NON_JOINER) return needsJoiners(last) && LETTER.test(next);
  const code = char.codePointAt(0) ?? 0;
  if (code >= 0x180b && code <= 0x180f) return /\p{Script_Extensions=Mongolian}/u.test(last);
  if (char === EMOJI_STYLE) return STYLED.test(last) && (!/\d|[#*]/.test(last) || next === KEYCAP);
  if ((code >= 0xfe00 && code <= 0xfe02) || (code >= 0xe0100 && code <= 0xe01ef)) return IDEOGRAPH.test(last);
  return code >= 0xe0020 && code <= 0xe007f && isFlag(before);
}

function needsJoiners(char: string): boolean {
  return JOINED_LETTER.test(char) || CONJUNCT_LETTER.test(char) || OTHER_CONJUNCT_LETTER.test(char);
}

function isEmojiEnd(before: readonly string[]): boolean {
  const last = before.at(-1) ?? '';
  return EMOJI.test(last === EMOJI_STYLE ? (before.at(-2) ?? '') : last);
}

/** A black flag, and only tags behind it. */
function isFlag(before: readonly string[]): boolean {
  const code = (back: number) => before.at(-1 - back)?.codePointAt(0) ?? 0;
  let back = 0;
  while (back < 8 && code(back) >= 0xe0020 && code(back) <= 0xe007e) back += 1;
  return code(back) === BLACK_FLAG;
}
