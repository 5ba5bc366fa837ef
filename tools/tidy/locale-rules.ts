import ts from 'typescript';
import { placeholdersOf } from './messages.ts';
import { eachNode, type Finding, isTest, type Rule, type SourceFile } from './source-files.ts';

const FOLDER = 'apps/member/src/locales/';
const REFERENCE = `${FOLDER}en.json`;

interface Tree {
  [key: string]: string | Tree;
}

export const LOCALE_RULES: Rule[] = [
  {
    name: 'same-messages',
    why: 'A message that one language lacks is a hole in the page.',
    instead: 'give every language the keys and the placeholders of en.json',
    find: (files) => {
      const english = messagesOf(files.find(({ path }) => path === REFERENCE));
      return localesIn(files).flatMap((file) => compare(file.path, english, messagesOf(file)));
    },
  },
  {
    name: 'no-unused-messages',
    why: 'Each message is translated twelve times.',
    instead: 'remove it from every language',
    find: (files) => {
      const english = files.find(({ path }) => path === REFERENCE);
      const used = usedKeys(files);
      return [...messagesOf(english).keys()].filter((key) => !used(key)).map((key) => ({ path: REFERENCE, what: key }));
    },
  },
];

function localesIn(files: SourceFile[]): SourceFile[] {
  return files.filter(({ path }) => path.startsWith(FOLDER) && path.endsWith('.json'));
}

function messagesOf(file: SourceFile | undefined): Map<string, string> {
  const messages = new Map<string, string>();
  const walk = (tree: Tree, prefix: string): void => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === 'string') messages.set(`${prefix}${key}`, value);
      else walk(value, `${prefix}${key}.`);
    }
  };
  if (file) walk(JSON.parse(file.text) as Tree, '');
  return messages;
}

function compare(path: string, english: Map<string, string>, other: Map<string, string>): Finding[] {
  const findings: Finding[] = [];
  for (const key of english.keys()) if (!other.has(key)) findings.push({ path, what: `${key} is missing` });
  for (const [key, message] of other) {
    const reference = english.get(key);
    if (reference === undefined) findings.push({ path, what: `${key} is not in en.json` });
    else if (placeholdersOf(message).join() !== placeholdersOf(reference).join()) {
      findings.push({ path, what: `${key} takes ${placeholdersOf(message).join(', ') || 'nothing'}` });
    }
  }
  return findings;
}

/**
 * Whether a key can be asked for somewhere. Keys are asked for below a namespace and may be put together, so this looks
 * for their ends as whole texts (`slip.title`), for texts with holes in them (`step.${id}.title`), and for namespaces
 * whose keys are chosen elsewhere, as those of errors are by the server.
 */
function usedKeys(files: SourceFile[]): (key: string) => boolean {
  const whole = new Set<string>();
  const holed: RegExp[] = [];
  for (const file of files.filter(
    ({ path }) => /^apps\/member\/(src|verifier)\/.*\.tsx?$/.test(path) && !isTest(path),
  )) {
    const namespaces: string[] = [];
    let asksAnything = false;
    eachNode(file, (node) => {
      if (ts.isStringLiteralLike(node)) whole.add(node.text);
      else if (ts.isTemplateExpression(node)) holed.push(...patternOf(node));
      else if (ts.isCallExpression(node)) {
        const [asked] = node.arguments;
        const called = node.expression.getText();
        if (called === 'useTranslations' && asked && ts.isStringLiteralLike(asked)) namespaces.push(asked.text);
        if (called === 't' && asked && isChosenElsewhere(asked)) asksAnything = true;
      }
    });
    if (asksAnything) holed.push(...namespaces.map((name) => new RegExp(`^${escaped(name)}\\.[\\w-]+$`)));
  }
  return (key) => endsOf(key).some((end) => whole.has(end)) || holed.some((pattern) => pattern.test(key));
}

function isChosenElsewhere(asked: ts.Expression): boolean {
  if (ts.isAsExpression(asked)) return isChosenElsewhere(asked.expression);
  return ts.isIdentifier(asked) || ts.isPropertyAccessExpression(asked);
}

/** The keys that a text with holes may be; a text that is all holes, or has other signs than keys, is none. */
function patternOf(node: ts.TemplateExpression): RegExp[] {
  const parts = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
  if (!/^[\w.-]*\w[\w.-]*$/.test(parts.join(''))) return [];
  return [new RegExp(`(^|\\.)${parts.map(escaped).join('[\\w-]+')}$`)];
}

/** `a.b.c`, `b.c`, `c`. */
function endsOf(key: string): string[] {
  const parts = key.split('.');
  return parts.map((_, index) => parts.slice(index).join('.'));
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\-]/g, '\\$&');
}
