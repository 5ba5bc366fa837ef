import type { Edit } from './edit.ts';
import type { Token } from './tokens.ts';

const SWAPS: Record<string, readonly string[]> = {
  '=': ['<>'],
  '<>': ['='],
  '!=': ['='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  and: ['or'],
  or: ['and'],
  min: ['max'],
  max: ['min'],
  least: ['greatest'],
  greatest: ['least'],
  any: ['all'],
  all: ['any'],
  true: ['false'],
  false: ['true'],
  exists: ['not exists'],
  between: ['not between'],
};
const ARITHMETIC: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*' };
/** After these a minus is a sign, and a star means all columns. */
const NO_OPERAND = new Set([
  ...['(', '[', ',', '=', '<>', '<', '>', '<=', '>=', '+', '-', '*', '/', '%', ':=', '||', '.'],
  ...['select', 'and', 'or', 'not', 'then', 'else', 'when', 'return', 'where', 'between', 'in', 'if', 'case', 'by'],
]);
const DEPTH: Record<string, number> = { '(': 1, '[': 1, ')': -1, ']': -1 };
const LOCKS = ['share', 'update', 'key', 'no'];
const LOCK_WORDS = new Set(['for', ...LOCKS, 'of', 'nowait', 'skip', 'locked']);

/** Changes of single words and signs: comparisons, arithmetic, constants, null checks, locks. */
export function tokenEdits(sql: string, tokens: readonly Token[]): Edit[] {
  return tokens.flatMap((token, index) => {
    const at = new Place(sql, tokens, index, token);
    if (at.token.kind === 'string') return intervalEdits(at);
    if (at.token.kind === 'number') return constantEdits(at);
    return [
      ...swapEdits(at),
      ...arithmeticEdits(at),
      ...negationEdits(at),
      ...dropEdits(at),
      ...argumentEdits(at),
      ...elementEdits(at),
    ];
  });
}

/** A token among the others. */
class Place {
  readonly sql: string;
  readonly tokens: readonly Token[];
  readonly index: number;
  readonly token: Token;

  constructor(sql: string, tokens: readonly Token[], index: number, token: Token) {
    this.sql = sql;
    this.tokens = tokens;
    this.index = index;
    this.token = token;
  }

  /** The text of another token, by its distance; empty beyond the ends and for strings. */
  text(distance: number): string {
    const token = this.tokens[this.index + distance];
    return token && token.kind !== 'string' ? token.text : '';
  }

  /** A change of the tokens up to `last`, by default of this one alone. */
  edit(mutator: string, replacement: string, last: Token = this.token): Edit {
    return { start: this.token.start, end: last.end, replacement, mutator };
  }
}

function swapEdits(at: Place): Edit[] {
  const { text } = at.token;
  const isArgument = at.text(-1) === '.';
  const isNegated = at.text(-1) === 'not';
  const isJoin = text === 'true' && at.text(-1) === 'on';
  const isSet = text === 'all' && /^(union|except|intersect)$/.test(at.text(-1));
  if (isArgument || isJoin || isSet || (isNegated && (text === 'exists' || text === 'between'))) return [];
  return (SWAPS[text] ?? []).map((replacement) => at.edit('swap', replacement));
}

function arithmeticEdits(at: Place): Edit[] {
  const replacement = ARITHMETIC[at.token.text];
  if (replacement === undefined) return [];
  if (!NO_OPERAND.has(at.text(-1))) return [at.edit('arithmetic', replacement)];
  return at.token.text === '-' ? [at.edit('arithmetic', '')] : [];
}

function constantEdits(at: Place): Edit[] {
  // The select list of `exists (select 1 from …)` has no effect.
  if (/^(select|perform|returning)$/.test(at.text(-1)) && /^(from|\)|)$/.test(at.text(1))) return [];
  const value = BigInt(at.token.text);
  const values = value > 0n ? [value + 1n, value - 1n] : [value + 1n];
  return values.map((changed) => at.edit('constant', String(changed)));
}

/** `interval '9 seconds'`: one more and one less. */
function intervalEdits(at: Place): Edit[] {
  const [, number, unit] = /^'(\d+)( [a-z]+)'$/.exec(at.token.text) ?? [];
  if (at.text(-1) !== 'interval' || number === undefined) return [];
  return [Number(number) + 1, Number(number) - 1].map((changed) => at.edit('constant', `'${changed}${unit}'`));
}

function negationEdits(at: Place): Edit[] {
  const { text } = at.token;
  // `not null` in a declaration.
  if (text === 'not' && (at.text(1) !== 'null' || at.text(-1) === 'is')) return [at.edit('negation', '')];
  return text === 'is' && at.text(1) !== 'not' ? [at.edit('negation', 'is not')] : [];
}

/** Removes locks, `distinct`, `desc`, and `on conflict do nothing`. */
function dropEdits(at: Place): Edit[] {
  const { text } = at.token;
  if (text === 'desc') return [at.edit('order', '')];
  if (text === 'distinct' && at.text(1) !== 'from') return [at.edit('distinct', '')];
  if (text === 'for' && LOCKS.includes(at.text(1))) return [at.edit('lock', '', lastOfLock(at))];
  if (text === 'on' && at.text(1) === 'conflict') {
    const rest = at.tokens.slice(at.index);
    const end = rest.findIndex((token) => token.text === 'do');
    const last = rest[end + 1];
    if (end > 0 && last?.text === 'nothing') return [at.edit('conflict', '', last)];
  }
  return [];
}

function lastOfLock(at: Place): Token {
  let last = at.index;
  while (LOCK_WORDS.has(at.tokens[last + 1]?.text ?? '') || at.tokens[last]?.text === 'of') last += 1;
  return at.tokens[last] ?? at.token;
}

/** `coalesce(a, b)`: one of the arguments alone. */
function argumentEdits(at: Place): Edit[] {
  if (at.token.text !== 'coalesce') return [];
  const list = listAfter(at);
  return list ? list.items.map((item) => at.edit('coalesce', `(${item})`, list.closing)) : [];
}

/** `in (a, b)`: each element is left out. */
function elementEdits(at: Place): Edit[] {
  if (at.token.text !== 'in' || at.text(2) === 'select') return [];
  const list = listAfter(at);
  if (!list || list.items.length < 2) return [];
  return list.items.map((item) => {
    const others = list.items.filter((other) => other !== item);
    return at.edit('list', `in (${others.join(', ')})`, list.closing);
  });
}

/** The texts between the parentheses that follow, split at commas; null where none follow. */
function listAfter(at: Place): { items: string[]; closing: Token } | null {
  if (at.text(1) !== '(') return null;
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (const token of at.tokens.slice(at.index + 1)) {
    const change = DEPTH[token.text] ?? 0;
    depth += change;
    if (depth === 1 && change > 0) start = token.end;
    const isLast = depth === 0;
    if (!isLast && !(depth === 1 && token.text === ',')) continue;
    items.push(at.sql.slice(start, token.start).trim());
    if (isLast) return { items, closing: token };
    start = token.end;
  }
  return null;
}
