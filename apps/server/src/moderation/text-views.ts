import { withAsciiDigits } from '../digits.ts';
import { inCyrillic, inLatin } from '../lookalikes.ts';
import { withoutWordSigns } from '../word-signs.ts';

/** Invisible letters and marks. Removed even where joiners separate words of a script, so that they leave no trace. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\p{Cf}|[\u0300-\u036f]|\u2800/gu;
/** Digits and signs used as letters, between letters. */
const LIKE_LETTERS: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** A text as rules read it: its sentences, and all of them with one per line. */
export interface View {
  text: string;
  sentences: readonly string[];
}

/** The text without invisible characters, with unified letters, digits, dots, dashes and spaces. */
export function plainOf(typed: string): string {
  return withAsciiDigits(withoutWordSigns(typed).normalize('NFKD').replaceAll(UNSEEN, '').normalize('NFKC'))
    .replaceAll(/[。．｡․]/gu, '.')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[\p{Zs}\t]+/gu, ' ');
}

/**
 * Possible readings of a text, one step each: with lookalikes resolved, digits as letters, and spaced letters joined.
 */
export function* viewsOf(plain: string): Generator<void, View[]> {
  const lower = plain.toLowerCase();
  const latin = inLatin(lower);
  yield;
  const lettered = latin.replaceAll(/(?<=\p{L})[0134579@$!](?=\p{L})/gu, (sign) => LIKE_LETTERS[sign] ?? sign);
  const cyrillic = inCyrillic(lower);
  const texts = new Set<string>();
  for (const text of [lower, latin, lettered, cyrillic]) {
    yield;
    texts.add(text).add(closed(text)).add(joined(text));
  }
  const views: View[] = [];
  for (const text of texts) {
    yield;
    views.push(viewOf(text));
  }
  return views;
}

function viewOf(text: string): View {
  const sentences = sentencesOf(text);
  return { text: sentences.join('\n'), sentences };
}

/** Rules apply to one sentence: another sentence cannot excuse it. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?。！？\n…;])\s+|\n+|[。！？]/u).filter((one) => one.trim() !== '');
}

/** Joins spaced letters: `b e t` and `b.e.t` become `bet`. Two spaces, or a longer word, end it. */
export function closed(text: string): string {
  return text.replaceAll(/(?<!\p{L})\p{L}(?:[ .\-_*|/]\p{L}(?!\p{L})){2,80}/gu, (word) =>
    word.replaceAll(/[^\p{L}]/gu, ''),
  );
}

/** Removes a sign inside a word: `te.le.gram`, `b-e-t`. */
function joined(text: string): string {
  return text.replaceAll(/(?<=\p{L})[.\-_*|·'’](?=\p{L})/gu, '');
}

/** Groups of digits with a single space, whatever separated them. */
export function separated(text: string): string {
  return text.replaceAll(/(?<=\d)[ .\-_/,·|*]{1,3}(?=\d)/gu, ' ');
}

/** Turns `evil dot com` and `evil [.] com` into `evil.com`. */
export function undotted(text: string): string {
  return text.replaceAll(
    /\s{0,3}[([{]\s{0,3}(?:\.|dot|точка|цэг)\s{0,3}[)\]}]\s{0,3}|\s{1,3}(?:dot|точка|цэг)\s{1,3}/giu,
    '.',
  );
}
