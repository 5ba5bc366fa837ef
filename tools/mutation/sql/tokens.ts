import { loadModule, scanSync } from 'libpg-query';

await loadModule();

/** A token of SQL or PL/pgSQL, without comments. */
export interface Token {
  /** As written, but words in lower case. */
  text: string;
  kind: 'word' | 'string' | 'number' | 'symbol';
  /** Position in the text, in UTF-16 units. */
  start: number;
  end: number;
}

/** Tokens of one level: between two parentheses, two brackets, or `case` and `end`, which belong to the level above. */
export type Level = Token[];

const COMMENTS = new Set(['SQL_COMMENT', 'C_COMMENT']);
const OPENING = new Set(['(', '[', 'case']);
const CLOSING: Record<string, string> = { '(': ')', '[': ']', case: 'end' };

/** Tokenizes a text with PostgreSQL's own scanner. Throws on a syntax error. */
export function tokensOf(sql: string): Token[] {
  const bytes = Buffer.from(sql);
  const indexOf = (byte: number) => bytes.subarray(0, byte).toString().length;
  // The scanner's offsets are bytes, which differ only in non-ASCII texts.
  const place = bytes.length === sql.length ? (byte: number) => byte : indexOf;
  return scanSync(sql)
    .tokens.filter(({ tokenName }) => !COMMENTS.has(tokenName))
    .map(({ text, start, end, tokenName }) => {
      const kind = kindOf(text, tokenName);
      return { text: kind === 'word' ? text.toLowerCase() : text, kind, start: place(start), end: place(end) };
    });
}

function kindOf(text: string, tokenName: string): Token['kind'] {
  if (tokenName === 'SCONST') return 'string';
  if (tokenName === 'ICONST') return 'number';
  return /^[a-z_"]/i.test(text) ? 'word' : 'symbol';
}

/** All levels of the tokens, the outermost first. */
export function levelsOf(tokens: readonly Token[]): Level[] {
  const outermost: Level = [];
  const levels = [outermost];
  const open: { level: Level; closedBy: string | null }[] = [{ level: outermost, closedBy: null }];
  for (const [index, token] of tokens.entries()) {
    if (open.length > 1 && token.text === open.at(-1)?.closedBy) open.pop();
    open.at(-1)?.level.push(token);
    // `end case` ends a statement of PL/pgSQL.
    const isOpening = OPENING.has(token.text) && token.kind !== 'string' && tokens[index - 1]?.text !== 'end';
    if (!isOpening) continue;
    const level: Level = [];
    levels.push(level);
    open.push({ level, closedBy: CLOSING[token.text] ?? null });
  }
  return levels;
}
