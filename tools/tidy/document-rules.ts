import { type Finding, isGenerated, type Rule, type SourceFile } from './source-files.ts';

/** Pages for people. Tests read the other two word by word, and plan pages are gone when their work is done. */
const DOCUMENT = /^((README|CONTRIBUTING|ARCHITECTURE|CHANGELOG)\.md|docs\/.+\.md)$/;
const OTHERS = /^docs\/(protocol|house-rules|[a-z]+-remaining)\.md$/;

/** Files whose comments are checked for words. Sentence length is checked in documents only. */
const COMMENTED = /^(?:apps|packages|dev|tools|bench|scripts|deploy|tests)\/.+\.(?:ts|tsx|mjs|sql|sh|ya?ml|conf)$/;
const COMMENT = /^\s*(?:\*|\/\/|\/\*\*?|--|#)\s(.*)$/;

const SENTENCE_WORDS_MAX = 35;

const PERSONS = /\b(he|him|his|himself|she|hers?|herself)\b/i;

/** Phrases of our dialect, and the usual word. */
const DIALECT: readonly (readonly [phrase: RegExp, word: string])[] = [
  [/\bonce more\b/i, 'again'],
  [/\banew\b/i, 'again'],
  [/(?<!happens )\bby (it|them)self\b/i, 'automatically'],
  [/\bwhoever\b/i, 'the person or role'],
  [/\bsomebody\b/i, 'the person or role'],
  [/\bat hand\b/i, 'available'],
  [/\bcomes? along\b/i, 'is built in'],
  [/\b(is|are) told\b/i, 'is notified'],
  [/\bastray\b/i, 'unmatched'],
  [/\bfor ever\b/i, 'permanently'],
  [/\bbad hour\b/i, 'incident'],
  [/\bwhat comes of\b/i, 'the outcome of'],
  [/\bthis and no other\b/i, 'only this'],
];

const LINK = /\]\((?!https?:|mailto:|#)([^)\s#]+)(?:#[^)\s]*)?\)/g;

export const DOCUMENT_RULES: Rule[] = [
  {
    name: 'short-sentences',
    why: 'A sentence of more than 35 words is read twice.',
    instead: 'put one idea into each sentence',
    find: (files) =>
      eachUnit(files, (text) =>
        sentencesOf(text).flatMap((sentence) => {
          const count = sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}`]/u.test(word)).length;
          return count > SENTENCE_WORDS_MAX ? [`${count} words: ${sentence.slice(0, 60)}…`] : [];
        }),
      ),
  },
  {
    name: 'they-for-persons',
    why: 'Members, staff and operators are of any sex.',
    instead: 'write "they", or name the role',
    find: (files) => eachUnitOrComment(files, (text) => PERSONS.exec(text)?.slice(0, 1) ?? []),
  },
  {
    name: 'trade-words',
    why: 'A reader should not have to translate our phrases.',
    instead: 'use the word in brackets',
    find: (files) =>
      eachUnitOrComment(files, (text) =>
        DIALECT.flatMap(([phrase, word]) => {
          const found = phrase.exec(text)?.[0];
          return found === undefined ? [] : [`${found} (${word})`];
        }),
      ),
  },
  {
    name: 'links-lead-somewhere',
    why: 'A page that links to a page which is gone sends its reader nowhere.',
    instead: 'link to the page where it is now',
    find: (files) => {
      const paths = new Set(files.flatMap(({ path }) => [path, ...foldersOf(path)]));
      return files
        .filter(({ path }) => path.endsWith('.md'))
        .flatMap((file) =>
          eachLine(file, (line) =>
            [...line.matchAll(LINK)]
              .map(([, target = '']) => target)
              .filter((target) => /\.(?!png|svg)[a-z]+$/.test(target) && !paths.has(resolved(file.path, target))),
          ),
        );
    },
  },
];

function documentsOf(files: SourceFile[]): SourceFile[] {
  return files.filter(({ path }) => DOCUMENT.test(path) && !OTHERS.test(path));
}

function eachLine(file: SourceFile, find: (line: string) => string[]): Finding[] {
  return file.text
    .split('\n')
    .flatMap((line, index) => find(line).map((what) => ({ path: file.path, line: index + 1, what })));
}

/** Findings in each paragraph, list item and table cell, at its first line. Code is skipped. */
function eachUnit(files: SourceFile[], find: (text: string) => readonly string[]): Finding[] {
  return documentsOf(files).flatMap((file) =>
    unitsOf(file.text).flatMap(({ text, line }) => find(text).map((what) => ({ path: file.path, line, what }))),
  );
}

function eachUnitOrComment(files: SourceFile[], find: (text: string) => readonly string[]): Finding[] {
  const commented = files.filter(({ path }) => COMMENTED.test(path) && !isGenerated(path));
  const inComment = (line: string) => [...find(plain(COMMENT.exec(line)?.[1] ?? ''))];
  return [...eachUnit(files, find), ...commented.flatMap((file) => eachLine(file, inComment))];
}

interface Unit {
  text: string;
  line: number;
}

function unitsOf(text: string): Unit[] {
  const units: Unit[] = [];
  let inCode = false;
  let open: Unit | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*```/.test(line)) inCode = !inCode;
    const isBreak = inCode || /^\s*(```|$|#|<!--)/.test(line);
    if (isBreak || line.trimStart().startsWith('|')) {
      open = null;
      if (!isBreak) units.push(...cellsOf(line).map((cell) => ({ text: plain(cell), line: index + 1 })));
      continue;
    }
    if (open === null || /^\s*([-*]|\d+\.)\s/.test(line)) {
      open = { text: '', line: index + 1 };
      units.push(open);
    }
    open.text += ` ${line.trim()}`;
  }
  return units.map((unit) => ({ ...unit, text: plain(unit.text) }));
}

/** Without cells that cite a test by file and title. */
function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .filter((cell) => !/^\s*`[^`]*\/[^`]*` \S/.test(cell));
}

/** Without code, the targets of links, quoted words and emphasis. */
function plain(text: string): string {
  return text
    .replaceAll(/`[^`]*`/g, '`')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/"[^"]{1,80}"/g, '`')
    .replaceAll(/\*|^\s*([-*]|\d+\.)\s/g, '');
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?][)\]]?)\s+(?=[\p{Lu}`([0-9])/u);
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** A link's target from the root of the repository. */
function resolved(page: string, target: string): string {
  const parts = page.split('/').slice(0, -1);
  for (const part of target.replace(/\/$/, '').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
