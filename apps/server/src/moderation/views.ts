import { withAsciiDigits } from '../digits.ts';
import { withoutWordSigns } from '../word-signs.ts';

/** Letters and marks that nobody sees. Joiners also part the words of some scripts, so that they leave no trace. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\p{Cf}|[\u0300-\u036f]|\u2800/gu;
/** What looks like a Latin letter, in Cyrillic, Greek, Armenian and small capitals. */
const LIKE_LATIN: Readonly<Record<string, string>> = {
  ...pairs('аАɑαΑ', 'a'),
  ...pairs('вВβΒЬ', 'b'),
  ...pairs('сСϲⅽ', 'c'),
  ...pairs('ԁɗ', 'd'),
  ...pairs('еЕεΕэҽ', 'e'),
  ...pairs('ɡցց', 'g'),
  ...pairs('нНһΗհ', 'h'),
  ...pairs('іІιΙıӀ', 'i'),
  ...pairs('јЈ', 'j'),
  ...pairs('кКκΚ', 'k'),
  ...pairs('мМΜ', 'm'),
  ...pairs('ոΝ', 'n'),
  ...pairs('оОοΟօσ', 'o'),
  ...pairs('рРρΡ', 'p'),
  ...pairs('ԛզ', 'q'),
  ...pairs('ѕЅ', 's'),
  ...pairs('тТτΤ', 't'),
  ...pairs('υսԱ', 'u'),
  ...pairs('ν', 'v'),
  ...pairs('ԝѡω', 'w'),
  ...pairs('хХχΧ', 'x'),
  ...pairs('уУүҮγΥ', 'y'),
};
/** And the other way round, for words of Cyrillic that borrow Latin letters. */
const LIKE_CYRILLIC: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aаbвcсeеhнiіkкmмoоpрtтxхyу'].reduce<string[][]>((made, sign, index, all) => {
    if (index % 2 === 0) made.push([sign, all[index + 1] ?? sign]);
    return made;
  }, []),
);
/** Digits and signs that stand for letters, between letters. */
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

function pairs(signs: string, letter: string): Record<string, string> {
  return Object.fromEntries([...signs].map((sign) => [sign, letter]));
}

/** A text as a rule reads it: its sentences, and all of them with one on each line. */
export interface View {
  text: string;
  sentences: readonly string[];
}

/** The text without what nobody sees, in one form of letters, digits, dots, dashes and spaces. */
export function plainOf(typed: string): string {
  return withAsciiDigits(withoutWordSigns(typed).normalize('NFKD').replaceAll(UNSEEN, '').normalize('NFKC'))
    .replaceAll(/[。．｡․]/gu, '.')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[\p{Zs}\t]+/gu, ' ');
}

/** The same words as they may be meant: with lookalikes, digits for letters, letters set apart. Step by step. */
export function* viewsOf(plain: string): Generator<void, View[]> {
  const lower = plain.toLowerCase();
  const latin = inLatin(lower);
  yield;
  const lettered = latin.replaceAll(/(?<=\p{L})[0134579@$!](?=\p{L})/gu, (sign) => LIKE_LETTERS[sign] ?? sign);
  const cyrillic = mapped(lower, LIKE_CYRILLIC);
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

/** Rules are about one sentence: what one says, another does not excuse. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?。！？\n…;])\s+|\n+|[。！？]/u).filter((one) => one.trim() !== '');
}

export function inLatin(text: string): string {
  return mapped(text, LIKE_LATIN);
}

/** `b e t` and `b.e.t` are `bet`; two spaces, or what is longer than a letter, end a word. */
export function closed(text: string): string {
  return text.replaceAll(/(?<!\p{L})\p{L}(?:[ .\-_*|/]\p{L}(?!\p{L})){2,80}/gu, (word) =>
    word.replaceAll(/[^\p{L}]/gu, ''),
  );
}

/** `te.le.gram`, `b-e-t`: a sign inside a word. */
function joined(text: string): string {
  return text.replaceAll(/(?<=\p{L})[.\-_*|·'’](?=\p{L})/gu, '');
}

function mapped(text: string, like: Readonly<Record<string, string>>): string {
  let made = '';
  for (const sign of text) made += like[sign] ?? sign;
  return made;
}

/** Digits in groups, however they are parted. */
export function separated(text: string): string {
  return text.replaceAll(/(?<=\d)[ .\-_/,·|*]{1,3}(?=\d)/gu, ' ');
}

/** `evil dot com`, `evil [.] com`. */
export function undotted(text: string): string {
  return text.replaceAll(
    /\s{0,3}[([{]\s{0,3}(?:\.|dot|точка|цэг)\s{0,3}[)\]}]\s{0,3}|\s{1,3}(?:dot|точка|цэг)\s{1,3}/giu,
    '.',
  );
}
