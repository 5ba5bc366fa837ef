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

  /** Null where no message says just this. */
  function exact(text: string, depth: number): string | null {
    const said = (plain.get(text.toLowerCase()) ?? []).flatMap(({ others }) =>
      others.map((other) => say(other, {}, depth)),
    );
    const matching = open.flatMap((entry) => {
      const found = entry.finds.exec(text);
      if (found === null) return [];
      const values: Record<string, string> = {};
      for (const [index, name] of entry.names.entries()) values[name] = found[index + 1] ?? '';
      const spelt = wordsOf(entry.english).replace(/\W/gu, '').length;
      return [{ spelt, ways: () => entry.others.map((other) => say(other, values, depth + 1)) }];
    });
    const best = Math.max(0, ...matching.map(({ spelt }) => spelt));
    const open_ = said.length > 0 ? [] : matching.filter(({ spelt }) => spelt === best).flatMap(({ ways }) => ways());
    return oneOf([...said, ...open_]);
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

  return {
    sayText(text, { whole }) {
      const squeezedText = squeezed(text);
      if (!/\p{L}/u.test(squeezedText)) return literal(squeezedText);
      const said = exact(squeezedText, 0) ?? (whole ? null : within(squeezedText)) ?? composite(squeezedText, 0);
      return said;
    },
    sayPattern(pattern) {
      // As far as these are looked at here, any will do: each browser's own tests hold them.
      if (WRITTEN_BY_THE_BROWSER.test(pattern.source.replaceAll(/[?,\\]/g, ''))) return /[\s\S]/;
      const found = entries.filter(({ english }) =>
        SAMPLES.some((sample) =>
          pattern.test(english.map((piece) => (typeof piece === 'string' ? piece : sample)).join('')),
        ),
      );
      if (found.length === 0 || found.length > FOUND_MAX) return pattern;
      const said = oneOf(found.flatMap(({ others }) => others.map((other) => say(other, {}, 0)))) ?? '';
      return new RegExp(said, 'iu');
    },
  };
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
