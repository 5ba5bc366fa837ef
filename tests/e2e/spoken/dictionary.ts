import { type Piece, type Variant, variantsOf } from './variants.ts';

/** Messages by key, of one app in one language. */
export type Messages = ReadonlyMap<string, string>;

export interface Dictionary {
  /** What a page in the other language shows where the English one shows this text, as the source of a pattern. */
  sayText(text: string, how: { whole: boolean }): string;
  /** The same for what an English page is looked at with: the messages that it finds. */
  sayPattern(pattern: RegExp): RegExp;
}

interface Entry {
  english: Variant;
  /** In the order of its pieces, the values by name. */
  finds: RegExp;
  names: readonly string[];
  others: readonly Variant[];
}

/** Marks of direction stand around values in lines that run the other way. */
const MARKS = '[\\u200e\\u200f\\u061c\\u2066-\\u2069]*';
/** Dates, times and spans are written by the browser, in its language's own way. */
const WRITTEN_BY_THE_BROWSER = new RegExp(
  [
    '\\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\\b',
    '\\b\\d+ ?(hours?|minutes?|seconds?|days?|weeks?|months?|min|hr|sec)\\b',
    '\\b(AM|PM|yesterday|today)\\b',
  ].join('|'),
);
const FOUND_MAX = 60;
const DEPTH_MAX = 3;
const STRETCH_MIN = 8;
const SAMPLES = ['1', '12', '5.00 credits', '12.50', 'dice-30', 'mira', 'Jan 1, 2026, 10:00', '1 hour', 'a b c', '30%'];

/** Of all pairs of English messages and those of another language. */
export function makeDictionary(pairs: readonly { english: Messages; other: Messages }[]): Dictionary {
  const entries = pairs.flatMap(({ english, other }) =>
    [...english].flatMap(([key, message]) => entriesOf(message, other.get(key) ?? message)),
  );
  const plain = new Map<string, Entry[]>();
  for (const entry of entries) {
    if (entry.names.length > 0) continue;
    const text = squeezed(wordsOf(entry.english)).toLowerCase();
    plain.set(text, [...(plain.get(text) ?? []), entry]);
  }
  const open = entries.filter(({ names }) => names.length > 0);

  /** Null where no message says just this; else also how many of its letters are the message's own. */
  function match(text: string, depth: number): { said: string; spelt: number } | null {
    const whole = (plain.get(text.toLowerCase()) ?? []).flatMap(({ others }) =>
      others.map((other) => say(other, {}, depth)),
    );
    const said = oneOf(whole);
    if (said !== null) return { said, spelt: text.length };
    const matching = open.flatMap((entry) => {
      const found = entry.finds.exec(text);
      if (found === null) return [];
      const values: Record<string, string> = {};
      for (const [index, name] of entry.names.entries()) values[name] = found[index + 1] ?? '';
      const spelt = text.length - found.slice(1).join('').length;
      return [{ spelt, ways: () => entry.others.map((other) => say(other, values, depth + 1)) }];
    });
    const best = Math.max(0, ...matching.map(({ spelt }) => spelt));
    const closest = oneOf(matching.filter(({ spelt }) => spelt === best).flatMap(({ ways }) => ways()));
    return closest === null ? null : { said: closest, spelt: best };
  }

  function exact(text: string, depth: number): string | null {
    return match(text, depth)?.said ?? null;
  }

  function say(variant: Variant, values: Record<string, string>, depth: number): string {
    return variant
      .map((piece) => (typeof piece === 'string' ? literal(piece) : MARKS + value(values[piece.value], depth) + MARKS))
      .join('');
  }

  function value(text: string | undefined, depth: number): string {
    if (text === undefined || WRITTEN_BY_THE_BROWSER.test(text)) return '[\\s\\S]+?';
    if (text === '') return '';
    if (depth > DEPTH_MAX || !/\p{L}/u.test(text)) return literal(text);
    return exact(text, depth) ?? composite(text, depth);
  }

  /** The whole messages that have this text somewhere within. */
  function within(text: string): string | null {
    const wanted = new RegExp(`(?<![\\p{L}\\d])${escaped(text)}(?![\\p{L}\\d])`, 'iu');
    const found = entries.filter(({ english }) =>
      english.some((piece) => typeof piece === 'string' && wanted.test(piece)),
    );
    if (found.length === 0 || found.length > FOUND_MAX) return null;
    return oneOf(found.flatMap(({ others }) => others.map((other) => say(other, {}, 0))));
  }

  /** The whole message of which this text is a stretch, from within one sentence of it to within another. */
  function stretch(text: string, least: number): string | null {
    const found = open.flatMap((entry) => {
      const values = stretchOf(entry.english, text);
      return values === null ? [] : [{ entry, values, spelt: text.length - Object.values(values).join('').length }];
    });
    const best = Math.max(0, ...found.map(({ spelt }) => spelt));
    // A word or two around a value may be of any message.
    if (best < Math.max(STRETCH_MIN, least)) return null;
    const closest = found.filter(({ spelt }) => spelt === best);
    return oneOf(closest.flatMap(({ entry, values }) => entry.others.map((other) => say(other, values, 1))));
  }

  /** Messages and data in a row, as several pieces of a page read one after the other. */
  function composite(text: string, depth: number): string {
    const tokens = text.split(/(?<=\s)|(?=[·:;–()]|[,.](?!\d))|(?<=[·:;–()]|,(?!\d))/);
    const parts: string[] = [];
    for (let at = 0; at < tokens.length; ) {
      const { length, said } = longest(tokens, at, depth);
      parts.push(said);
      at += length;
    }
    return parts.join(`${MARKS}\\s*${MARKS}`);
  }

  function longest(tokens: readonly string[], at: number, depth: number): { length: number; said: string } {
    for (let length = Math.min(tokens.length - at, 24); length > 0; length--) {
      const text = tokens
        .slice(at, at + length)
        .join('')
        .trim();
      if (!/\p{L}/u.test(text)) continue;
      const said = exact(text, depth + 1);
      if (said !== null && (length > 1 || !/^\W*\w\W*$/.test(text))) return { length, said };
    }
    const text = (tokens[at] ?? '').trim();
    return { length: 1, said: WRITTEN_BY_THE_BROWSER.test(text) ? '[\\s\\S]+?' : literal(text) };
  }

  function sayAnew(text: string, whole: boolean): string {
    if (!/\p{L}/u.test(text)) return literal(text);
    const found = match(text, 0);
    if (whole || found?.spelt === text.length) return found?.said ?? composite(text, 0);
    const spelt = found?.spelt ?? 0;
    return within(text) ?? stretch(text, spelt + 1) ?? found?.said ?? composite(text, 0);
  }

  const answers = new Map<string, string>();
  return {
    sayText(text, { whole }) {
      const squeezedText = squeezed(text);
      const asked = `${whole} ${squeezedText}`;
      const known = answers.get(asked) ?? sayAnew(squeezedText, whole);
      answers.set(asked, known);
      return known;
    },
    sayPattern(pattern) {
      // As far as these are looked at here, any will do: each browser's own tests hold them.
      if (WRITTEN_BY_THE_BROWSER.test(pattern.source.replaceAll(/[?,\\]/g, ''))) return /[\s\S]/;
      const hasWords = /\p{L}{2}/u.test(pattern.source.replaceAll(/\\\w|\[[^\]]*\]/g, ''));
      const found = !hasWords
        ? []
        : entries.filter(({ english }) =>
            SAMPLES.some((sample) =>
              pattern.test(english.map((piece) => (typeof piece === 'string' ? piece : sample)).join('')),
            ),
          );
      if (found.length === 0 || found.length > FOUND_MAX) return widened(pattern, (words) => exact(words, 1));
      const said = oneOf(found.flatMap(({ others }) => others.map((other) => say(other, {}, 0)))) ?? '';
      return new RegExp(said, 'iu');
    },
  };
}

/** Every letter of every script where English has its own; words that are a message by themselves are put across. */
function widened(pattern: RegExp, say: (words: string) => string | null): RegExp {
  const source = pattern.source
    .replaceAll('\\w', '[\\p{L}\\p{N}_]')
    .replaceAll(/(?<![\\\p{L}])\p{Lu}\p{Ll}+(?: \p{Ll}+)*(?!\p{L})/gu, (words) => say(words) ?? words);
  return new RegExp(source, [...new Set(`${pattern.flags}u`)].join(''));
}

/**
 * The values of a message in a text that begins and ends somewhere within it, as `to the house at 12.00. It` is of
 * `{amount} went to the house at {fee}. It is over.`; null where it is no such stretch.
 */
function stretchOf(variant: Variant, text: string): Record<string, string> | null {
  for (let first = 0; first < variant.length; first++) {
    for (let last = variant.length - 1; last > first; last--) {
      const names: string[] = [];
      const source = variant.slice(first, last + 1).map((piece, at, all) => {
        if (typeof piece !== 'string') {
          names.push(piece.value);
          return '(.+?)';
        }
        if (at === 0) return endingOf(piece);
        return at === all.length - 1 ? beginningOf(piece) : escaped(piece).replaceAll(/\s+/g, '\\s+');
      });
      const found = new RegExp(`^${source.join('')}$`, 'iu').exec(text);
      if (found !== null) return Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? '']));
    }
  }
  return null;
}

/** Any end of a text, by whole words; at least one. */
function endingOf(text: string): string {
  const words = wordsIn(text);
  const before = words.slice(0, -1).reduce((so, word) => `(?:${so}${word})?`, '');
  return `${before}${words.at(-1) ?? ''}`;
}

function beginningOf(text: string): string {
  const [first = '', ...after] = wordsIn(text);
  return `${first}${after.reduceRight((rest, word) => `(?:${word}${rest})?`, '')}`;
}

/** Each with the space behind it. */
function wordsIn(text: string): string[] {
  return (text.match(/\s*\S+\s*$|\s*\S+(?=\s)/g) ?? [text]).map((word) => escaped(word).replaceAll(/\s+/g, '\\s*'));
}

function entriesOf(english: string, other: string): Entry[] {
  const others = variantsOf(other);
  return variantsOf(english)
    .filter((variant) => /\p{L}/u.test(wordsOf(variant)))
    .map((variant) => ({ english: variant, others, ...findsOf(variant) }));
}

function findsOf(variant: Variant): { finds: RegExp; names: string[] } {
  const names: string[] = [];
  const source = variant.map((piece) => {
    if (typeof piece === 'string') return escaped(piece).replaceAll(/\s+/g, '\\s+');
    names.push(piece.value);
    return '(.+?)';
  });
  return { finds: new RegExp(`^\\s*${source.join('')}\\s*$`, 'iu'), names };
}

function wordsOf(variant: Variant): string {
  return variant.map((piece: Piece) => (typeof piece === 'string' ? piece : ' ')).join('');
}

function literal(text: string): string {
  return escaped(squeezedEdges(text)).replaceAll(/\s+/g, `${MARKS}\\s+${MARKS}`);
}

/** Each way once; null for none. */
function oneOf(ways: readonly string[]): string | null {
  const distinct = [...new Set(ways)];
  if (distinct.length === 0) return null;
  return distinct.length === 1 ? (distinct[0] ?? null) : `(?:${distinct.join('|')})`;
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function squeezedEdges(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
