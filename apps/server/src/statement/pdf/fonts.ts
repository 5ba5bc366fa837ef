import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import { type Face, fontFile, type Weight } from './font-files.ts';
import { unpackWoff } from './unpack-woff.ts';

const BY_SCRIPT: readonly [RegExp, readonly Face[]][] = [
  [/\p{Script=Cyrillic}/u, ['cyrillic', 'cyrillicMore']],
  [/\p{Script=Greek}/u, ['greek']],
  [/\p{Script=Armenian}/u, ['armenian']],
  [/\p{Script=Arabic}/u, ['arabic']],
  [/\p{Script=Thai}/u, ['thai']],
  [/\p{Script=Hangul}/u, ['korean']],
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, ['japanese']],
];
const LATIN: readonly Face[] = ['latin', 'latinMore', 'vietnamese'];
const HAN: readonly Face[] = ['japanese', 'chinese'];
/** Fonts for punctuation that several scripts share. */
const SHARED: readonly Face[] = ['latin', 'latinMore', 'arabic', 'thai', 'japanese'];

const require = createRequire(import.meta.url);

const unpacked = new Map<string, Buffer>();
const opened = new Map<Face, fontkit.Font>();
const found = new Map<string, Face | null>();

/** The font of a face. Files are read on first use and cached. */
export function fontOf(face: Face, weight: Weight): Buffer {
  const file = fontFile(face, weight);
  const known = unpacked.get(file);
  if (known) return known;
  const font = unpackWoff(readFileSync(require.resolve(file)));
  unpacked.set(file, font);
  return font;
}

/** The same font under another name, because PDFKit merges fonts of one name. */
export function secondFontOf(face: Face, weight: Weight): fontkit.Font {
  const font = fontkit.create(fontOf(face, weight)) as fontkit.Font;
  return Object.create(font, { postscriptName: { value: `${font.postscriptName}-Mirrored` } }) as fontkit.Font;
}

/** The face that contains a letter; null when none does. */
export function faceOf(letter: string, locale: string): Face | null {
  const name = `${locale} ${letter}`;
  const known = found.get(name);
  if (known !== undefined) return known;
  const face = candidates(letter, locale).find((one) => has(one, letter)) ?? null;
  found.set(name, face);
  return face;
}

function candidates(letter: string, locale: string): readonly Face[] {
  const [, faces] = BY_SCRIPT.find(([script]) => script.test(letter)) ?? [];
  if (faces) return faces;
  if (/\p{Script=Han}/u.test(letter)) return locale.startsWith('zh') ? HAN.toReversed() : HAN;
  return /\p{Script=Latin}/u.test(letter) ? LATIN : SHARED;
}

function has(face: Face, letter: string): boolean {
  return open(face).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
}

function open(face: Face): fontkit.Font {
  const known = opened.get(face);
  if (known) return known;
  const font = fontkit.create(fontOf(face, 400)) as fontkit.Font;
  opened.set(face, font);
  return font;
}
