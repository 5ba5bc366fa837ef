/**
 * One comparison of people's names: of a card's holder, of a document, of whoever asked to be excluded. Members type
 * names in their own letters, documents print them in A to Z (ICAO 9303), banks drop the accents.
 */
import { latinOf, plainLetters } from './latin.ts';
import { plainText } from './typed.ts';

/** Marks inside a word: apostrophes, and the dot between two l in Catalan. */
const INSIDE_WORDS = /['’‘ʼʻʹ`´\u02bf\u05f3\uff07]|(?<=l)[·•‧∙](?=l)/gu;
/** Vowels of Arabic, and the stretching of its letters, which are left out as often as not; and those of Hebrew. */
const LEFT_OUT = /[\u064b-\u065f\u0670\u0640\u0591-\u05c7]/g;
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u;
/** Longer than a name is kept: compared with nothing. */
const LENGTH_MAX = 200;
/** Printed on cards beside the name. */
const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'mx', 'dr']);
const HAS_LATIN = /[a-z]/;

/**
 * What a name is compared by: two names are one person's name if they have a key in common. Width, case, accents, marks
 * between words, and the order of the words do not matter; nor do spaces, where the words stand in the same order or
 * the last of them stand in front. Several keys, because Ü is U at a bank and UE in a document, and Cyrillic, Greek,
 * Armenian and Arabic names are compared as their countries' passports spell them.
 *
 * No key is made of how a name sounds: 王小明 and WANG XIAOMING are two, as are 김민준 and KIM MINJUN.
 */
export function nameKeys(name: string): string[] {
  const words = name.length > LENGTH_MAX ? [] : wordsOf(name);
  if (words.length === 0) return [];
  const readings = words.map(latinOf);
  const keys = new Set(keysOf(words.map(plainLetters)));
  for (let table = 0; table < Math.max(...readings.map((all) => all.length)); table += 1) {
    const read = readings.map((all) => all[Math.min(table, all.length - 1)] ?? '').filter(Boolean);
    for (const key of keysOf(read)) keys.add(key);
    if (HAS_LATIN.test(words.join(''))) for (const key of keysOf(read.map(withoutDigraphs))) keys.add(key);
  }
  return [...keys];
}

/** Whether two names may be one person's. Names without a letter are nobody's. */
export function isSameName(a: string, b: string): boolean {
  const keys = new Set(nameKeys(a));
  return nameKeys(b).some((key) => keys.has(key));
}

/** The words of a name in small letters. By capitals first, so that ß is ss as well. */
function wordsOf(name: string): string[] {
  const folded = plainText(name).toUpperCase().toLowerCase().normalize('NFKC').replaceAll(LEFT_OUT, '');
  const words = folded.replaceAll(INSIDE_WORDS, '').split(BETWEEN_WORDS).filter(Boolean);
  const named = words.filter((word) => !TITLES.has(word));
  return named.length < 2 ? words : named;
}

/** By the words in alphabetical order; and by all letters as a ring, which begins anywhere. */
function keysOf(words: readonly string[]): string[] {
  return [words.toSorted().join(' '), `ring ${leastTurn(words.join(''))}`];
}

/**
 * AE, OE and UE between consonants as one letter, since MUELLER is typed by people whose bank has MULLER; and the
 * spellings UXX and NXX of documents. Not before an L that
 * ends a word or a syllable: Michael and Rafael are not Michal and Rafal.
 */
function withoutDigraphs(word: string): string {
  return word
    .replace(/([aou])xx/g, '$1')
    .replace(/nxx/g, 'n')
    .replace(/(?<![aeiouy])([aou])e(?![aeiouy]|l[aeiouy]|l$|$)/g, '$1');
}

/** The turn of a text around its ends that comes first in the alphabet: KIM MINJUN and MINJUN KIM have the same. */
function leastTurn(text: string): string {
  const letters = Array.from(text);
  let least = letters.join('');
  for (let by = 1; by < letters.length; by += 1) {
    const turned = [...letters.slice(by), ...letters.slice(0, by)].join('');
    if (turned < least) least = turned;
  }
  return least;
}
