import ts from 'typescript';
import { placeholdersOf, pluralCasesOf } from './messages.ts';
import { eachNode, type Finding, isTest, type Rule, type SourceFile } from './source-files.ts';

const APP = 'apps/member/src/locales/';
const REFERENCE = `${APP}en.json`;
/** Folders with a file for each language, including `en.json`. */
const CLUB = [
  APP,
  'apps/server/src/statement/words/',
  'apps/server/src/my-data/words/',
  'apps/server/src/members/agreement/',
];
const FOLDERS = [...CLUB, 'dev/films/words/'];
/** The fixed translation of each term of money, betting and law. */
const TERMS = `${APP}terms/`;

interface Tree {
  [key: string]: string | number | Tree;
}

interface EnglishTerm {
  /** A regular expression that finds it in English. */
  en: string;
  meaning: string;
}

interface Term {
  say: string;
  /** Stems that identify the term in all its inflections, in lower case. */
  stems: string[];
  /** Messages where English uses the word differently, or the language needs no term. */
  except?: string[];
}

export const LOCALE_RULES: Rule[] = [
  {
    name: 'same-messages',
    why: 'A message that one language lacks is a hole in the page.',
    instead: 'give every language the keys and the placeholders of en.json, and the cases of number that it has',
    find: (files) =>
      FOLDERS.flatMap((folder) => {
        const english = messagesOf(files.find(({ path }) => path === `${folder}en.json`));
        return localesIn(files, folder).flatMap((file) => compare(file.path, english, messagesOf(file)));
      }),
  },
  {
    name: 'same-terms',
    why: 'Money, bets and law are called by one word in each language, or readers take one thing for two.',
    instead: `use the word of ${TERMS}, or name the message there under "except"`,
    find: (files) => {
      const english = jsonOf<Record<string, EnglishTerm>>(files, `${TERMS}en.json`);
      return Object.entries(english ?? {}).flatMap(([name, term]) => otherWordsFor(files, name, term));
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

function localesIn(files: SourceFile[], folder: string): SourceFile[] {
  return files.filter(({ path }) => path.startsWith(folder) && /^[\w-]+\.json$/.test(path.slice(folder.length)));
}

function jsonOf<T>(files: SourceFile[], path: string): T | null {
  const file = files.find((one) => one.path === path);
  return file === undefined ? null : (JSON.parse(file.text) as T);
}

/** Messages where English uses a term and the translation does not. Placeholder values are skipped. */
function otherWordsFor(files: SourceFile[], name: string, { en }: EnglishTerm): Finding[] {
  const inEnglish = new RegExp(en, 'i');
  return CLUB.flatMap((folder) => {
    const english = messagesOf(files.find(({ path }) => path === `${folder}en.json`));
    const requested = [...english].filter(([, message]) =>
      inEnglish.test(message.replaceAll(/<[^>]*>|\{\w+[,}]/g, ' ')),
    );
    return localesIn(files, folder).flatMap((file): Finding[] => {
      const code = file.path.slice(folder.length, -'.json'.length);
      const terms = jsonOf<Record<string, Term>>(files, `${TERMS}${code}.json`);
      if (code === 'en' || terms === null) return [];
      const term = terms[name];
      if (term === undefined) return [{ path: `${TERMS}${code}.json`, what: `${name} is missing` }];
      const messages = messagesOf(file);
      const isStated = (key: string) => {
        const stated = (messages.get(key) ?? '').toLocaleLowerCase(code);
        return term.stems.some((stem) => stated.includes(stem.toLocaleLowerCase(code)));
      };
      return requested
        .filter(([key]) => messages.has(key) && !term.except?.includes(key) && !isStated(key))
        .map(([key]) => ({ path: file.path, what: `${key}: ${name} is “${term.say}”` }));
    });
  });
}

function messagesOf(file: SourceFile | undefined): Map<string, string> {
  const messages = new Map<string, string>();
  const walk = (tree: Tree, prefix: string): void => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === 'string') messages.set(`${prefix}${key}`, value);
      else if (typeof value === 'object') walk(value, `${prefix}${key}.`);
    }
  };
  if (file) walk(JSON.parse(file.text) as Tree, '');
  return messages;
}

function compare(path: string, english: Map<string, string>, other: Map<string, string>): Finding[] {
  const findings: Finding[] = [];
  const wanted = casesOf(path);
  const isUnknown = UNKNOWN_TO_BROWSERS.test(path);
  for (const key of english.keys()) if (!other.has(key)) findings.push({ path, what: `${key} is missing` });
  for (const [key, message] of other) {
    const reference = english.get(key);
    if (reference === undefined) findings.push({ path, what: `${key} is not in en.json` });
    else if (placeholdersOf(message).join() !== placeholdersOf(reference).join()) {
      findings.push({ path, what: `${key} takes ${placeholdersOf(message).join(', ') || 'nothing'}` });
    } else {
      // Where English needs only the case `other`, other languages may, too.
      const isPlain = pluralCasesOf(reference).some((cases) => cases.join() === 'other');
      const wrong = pluralCasesOf(message)
        .map((cases) => cases.toSorted().join())
        .filter((cases) => cases !== wanted && !((isPlain || isUnknown) && cases === 'other'));
      for (const cases of wrong) findings.push({ path, what: `${key} has the cases ${cases}` });
      if (isUnknown && /\bone \{[^#{}]*\}/.test(message)) {
        findings.push({ path, what: `${key} says one of whatever the browser counts as one: write =1` });
      }
    }
  }
  return findings;
}

/** Languages that browsers do not know use other plural rules. */
const UNKNOWN_TO_BROWSERS = /(^|\/)(mn|tg|hy)\.json$/;

/** The plural cases of a language (unicode.org/cldr, cardinal rules). */
function casesOf(path: string): string {
  const code = /([\w-]+)\.json$/.exec(path)?.[1] ?? 'en';
  return new Intl.PluralRules(code).resolvedOptions().pluralCategories.toSorted().join();
}

/**
 * Whether code can request a key. Keys are requested below a namespace and may be concatenated. So this looks for their
 * ends as whole texts (`slip.title`), for templates (`step.${id}.title`), and for namespaces with keys chosen
 * elsewhere, such as the server's errors.
 */
/** Files that name messages of the members' app; the groups of bets are shared with the console. */
const USERS = /^(apps\/member\/(src|verifier)\/.*\.tsx?|packages\/contract\/src\/bet-groups\.ts)$/;

function usedKeys(files: SourceFile[]): (key: string) => boolean {
  const whole = new Set<string>();
  const holed: RegExp[] = [];
  for (const file of files.filter(({ path }) => USERS.test(path) && !isTest(path))) {
    const namespaces: string[] = [];
    let asksAnything = false;
    eachNode(file, (node) => {
      if (ts.isStringLiteralLike(node)) whole.add(node.text);
      else if (ts.isTemplateExpression(node)) holed.push(...patternOf(node));
      else if (ts.isCallExpression(node)) {
        const [requested] = node.arguments;
        const called = node.expression.getText();
        if (called === 'useTranslations' && requested && ts.isStringLiteralLike(requested))
          namespaces.push(requested.text);
        if (called === 't' && requested && isChosenElsewhere(requested)) asksAnything = true;
      }
    });
    if (asksAnything) holed.push(...namespaces.map((name) => new RegExp(`^${escaped(name)}\\.[\\w-]+$`)));
  }
  return (key) => endsOf(key).some((end) => whole.has(end)) || holed.some((pattern) => pattern.test(key));
}

function isChosenElsewhere(requested: ts.Expression): boolean {
  if (ts.isAsExpression(requested)) return isChosenElsewhere(requested.expression);
  return ts.isIdentifier(requested) || ts.isPropertyAccessExpression(requested);
}

/**
 * Patterns for the keys that a template may produce. A template of placeholders only, or with other characters than
 * keys have, is none.
 */
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
