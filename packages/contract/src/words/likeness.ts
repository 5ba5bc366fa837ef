/** How alike two names are: documents cut long names, banks leave out middle names and print initials. */
import { oneSpelling } from './aliases.ts';
import { isJoinedName, nameKeys, readingsOf, wordsOf } from './names.ts';

/**
 * `same`: no word is missing in either. `shortened`: they share two whole words, and every other word of one name is
 * in the other as a word, an initial or the beginning of a word. `possible`: likewise with one whole word.
 */
export type Likeness = 'same' | 'shortened' | 'possible' | 'different';

/** Longer names are compared as a whole only. */
const WORDS_MAX = 8;
const JOINED_MAX = 3;
/** Words inside a name that registers and banks write or leave out. They do not count as shared words. */
const OPTIONAL = new Set([
  ...['bin', 'ibn', 'ben', 'bn', 'binti', 'binte', 'bint', 'bte', 'bt', 'al', 'el', 'ul', 'ur', 'abu'],
  ...['van', 'der', 'den', 'de', 'het', 'ter', 'ten', 'von', 'zu', 'zur', 'zum', 'vom', 'af', 'av'],
  ...['la', 'las', 'los', 'le', 'les', 'da', 'das', 'do', 'dos', 'di', 'del', 'della', 'du', 'des'],
  ...['jr', 'jnr', 'snr', 'ii', 'iii', 'iv'],
]);
/** Letters of the name in a machine-readable zone (ICAO 9303: TD1, TD3) and on a bank card (ISO 7813). */
const ZONE_LENGTHS = [30, 39];
const CARD_LENGTH = 26;

/** Names without a letter are nobody's. */
export function nameLikeness(a: string, b: string): Likeness {
  return likenessTo(a)(b);
}

/** How alike other names are to one, whose spellings are looked up once. */
export function likenessTo(a: string): (b: string) => Likeness {
  const keys = new Set(nameKeys(a));
  const first = namesOf(a);
  return (b) => {
    if (nameKeys(b).some((key) => keys.has(key))) return 'same';
    const found = namesOf(b).flatMap((second) =>
      first.flatMap((one) => [likenessOfShorter(one, second), likenessOfShorter(second, one)]),
    );
    return likest(found);
  };
}

/** The likest of several results; `different` of none. */
export function likest(found: readonly Likeness[]): Likeness {
  return (['same', 'shortened', 'possible'] as const).find((one) => found.includes(one)) ?? 'different';
}

/** Whether a card or a document is of the person with that name: banks and documents leave out middle names. */
export function isSameOrShortened(a: string, b: string): boolean {
  const likeness = nameLikeness(a, b);
  return likeness === 'same' || likeness === 'shortened';
}

interface Name {
  /** Whether it may be several words in one. */
  mayBeJoined: boolean;
  words: readonly Word[];
  /** One to three neighbouring words written as one. */
  units: readonly Unit[];
  /** Whether the name has the length at which documents or cards cut names. */
  isCut: boolean;
}

interface Word {
  isOptional: boolean;
  isInitial: boolean;
  spellings: readonly string[];
}

interface Unit {
  from: number;
  count: number;
  spellings: readonly string[];
}

/** A name as it is written, and in the spellings that it shares with others, where these are fewer words. */
function namesOf(name: string): Name[] {
  const words = wordsOf(name);
  if (words.length === 0 || words.length > WORDS_MAX) return [];
  const alike = oneSpelling(words);
  const asWritten = nameOf(words, alike.length === words.length ? alike : words);
  return alike.length === words.length ? [asWritten] : [asWritten, nameOf(alike, alike)];
}

/** `spelled`: the same words as they are compared. */
function nameOf(words: readonly string[], spelled: readonly string[]): Name {
  const readings = readingsOf(spelled);
  const spellings = (from: number, count: number) => [
    ...new Set(readings.map((read) => read.slice(from, from + count).join('')).filter(Boolean)),
  ];
  const length = words.join('').length;
  return {
    mayBeJoined: isJoinedName(words),
    words: words.map((word, place) => ({
      isOptional: place > 0 && place < words.length - 1 && OPTIONAL.has(word),
      isInitial: [...word].length === 1 && spellings(place, 1).every((one) => /^[a-z]+$/.test(one)),
      spellings: spellings(place, 1),
    })),
    units: words.flatMap((_word, from) =>
      Array.from({ length: Math.min(JOINED_MAX, words.length - from) }, (_none, more) => ({
        from,
        count: more + 1,
        spellings: spellings(from, more + 1),
      })),
    ),
    // A filler stands between words, and two after the family name.
    isCut: ZONE_LENGTHS.includes(length + words.length) || length + words.length - 1 === CARD_LENGTH,
  };
}

/** How far the words of one name are found in the other. */
interface Search {
  next: number;
  /** Words of the longer name that are taken, a bit for each. */
  used: number;
  whole: number;
  isExact: boolean;
}

/** Looks for all words of `short` in `long`, each once. */
function likenessOfShorter(short: Name, long: Name): Likeness {
  const all = (1 << long.words.length) - 1;
  const seen = new Set<string>();
  const reached: Likeness[] = [];
  const open: Search[] = [{ next: 0, used: 0, whole: 0, isExact: true }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const state = Object.values(at).join(' ');
    if (seen.has(state)) continue;
    seen.add(state);
    if (at.next < short.words.length) open.push(...stepsFrom(at, short, long));
    else if (at.isExact && at.used === all) return 'same';
    else if (at.whole > 0 && !isLone(short)) reached.push(at.whole > 1 ? 'shortened' : 'possible');
  }
  return likest(reached);
}

/** The next word, or the next two or three as one, in the place of any that are not taken. */
function stepsFrom({ next, used, whole, isExact }: Search, short: Name, long: Name): Search[] {
  const word = short.words[next] as Word;
  const inFull = pairsAt(short, long, next).map(({ unit, other }) => ({
    next: next + unit.count,
    mask: ((1 << other.count) - 1) << other.from,
    whole: whole + (unit.count === 1 && word.isOptional ? 0 : 1),
    isExact,
  }));
  const inPart = long.words.flatMap((other, index) =>
    begins(word, other, short.isCut) ? [{ next: next + 1, mask: 1 << index, whole, isExact: false }] : [],
  );
  return [...inFull, ...inPart]
    .filter(({ mask }) => (used & mask) === 0)
    .map(({ mask, ...step }) => ({ ...step, used: used | mask }));
}

/** A single name is in the names of too many people. */
function isLone({ words }: Name): boolean {
  return words.filter(({ isOptional }) => !isOptional).length < 2;
}

function pairsAt(short: Name, long: Name, next: number): { unit: Unit; other: Unit }[] {
  const isApart = !short.mayBeJoined || !long.mayBeJoined;
  const units = short.units.filter(({ from, count }) => from === next && (count === 1 || !isApart));
  return units.flatMap((unit) =>
    long.units
      .filter(
        ({ count, spellings }) => (count === 1 || !isApart) && spellings.some((one) => unit.spellings.includes(one)),
      )
      .map((other) => ({ unit, other })),
  );
}

/** Whether one word is the other's initial, or what a document left of it. */
function begins(word: Word, other: Word, isCut: boolean): boolean {
  const isBeginning = ({ spellings }: Word, { spellings: longer }: Word) =>
    spellings.some((one) => longer.some((long) => long.startsWith(one)));
  if (word.isInitial || isCut) return isBeginning(word, other);
  return other.isInitial && isBeginning(other, word);
}
