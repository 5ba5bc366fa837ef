import type { Finding, Rule, SourceFile } from './source-files.ts';

const SCHEMA = /^apps\/server\/schema\/[^/]+\.sql$/;
const FUNCTION_LINES_MAX = 70;
/** From `create function` to the end of the dollar quote that it opens, or to the semicolon after `return`. */
const FUNCTION = /^create (?:or replace )?(?:function|procedure) ([\w.]+)[\s\S]*?(?:(\$\w*\$)[\s\S]*?\2|;$)/gm;

export const SQL_RULES: Rule[] = [
  {
    name: 'sql-function-length',
    why: 'A function that decides on money is read at once or not at all.',
    instead: 'split it into facts, judgement and writing; functions in plain SQL can be inlined and cost nothing',
    find: (files) => files.filter(({ path }) => SCHEMA.test(path)).flatMap(longFunctionsOf),
  },
];

function longFunctionsOf({ path, text }: SourceFile): Finding[] {
  return [...text.matchAll(FUNCTION)].flatMap(({ 0: whole, 1: name, index }): Finding[] => {
    const lines = lineCount(whole);
    if (lines <= FUNCTION_LINES_MAX) return [];
    const what = `${name} has ${lines} lines, ${FUNCTION_LINES_MAX} at most`;
    return [{ path, line: lineCount(text.slice(0, index)), what }];
  });
}

function lineCount(text: string): number {
  return text.split('\n').length;
}
