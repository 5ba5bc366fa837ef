import { conditionEdits } from './condition-edits.ts';
import type { Edit } from './edit.ts';
import { statementEdits } from './statement-edits.ts';
import { tokenEdits } from './token-edits.ts';
import { levelsOf, tokensOf } from './tokens.ts';

/** All small changes of the body of a function, in the order of their places. Some of them do not compile. */
export function editsOf(body: string, language: string): Edit[] {
  const tokens = tokensOf(body);
  const edits = [...tokenEdits(body, tokens), ...levelsOf(tokens).flatMap(conditionEdits)];
  if (language === 'plpgsql') edits.push(...statementEdits(tokens), ...executedEdits(body, tokens));
  const distinct = new Map(edits.map((edit) => [JSON.stringify([edit.start, edit.end, edit.replacement]), edit]));
  return [...distinct.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The text with the change. */
export function applyEdit(text: string, { start, end, replacement }: Edit): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Changes within the statements that `execute` is given as a constant. */
function executedEdits(body: string, tokens: ReturnType<typeof tokensOf>): Edit[] {
  return tokens.flatMap((token, index) => {
    const isExecuted = token.kind === 'string' && tokens[index - 1]?.text === 'execute';
    const sql = body.slice(token.start + 1, token.end - 1);
    if (!isExecuted || sql.includes("'")) return [];
    const offset = token.start + 1;
    return editsOf(sql, 'sql').map((edit) => ({ ...edit, start: edit.start + offset, end: edit.end + offset }));
  });
}
