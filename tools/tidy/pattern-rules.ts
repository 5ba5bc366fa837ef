import { RegExpParser } from '@eslint-community/regexpp';
import { analyse, type ParsedLiteral } from 'scslre';
import ts from 'typescript';
import { findNodes, isCode, isTest, type Rule, type SourceFile } from './source-files.ts';

/** Code that reads texts from outside. */
const READERS = /^(apps\/server|packages\/[^/]+)\/src\//;

/** Files that build patterns, and why those run in linear time. */
const MAKERS: Record<string, string> = {
  'apps/server/src/moderation/rules.ts': 'every pattern has a largest width: moderation/linear.test.ts',
  'apps/server/src/moderation/lexicon.ts': 'every pattern has a largest width: moderation/linear.test.ts',
  'apps/server/src/moderation/money-words.ts': 'every pattern has a largest width: moderation/linear.test.ts',
  'apps/server/src/directory/sexual-words.ts': 'alternatives of plain words, without repeats',
  'apps/server/src/pictures/pdf.ts':
    'repeats end at a byte that they do not hold, and are measured: pictures/pdf.test.ts',
  'apps/server/src/video/captions.ts': 'reads one line of 1,000 characters at most',
  'apps/server/src/video/grants.ts': 'from end to end without an open repeat',
  'apps/server/src/ledger/statement.ts': 'from end to end without an open repeat',
  'apps/server/src/http/shared/statement-answers.ts': 'from end to end without an open repeat',
};

/** Slow patterns that never see text from outside. */
const KNOWN: Record<string, string> = {
  'packages/fair/src/receipt-text.ts': 'the end of our own base64; browsers of some years ago know no lookbehind',
};

export const PATTERN_RULES: Rule[] = [
  {
    name: 'linear-patterns',
    why: 'A pattern whose time grows faster than its text lets one request hold a process.',
    instead: 'bound the repeat ({0,20}), anchor it, or walk over the text in a loop',
    find: (files) =>
      findNodes(
        files.filter((file) => isReader(file) && !(file.path in KNOWN)),
        (node) => ts.isRegularExpressionLiteral(node) && slowIn(node.text),
      ),
  },
  {
    name: 'patterns-as-literals',
    why: 'A pattern that is put together while the server runs is seen by no check.',
    instead: 'write it as a literal, or say in tools/tidy/pattern-rules.ts what holds it to a linear time',
    find: (files) =>
      findNodes(
        files.filter((file) => isReader(file) && !(file.path in MAKERS)),
        (node) => (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp',
      ),
  },
];

function isReader({ path }: SourceFile): boolean {
  return READERS.test(path) && isCode(path) && !isTest(path);
}

/** The part of a pattern that needs more than linear time; false without one. */
function slowIn(literal: string): string | false {
  const parsed = new RegExpParser({ ecmaVersion: 2024 }).parseLiteral(literal);
  const [report] = analyse({ pattern: parsed.pattern, flags: parsed.flags } as ParsedLiteral, {
    reportTypes: { Move: true, Self: true, Trade: true },
    assumeRejectingSuffix: false,
  }).reports;
  return report ? `${report.exponential ? 'exponential' : 'quadratic or worse'}: ${literal}` : false;
}
