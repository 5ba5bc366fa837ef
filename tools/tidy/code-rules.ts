import ts from 'typescript';
import { findLines, findNodes, isCode, isGenerated, isTest, type Rule, type SourceFile } from './source-files.ts';

const FILE_LINES_MAX = 320;
const LINE_CHARS_MAX = 120;
/** Strings, SQL statements and test titles, which the formatter does not wrap. */
const WHOLE_CHARS_MAX = 160;

/** Longer files, each with the reason. */
const LONG_FILES: Record<string, string> = {
  'tests/e2e/forms/forms.spec.ts': 'one form after the other; a reader looks for one of them',
  'apps/server/src/db/rights/tables.ts': 'one list of the rights to each table, compared as a whole',
  'packages/contract/src/promises.test.ts': 'one list of all calls that write, held against the house rules',
  'packages/fair/src/verify.test.ts': 'one list of what a forger could change, read from top to bottom',
};

const ENVIRONMENT = [
  'apps/server/src/config/config.ts',
  'apps/server/src/cli.ts',
  'dev/',
  'tools/',
  'scripts/',
  'bench/',
  'tests/',
];
const FETCHING = [
  'apps/server/src/adapters/',
  'apps/member/src/api/',
  'apps/console/src/api/',
  'packages/verify/src/net/',
  'dev/',
  'tools/',
  'bench/',
];

/** Calls from a page to the club. */
const CALLS = /^(?:globalThis\.|window\.|navigator\.)?(?:fetch|EventSource|XMLHttpRequest|WebSocket|sendBeacon)$/;
/** Files that may call. Each sends the page's account, except in calls to other servers or before sign-in. */
const CALLING = [
  ...['client.ts', 'app-files.ts', 'external-fetch.ts', 'prefetch.ts'].map(
    (name) => `apps/member/src/api/shared/${name}`,
  ),
  'apps/member/src/api/stream/stream.ts',
  'apps/member/src/api/library/film-files.ts',
  ...['client.ts', 'word-files.ts'].map((name) => `apps/console/src/api/shared/${name}`),
  'apps/console/src/api/staff/staff-stream.ts',
];

const IN_BROWSER = /^(apps\/(member|console)|packages\/contract)\/src\//;
const STORAGES = new Set(['localStorage', 'sessionStorage', 'indexedDB']);
const STORING = ['packages/contract/src/text-storage.ts', 'apps/member/src/features/storage/local-database.ts'];

export const CODE_RULES: Rule[] = [
  {
    name: 'file-length',
    why: 'A file is read at once or not at all.',
    instead: 'split by meaning, not by length; or say in tools/tidy/code-rules.ts why it is better whole',
    find: (files) =>
      files
        .filter(({ path, text }) => isCode(path) && !(path in LONG_FILES) && lineCount(text) > FILE_LINES_MAX)
        .map(({ path, text }) => ({ path, what: `${lineCount(text)} lines, ${FILE_LINES_MAX} at most` })),
  },
  {
    name: 'line-length',
    why: 'Two files must fit side by side.',
    instead: 'break the line, or name a part of it',
    find: (files) =>
      findLines(files.filter(hasLines), (line, { path }) => {
        const isDrawing = /\bd="/.test(line);
        const isComment = /^\s*(\/\/|\/?\*|--)/.test(line);
        const isWhole = !isComment && (path.endsWith('.sql') || /['"`$]/.test(line) || /^\s+[a-z]+ /.test(line));
        return [...line].length > (isWhole ? WHOLE_CHARS_MAX : LINE_CHARS_MAX) && !isDrawing;
      }),
  },
  {
    name: 'environment',
    why: 'What can be configured must be found in one place.',
    instead: 'read it in apps/server/src/config/config.ts and pass it as an argument',
    find: (files) =>
      findNodes(
        files.filter(
          ({ path }) => isCode(path) && !isTest(path) && !isIn(path, ENVIRONMENT) && !path.endsWith('.config.ts'),
        ),
        (node) => ts.isPropertyAccessExpression(node) && /^(process|import\.meta)\.env$/.test(node.getText()),
      ),
  },
  {
    name: 'one-clock',
    why: 'The database alone decides what time it is for bets and money; machines differ.',
    instead: 'use clock.now() in SQL, or take the time as an argument',
    find: (files) =>
      findNodes(
        files.filter(
          ({ path }) => /^apps\/server\/src\/(ledger|lottery|draw)\//.test(path) && isCode(path) && !isTest(path),
        ),
        readsOwnClock,
      ),
  },
  {
    name: 'no-any',
    why: 'any turns the compiler off for all that it touches.',
    instead: 'use unknown and look, or write the type',
    find: (files) =>
      findNodes(
        files.filter(({ path }) => isCode(path)),
        (node) => node.kind === ts.SyntaxKind.AnyKeyword,
      ),
  },
  {
    name: 'no-marks',
    why: 'A mark in the code is a task that nobody will find.',
    instead: 'do it now, or open an issue',
    find: (files) => findLines(files, (line) => /\b(TO[D]O|FIX[M]E|XX[X])\b/.test(line)),
  },
  {
    name: 'all-tests-run',
    why: 'A test that does not run says that all is well.',
    instead: 'mend it or remove it',
    find: (files) =>
      findNodes(
        files.filter(({ path }) => isTest(path) && isCode(path)),
        leavesTestsOut,
      ),
  },
  {
    name: 'no-silenced-compiler',
    why: 'What the compiler is told to overlook, the next reader overlooks too.',
    instead: 'mend the types; @ts-expect-error only with the reason behind it',
    find: (files) =>
      findLines(
        files.filter(({ path }) => isCode(path)),
        (line) => /@ts-(ignore|nocheck)/.test(line) || /@ts-expect-error\W*$/.test(line),
      ).filter(({ path }) => !path.startsWith('tools/tidy')),
  },
  {
    name: 'file-names',
    why: 'A name that is written in one way can be guessed.',
    instead: 'write it in lower case with hyphens: place-slip.ts',
    find: (files) =>
      files
        .filter(({ path }) => /^(apps|packages|dev|bench|tools|tests|scripts)\//.test(path))
        .filter(({ path }) => !/^[a-z0-9./-]+$/.test(path.replace(/(zh-Hant\.json|README\.md)$/, '')))
        .map(({ path }) => ({ path })),
  },
  {
    name: 'fetch-in-adapters',
    why: 'A call to the outside has a deadline, a retry and an error of its own, in one place.',
    instead: 'call it through src/adapters (server), src/api (web apps) or src/net (verify)',
    find: (files) =>
      findNodes(
        files.filter(
          ({ path }) => /^(apps|packages)\//.test(path) && isCode(path) && !isTest(path) && !isIn(path, FETCHING),
        ),
        (node) => ts.isCallExpression(node) && /^(globalThis\.|window\.)?fetch$/.test(node.expression.getText()),
      ),
  },
  {
    name: 'one-caller',
    why: 'Each call of a page names the account that the page shows, so that no tab acts for another member.',
    instead:
      'call it through src/api/shared/client.ts, and give streams and links an address from namedUrl or namedAddressOf',
    find: (files) =>
      findNodes(
        files.filter(
          ({ path }) => /^apps\/(member|console)\/src\//.test(path) && !isTest(path) && !CALLING.includes(path),
        ),
        (node) => (ts.isCallExpression(node) || ts.isNewExpression(node)) && CALLS.test(node.expression.getText()),
      ),
  },
  {
    name: 'one-browser-storage',
    why: 'Browsers block storage, fill it up or leave it out, and then each use of it throws.',
    instead: 'use onPhone or inTab of @tercet/contract/kept-texts.ts; databases by features/storage/local-database.ts',
    find: (files) =>
      findNodes(
        files.filter(({ path }) => IN_BROWSER.test(path) && !isTest(path) && !STORING.includes(path)),
        (node) => ts.isIdentifier(node) && STORAGES.has(node.text),
      ),
  },
];

function lineCount(text: string): number {
  return text.trimEnd().split('\n').length;
}

function hasLines({ path }: SourceFile): boolean {
  return /\.(ts|tsx|mjs|cjs|css|sql)$/.test(path) && !isGenerated(path);
}

function isIn(path: string, places: string[]): boolean {
  return places.some((place) => path.startsWith(place));
}

function readsOwnClock(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return node.expression.getText() === 'Date' && (node.arguments?.length ?? 0) === 0;
  return ts.isPropertyAccessExpression(node) && node.getText() === 'Date.now';
}

function leavesTestsOut(node: ts.Node): boolean {
  return (
    ts.isPropertyAccessExpression(node) &&
    ['only', 'skip', 'todo', 'fixme'].includes(node.name.text) &&
    /^(it|test|describe)\b/.test(node.expression.getText())
  );
}
