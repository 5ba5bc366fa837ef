import ts from 'typescript';
import { asWords } from './member-rules.ts';
import { findNodes, isTest, type Rule } from './source-files.ts';

/** Properties of components whose text is shown or read aloud. */
const SHOWN = new Set([
  ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'alt', 'placeholder', 'title'],
  ...['label', 'helperText', 'primary', 'secondary', 'noOptionsText', 'openText', 'closeText', 'clearText'],
  ...['loadingText', 'about', 'act', 'all', 'empty', 'hint', 'note', 'said', 'text'],
]);
/** Fields of objects whose text is shown, such as the columns of a list. */
const SHOWN_FIELDS = new Set(['label', 'title', 'helperText', 'placeholder', 'hint', 'aria-label']);
/** Attributes and fields that may hold an identifier instead: `act="confirm"`, `{ title: 'fill-in' }`. */
const MAY_NAME = new Set(['act', 'all', 'text', 'note', 'title']);
const NAME = /^[a-z]+(-[a-z]+)*$/;
/** Calls that show their first argument for a moment. */
const SHOWING_CALLS = new Set(['notify']);
/** The key of a message, such as `withdrawals.title`. */
const MESSAGE_KEY = /^[a-z]\w*(\.[\w-]+)+$/;
/** Punctuation around a name. */
const AROUND = /^[^\p{L}]+|[^\p{L}\d]+$/gu;

export const CONSOLE_RULES: Rule[] = [
  {
    name: 'no-words-in-console',
    why: 'Staff read the console in English and in Mongolian.',
    instead: 'put it into src/locales/en.json and mn.json and write t(…)',
    find: (files) =>
      findNodes(
        files.filter(({ path }) => /^apps\/console\/src\/.*\.tsx?$/.test(path) && !isTest(path)),
        wordsOf,
      ),
  },
];

/**
 * Text between tags and in shown attributes, including conditional and concatenated text: `{a ? 'Yes' : t(…)}`, `{`${n}
 * rows`}`.
 */
function wordsOf(node: ts.Node): string | false {
  if (ts.isJsxText(node)) return asWords(node.text);
  const text = textOf(node);
  if (text === null || MESSAGE_KEY.test(text)) return false;
  const place = placeOf(node);
  if (place === null || (MAY_NAME.has(place) && NAME.test(text))) return false;
  return asWords(text.replace(AROUND, ''));
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ');
  }
  return null;
}

/**
 * Where a text is shown: the attribute or field; '' between tags and in calls that show it; null when it is not shown.
 * Follows the value through conditionals, concatenations and parentheses, but not into other calls.
 */
function placeOf(node: ts.Node): string | null {
  let value = node;
  while (isHandedOn(value)) value = value.parent;
  const { parent } = value;
  if (ts.isCallExpression(parent)) {
    return parent.arguments[0] === value && SHOWING_CALLS.has(parent.expression.getText()) ? '' : null;
  }
  if (ts.isPropertyAssignment(parent)) {
    const name = parent.name.getText().replaceAll(/['"]/g, '');
    return parent.initializer === value && SHOWN_FIELDS.has(name) ? name : null;
  }
  const holder = ts.isJsxExpression(parent) ? parent.parent : parent;
  if (ts.isJsxAttribute(holder)) return SHOWN.has(holder.name.getText()) ? holder.name.getText() : null;
  return ts.isJsxExpression(parent) ? '' : null;
}

function isHandedOn(value: ts.Node): boolean {
  const { parent } = value;
  if (ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent)) return true;
  if (ts.isConditionalExpression(parent)) return parent.condition !== value;
  if (!ts.isBinaryExpression(parent)) return false;
  const { kind } = parent.operatorToken;
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return parent.right === value;
  return HANDING_ON.has(kind);
}

const HANDING_ON = new Set([ts.SyntaxKind.PlusToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken]);
