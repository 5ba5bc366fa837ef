import ts from 'typescript';
import { findLines, findNodes, isTest, type Rule, type SourceFile } from './source-files.ts';

const TOKENS = 'apps/member/src/ui/tokens.css';
/** Texts that are the same in every language: names, and an example of a draw's number. */
const NAMES = /^(Tercet|RTP|BLS|drand|[a-z]+-\d+\/\d+)$/;
const SHOWN_ATTRIBUTES = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'alt',
  'placeholder',
  'title',
  'label',
]);

/** Physical sides that refer to the screen rather than the text, with the reason. */
const PHYSICAL_SIDES: { path: string; line: string; why: string }[] = [];

const SIDES = [
  /(^|[;{]|\s)(left|right)\s*:/,
  /\b(margin|padding|scroll-margin|scroll-padding|border)-(left|right)\b/,
  /\bborder-(top|bottom)-(left|right)-radius\b/,
  /\b(text-align|float|clear)\s*:\s*(left|right)\b/,
];
const SIDES_IN_STYLE = /^(left|right|(margin|padding|border|scrollMargin|scrollPadding)(Left|Right)\w*)$/;

export const MEMBER_RULES: Rule[] = [
  {
    name: 'logical-sides',
    why: 'In Arabic the page is mirrored; left and right are not.',
    instead:
      'write inset-inline-start, margin-inline-end, text-align: start; exceptions with their reason in member-rules.ts',
    find: (files) => [
      ...findLines(
        stylesOf(files),
        (line, { path }) => SIDES.some((side) => side.test(line)) && !isPhysical(path, line),
      ),
      ...findNodes(
        pagesOf(files),
        (node) => ts.isPropertyAssignment(node) && isInStyle(node) && SIDES_IN_STYLE.test(node.name.getText()),
      ),
    ],
  },
  {
    name: 'colours-in-tokens',
    why: 'Contrast is tested where the colours are, for light and dark.',
    instead: `name it in ${TOKENS} and use var(--name)`,
    find: (files) => [
      ...findLines(
        stylesOf(files).filter(({ path }) => path !== TOKENS),
        (line) => /:.*(#[0-9a-f]{3,8}\b|\b(rgb|rgba|hsl|hsla|oklch)\()/i.test(line),
      ),
      ...findNodes(
        pagesOf(files),
        (node) => ts.isStringLiteralLike(node) && /^#([0-9a-f]{3,4}){1,2}$/i.test(node.text),
      ),
    ],
  },
  {
    name: 'no-words-in-pages',
    why: 'Every word that is shown exists in twelve languages.',
    instead: 'put it into src/locales/en.json and write t(…)',
    find: (files) => findNodes(pagesOf(files), (node) => shownWords(node)),
  },
  {
    name: 'own-link',
    why: 'The `Link` of React Router loads 2 kB of server rendering with every page.',
    instead: 'import { Link } from src/ui/link/link.tsx',
    find: (files) =>
      findLines(pagesOf(files), (line) => /^import \{.*\b(Link|NavLink|Form)\b.*\} from 'react-router'/.test(line)),
  },
];

function stylesOf(files: SourceFile[]): SourceFile[] {
  return files.filter(({ path }) => /^apps\/member\/(src|verifier)\/.*\.css$/.test(path));
}

function pagesOf(files: SourceFile[]): SourceFile[] {
  return files.filter(({ path }) => /^apps\/member\/(src|verifier)\/.*\.tsx?$/.test(path) && !isTest(path));
}

function isPhysical(path: string, line: string): boolean {
  return PHYSICAL_SIDES.some((allowed) => allowed.path === path && line.includes(allowed.line));
}

/** Whether an object literal is the value of a `style` attribute. */
function isInStyle(node: ts.Node): boolean {
  for (let above = node.parent; above; above = above.parent) {
    if (ts.isJsxAttribute(above)) return above.name.getText() === 'style';
    if (ts.isFunctionLike(above)) return false;
  }
  return false;
}

function shownWords(node: ts.Node): string | false {
  let text = '';
  if (ts.isJsxText(node)) text = node.text;
  else if (ts.isJsxExpression(node) && node.expression && ts.isStringLiteralLike(node.expression))
    text = shownLiteral(node);
  else if (ts.isJsxAttribute(node) && SHOWN_ATTRIBUTES.has(node.name.getText())) {
    if (node.initializer && ts.isStringLiteral(node.initializer)) text = node.initializer.text;
  }
  return asWords(text);
}

/** The start of a text that needs translation; false when it is the same in all languages. */
export function asWords(text: string): string | false {
  const words = text.trim();
  return /\p{L}/u.test(words) && !NAMES.test(words) ? words.slice(0, 60) : false;
}

function shownLiteral(node: ts.JsxExpression): string {
  const isShown = ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent);
  return isShown && node.expression && ts.isStringLiteralLike(node.expression) ? node.expression.text : '';
}
