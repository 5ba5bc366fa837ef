import bidiFactory from 'bidi-js';
import type { Face } from './font-files.ts';
import { faceOf } from './fonts.ts';

/** A part of a line with one font and one direction. */
export interface Run {
  face: Face;
  /** In reading order; the shaper reverses Arabic letters and digits. */
  text: string;
  /** Position in the line's reading order, from 0. */
  order: number;
  /** True for a mirrored bracket, whose copied text must be the bracket that was written. */
  isMirrored?: true;
  /**
   * Replacement text for programs that read the document, left to right. Set when the letters alone would mislead
   * them.
   */
  actual?: string;
}

// The types describe a module, but Node gets the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
/** Characters that a shaper writes from right to left: letters, and the digits of their scripts. */
const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|[\u0660-\u0669\u06f0-\u06f9]/u;
/** Invisible characters that control direction, and control characters. */
const INVISIBLE = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u0000-\u001f\u007f]/;
/** Text that needs no analysis in a left-to-right line; most text is like this. */
const PLAIN = /^[\x20-\x7e]+$/;
/** Look-alikes of characters that no font has. Armenian abbreviates words with its own dot. */
const LOOKS_LIKE: Record<string, string> = { '\u2024': '.' };
const UNKNOWN_LETTER = '?';
/** Invisible marks with a strong direction, left-to-right and right-to-left. */
const DIRECTION_MARKS = ['\u200e', '\u200f'] as const;
/** Characters that run left-to-right between digits and elsewhere behave like digits. */
const LIKE_NUMBERS = /^[:.,+\-/#%]+$/;
/** Marks above and below letters, which position-based readers separate from their letter. */
const STACKED_LETTER = /[\u0e31\u0e33-\u0e3a\u0e47-\u0e4e]/;

/** Isolates a value of any direction within a sentence (Unicode FSI … PDI). */
export function isolate(value: string): string {
  return `\u2068${value}\u2069`;
}

/** Isolates left-to-right text: numbers, times, references, addresses (Unicode LRI … PDI). */
export function leftToRight(value: string): string {
  return `\u2066${value}\u2069`;
}

/**
 * Splits a line into runs from left to right, by the Unicode Bidirectional Algorithm. Each right-to-left word is its
 * own run, because programs read runs in the order of drawing.
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
    // Digits run left-to-right even where their shaper would reverse them.
    text: (level % 2 === 1) === RIGHT_TO_LEFT.test(text) ? text : [...text].toReversed().join(''),
  }));
}

/**
 * Adds a direction mark to signs and spaces after a change of direction. Position-based readers such as pdftotext
 * would otherwise attach them to the previous text and reverse them with it.
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

/** The character drawn for a bracket or another mirrored character. */
export function mirrored(char: string): string {
  return bidi.getMirroredCharacter(char) ?? char;
}

/** The mirrored bracket in right-to-left text; null when the character is drawn unchanged. */
function mirroredAt(level: number, char: string): string | null {
  return level % 2 === 1 ? bidi.getMirroredCharacter(char) : null;
}

/** True for combining marks, which use the font of the previous letter. */
function belongsToLast(letter: string): boolean {
  return /\p{M}/u.test(letter);
}

/** Rule L2: from the highest level down to the lowest odd one, reverse every sequence of that level or above. */
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

/** Languages without spaces between words, or whose lines may break inside a word. */
const WITHOUT_SPACES = /^(th|ja|zh)\b/;

/** Splits a text where a line may break. Spaces stay at the end of their part. */
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
