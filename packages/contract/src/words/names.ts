/**
 * Compares names of people: card holders, documents and excluded people. Members type names in their own letters,
 * documents print them in A to Z (ICAO 9303), and banks drop accents.
 */
import { oneSpelling } from './aliases.ts';
import { latinOf, plainLetters } from './latin.ts';
import { plainMarks, withoutVowels } from './marks.ts';
import { plainText } from './typed.ts';

/** The dot between two l in Catalan joins them as an apostrophe does. */
const DOUBLE_L = /(?<=l)[·•‧∙](?=l)/giu;
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u;
/** Longer texts match no name. */
const LENGTH_MAX = 200;
/** Printed on cards beside the name. */
const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'นาย', 'นาง', 'นางสาว']);
/** "First name unknown" in documents of people with a single name. */
const UNKNOWN = new Set(['fnu', 'lnu']);
const HAS_LATIN = /[a-z]/;
/** Length from which two names joined in one word count as the same name. Shorter ones differ: Lina is not Li Na. */
const JOINED_MIN = 8;
/** Scripts that write a space between the words of a name. */
const HAS_SPACED_LETTERS = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u;

/**
 * What a name is compared by: two names are one person's name if they have a key in common. Width, case, accents, marks
 * between words, and the order of the words do not matter; nor do spaces, where the words stand in the same order or
 * the last of them stand in front. Several keys, because Ü is U at a bank and UE in a document, and Cyrillic, Greek,
 * Armenian and Arabic names are compared as their countries' passports spell them.
 *
 * No key is made of how a name sounds: 王小明 and WANG XIAOMING are two, as are 김민준 and KIM MINJUN.
 */
export function nameKeys(name: string): string[] {
  const words = wordsOf(name);
  if (words.length === 0) return [];
  const keys = new Set([...keysOfWords(words), ...keysOfWords(oneSpelling(words))]);
  return [...keys];
}

function keysOfWords(words: readonly string[]): string[] {
  const tables = readingsOf(words);
  const mayBeJoined = isJoinedName(words);
  return [words.map(plainLetters), ...tables].flatMap((read) => keysOf(read.filter(Boolean), mayBeJoined));
}

/** The words as each table of their scripts spells them, a list for each table. */
export function readingsOf(words: readonly string[]): string[][] {
  const readings = words.map(latinOf);
  const tables = Math.max(0, ...readings.map((all) => all.length));
  const hasLatin = HAS_LATIN.test(words.join(''));
  return Array.from({ length: tables }, (_none, table) =>
    readings.map((all) => all[Math.min(table, all.length - 1)] ?? ''),
  ).flatMap((read) => (hasLatin ? [read, read.map(withoutDigraphs)] : [read]));
}

/** The words of a name in small letters; none of too long a text. By capitals first, so that ß is ss as well. */
export function wordsOf(name: string): string[] {
  if (name.length > LENGTH_MAX) return [];
  // Composed only then: compatibility takes an acute accent that stands alone for a space.
  const joined = plainText(plainMarks(name)).replaceAll("'", '').replaceAll(DOUBLE_L, '');
  const folded = withoutVowels(joined.toUpperCase().toLowerCase().normalize('NFKC'));
  const all = folded.split(BETWEEN_WORDS).filter((word) => word !== '' && !UNKNOWN.has(word));
  // Documents with two fields print a single name twice.
  const words = new Set(all).size === 1 ? all.slice(0, 1) : all;
  const named = words.filter((word) => !TITLES.has(word));
  return named.length < 2 ? words : named;
}

/** Whether a name of one word may be one of several that were joined. */
export function isJoinedName(words: readonly string[]): boolean {
  const [word = ''] = words;
  return words.length > 1 || word.length >= JOINED_MIN || !HAS_SPACED_LETTERS.test(word);
}

/** By the words in alphabetical order; and by all letters as a ring, which begins anywhere. */
function keysOf(words: readonly string[], mayBeJoined: boolean): string[] {
  const sorted = words.toSorted().join(' ');
  return mayBeJoined ? [sorted, `ring ${leastTurn(words.join(''))}`] : [sorted];
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
