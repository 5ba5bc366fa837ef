import type { Edit } from './edit.ts';
import type { Level, Token } from './tokens.ts';

const CONDITION_BEFORE = new Set(['where', 'on', 'having', 'when', 'if', 'elsif', 'while']);
/** A condition that chooses between two ways. */
const CHOOSING = new Set(['when', 'if', 'elsif', 'while']);
/** Tokens that end an expression on their level. */
const BOUNDARIES = new Set([
  ...CONDITION_BEFORE,
  ...['and', 'or', 'select', 'from', 'join', 'left', 'right', 'full', 'inner', 'cross', 'lateral', 'group', 'order'],
  ...['limit', 'offset', 'for', 'returning', 'union', 'except', 'intersect', 'window', 'as', 'into', 'using', 'set'],
  ...['then', 'else', 'end', 'loop', 'return', 'returns', 'begin', 'values', 'do', 'conflict', 'default', 'in', 'exit'],
  ...['continue', 'filter', 'with', ':=', ',', ';'],
]);

interface Piece {
  before: string;
  after: string;
  first: Token;
  last: Token;
}

/** Conditions that are dropped, and conditions that always or never hold. */
export function conditionEdits(level: Level): Edit[] {
  const pieces = piecesOf(level);
  return [...pieces.flatMap(partEdits), ...wholeConditions(pieces).flatMap(wholeEdits)];
}

/** The expressions of a level, between the words that bound them. */
function piecesOf(level: Level): Piece[] {
  const pieces: Piece[] = [];
  let before = '';
  let own: Token[] = [];
  for (const [index, token] of level.entries()) {
    if (!isBoundary(level, index)) {
      own.push(token);
      continue;
    }
    addPiece(pieces, before, own, token.text);
    before = token.text;
    own = [];
  }
  addPiece(pieces, before, own, '');
  return pieces;
}

function addPiece(pieces: Piece[], before: string, own: readonly Token[], after: string): void {
  const [first] = own;
  const last = own.at(-1);
  if (first && last) pieces.push({ before, after, first, last });
}

function isBoundary(level: Level, index: number): boolean {
  const { text = '', kind } = level[index] ?? {};
  if (kind === 'string' || !BOUNDARIES.has(text)) return false;
  const before = level[index - 1]?.text;
  // `a is distinct from b`, `a in (b, c)` and `a between b and c` are one expression.
  if (text === 'from') return before !== 'distinct';
  if (text === 'in') return false;
  return text !== 'and' || !closesBetween(level, index);
}

function closesBetween(level: Level, index: number): boolean {
  for (let at = index - 1; at >= 0; at--) {
    const { text = '' } = level[at] ?? {};
    if (text === 'between') return true;
    if (BOUNDARIES.has(text) && text !== 'in') return false;
  }
  return false;
}

/** Makes an operand of `and` or a whole condition true, and an operand of `or` false. */
function partEdits({ before, after, first, last }: Piece): Edit[] {
  const place = { start: first.start, end: last.end, mutator: 'condition' };
  if (before === 'and' || after === 'and') return [{ ...place, replacement: 'true' }];
  if (before === 'or' || after === 'or') return [{ ...place, replacement: 'false' }];
  return CONDITION_BEFORE.has(before) ? [{ ...place, replacement: 'true' }] : [];
}

function wholeEdits({ before, first, last }: Piece): Edit[] {
  if (!CHOOSING.has(before)) return [];
  return [{ start: first.start, end: last.end, replacement: 'false', mutator: 'condition' }];
}

/** The operands of a condition joined to one. */
function wholeConditions(pieces: readonly Piece[]): Piece[] {
  const wholes: Piece[] = [];
  for (const piece of pieces) {
    const earlier = wholes.at(-1);
    const continues = piece.before === 'and' || piece.before === 'or';
    if (continues && earlier) wholes[wholes.length - 1] = { ...earlier, last: piece.last, after: piece.after };
    else wholes.push(piece);
  }
  return wholes;
}
