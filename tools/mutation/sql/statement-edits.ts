import type { Edit } from './edit.ts';
import type { Token } from './tokens.ts';

const STATEMENT_BEFORE = new Set([';', 'begin', 'then', 'else', 'loop']);
const DROPPED = new Set(['raise', 'perform', 'insert', 'update', 'delete', 'select', 'with', 'exit', 'continue']);

/** Removes PL/pgSQL statements: checks that raise an error, writes, assignments. */
export function statementEdits(tokens: readonly Token[]): Edit[] {
  return tokens.flatMap((token, index) => {
    const isFirst = index === 0 || STATEMENT_BEFORE.has(tokens[index - 1]?.text ?? '');
    if (!isFirst || !(DROPPED.has(token.text) || isAssignment(tokens, index))) return [];
    const end = tokens.slice(index).find(({ text }) => text === ';');
    return end ? [{ start: token.start, end: end.start, replacement: 'null', mutator: 'statement' }] : [];
  });
}

/** `name := …` or `name[…] := …`; not `name type := …` of a declaration. */
function isAssignment(tokens: readonly Token[], index: number): boolean {
  if (tokens[index]?.kind !== 'word') return false;
  let next = index + 1;
  if (tokens[next]?.text === '[') {
    let depth = 0;
    do {
      if (tokens[next]?.text === '[') depth += 1;
      if (tokens[next]?.text === ']') depth -= 1;
      next += 1;
    } while (depth > 0 && next < tokens.length);
  }
  return tokens[next]?.text === ':=';
}
