import bidiFactory from 'bidi-js';
import { type Face, faceOf } from './faces.ts';

/** A piece of a line that is written in one face and one direction. */
export interface Run {
  face: Face;
  /** In the order in which it is read; letters and figures of Arabic are turned round by their shaper. */
  text: string;
  /** Where it comes in the reading order of its line, from 0. */
  order: number;
  /** A bracket that is drawn turned round: copies of it must have the one that was written. */
  isMirrored?: true;
  /** What programs that read the document take it for, from left to right, where its letters alone mislead them. */
  actual?: string;
}

// Its types are those of a module; what it is to Node is the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
/** What a shaper writes from right to left by itself: letters, and the figures of their scripts, too. */
const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|[\u0660-\u0669\u06f0-\u06f9]/u;
/** They order what is around them, and are not seen. */
const INVISIBLE = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u0000-\u001f\u007f]/;
/** What needs no looking at where lines run from left to right, and is most of what is written. */
const PLAIN = /^[\x20-\x7e]+$/;
/** No face has them, and these look alike: Armenian shortens words by a dot of its own. */
const LOOKS_LIKE: Record<string, string> = { '\u2024': '.' };
const UNKNOWN_LETTER = '?';
/** Strong in the direction, and not seen. */
const DIRECTION_MARKS = ['\u200e', '\u200f'] as const;
/** What runs from left to right between figures, and is taken for figures elsewhere as well. */
const LIKE_NUMBERS = /^[:.,+\-/#%]+$/;
/** Marks above and below letters, which readers of positions sort away from them. */
const STACKED_LETTER = /[\u0e31\u0e33-\u0e3a\u0e47-\u0e4e]/;

/** Makes of a value one piece within a sentence, whichever way either of them runs. */
export function isolate(value: string): string {
  return `\u2068${value}\u2069`;
}

/** The same for what runs from left to right in every language: numbers, times, references, addresses. */
export function leftToRight(value: string): string {
  return `\u2066${value}\u2069`;
}

/** Whether any of it runs from right to left. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** What is seen of a text. */
export function visibleOf(text: string): string {
  return [...text].filter((char) => !INVISIBLE.test(char)).join('');
}

/**
 * The pieces of a line from left to right, by the Unicode Bidirectional Algorithm. Words that run from right to left
 * are pieces of their own: programs that read a document take them in the order in which they were drawn.
 */
export function runsOf(line: string, direction: 'ltr' | 'rtl', locale: string): Run[] {
  if (direction === 'ltr' && PLAIN.test(line)) return [{ face: 'latin', text: line, order: 0 }];
  const { levels } = bidi.getEmbeddingLevels(line, direction);
  const pieces: Piece[] = [];
  let index = 0;
  for (const char of line) {
    const level = levels[index] ?? 0;
    index += char.length;
    if (INVISIBLE.test(char)) continue;
    const last = pieces.at(-1);
    const piece = pieceOf(char, level, locale, last);
    if (last && isOfLast(piece, last)) last.text += piece.text;
    else pieces.push(piece);
  }
  const ordered = pieces.map((piece, order) => ({ ...piece, order, ...actualOf(piece, pieces[order - 1]) }));
  return inVisualOrder(ordered).map(({ level, text, ...piece }) => ({
    ...piece,
    // Figures run from left to right even where their shaper would turn them round.
    text: (level % 2 === 1) === RIGHT_TO_LEFT.test(text) ? text : [...text].toReversed().join(''),
  }));
}

/**
 * Readers by positions, such as pdftotext, take signs and spaces behind a change of direction for the end of what came
 * before, and turn them round with it. A mark of direction before them says that they are not.
 */
function actualOf({ level, text, isMirrored }: Piece, last: Piece | undefined): Pick<Run, 'actual'> {
  if (STACKED_LETTER.test(text)) return { actual: text };
  if (last === undefined || /^[\p{L}\p{N}]/u.test(text)) return {};
  const hasTurned = last.level % 2 !== level % 2 || (level % 2 === 1 && LIKE_NUMBERS.test(last.text));
  if (!hasTurned) return {};
  if (level % 2 === 0) return { actual: `${DIRECTION_MARKS[0]}${text}` };
  if (text.length > 1) return {};
  return { actual: `${isMirrored ? mirrored(text) : text}${DIRECTION_MARKS[1]}` };
}

type Piece = Omit<Run, 'order'> & { level: number };

function pieceOf(char: string, level: number, locale: string, last: Piece | undefined): Piece {
  const plain = LOOKS_LIKE[char] ?? char;
  const letter = mirroredAt(level, plain) ?? plain;
  const face = belongsToLast(letter) && last ? last.face : faceOf(letter, locale);
  if (face === null) return { face: 'latin', level, text: UNKNOWN_LETTER };
  return { face, level, text: letter, ...(letter === plain ? {} : { isMirrored: true }) };
}

function isOfLast({ level, face, text, isMirrored }: Piece, last: Piece): boolean {
  const isBetweenWords = level % 2 === 1 && (text === ' ' || last.text === ' ');
  return last.level === level && last.face === face && !isBetweenWords && !isMirrored && !last.isMirrored;
}

/** The character that is drawn for a bracket or another mirrored character. */
export function mirrored(char: string): string {
  return bidi.getMirroredCharacter(char) ?? char;
}

/** Brackets of what runs from right to left are turned round; null for what is drawn as it is. */
function mirroredAt(level: number, char: string): string | null {
  return level % 2 === 1 ? bidi.getMirroredCharacter(char) : null;
}

/** Marks sit on the letter before them. */
function belongsToLast(letter: string): boolean {
  return /\p{M}/u.test(letter);
}

/** Rule L2: from the highest level down to the lowest odd one, turn round every stretch of that level or above. */
function inVisualOrder<T extends { level: number }>(pieces: readonly T[]): T[] {
  const ordered = [...pieces];
  const highest = Math.max(0, ...ordered.map(({ level }) => level));
  for (let level = highest; level >= 1; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to++;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed());
      from = Math.max(from, to);
    }
  }
  return ordered;
}

/** Languages that are written without spaces between words, or whose lines may end within one. */
const WITHOUT_SPACES = /^(th|ja|zh)\b/;

/** A text in pieces between which a line may end; the spaces stay at the end of theirs. */
export function breakable(text: string, locale: string): string[] {
  const parts = text.split(/(?<= )/);
  if (!WITHOUT_SPACES.test(locale)) return parts;
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  return parts.flatMap((part) => {
    const words: string[] = [];
    for (const { segment, isWordLike } of segmenter.segment(part)) {
      const last = words.length - 1;
      const isWithinValue = /[\u2066\u2068]/.test(words[last] ?? '') && !(words[last] ?? '').includes('\u2069');
      if (last >= 0 && (!isWordLike || isWithinValue)) words[last] += segment;
      else words.push(segment);
    }
    return words;
  });
}
