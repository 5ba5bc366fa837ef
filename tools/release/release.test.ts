import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TemporaryFolder, temporaryFolder } from '@tercet/dev/temporary-folder.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeEmpty, writeApiDocuments, writePackages, writeSums } from './artifacts.ts';
import { prepare, withDay } from './prepare.ts';
import { readTree, type Tree, treeFaults } from './tree.ts';

const ROOT = join(import.meta.dirname, '../..');
const SLOW_MS = 120_000;

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder('tercet-release-test-');
});
afterAll(() => folder.remove());

const GOOD: Tree = {
  changed: [],
  commit: 'a'.repeat(40),
  versions: { 'package.json': '0.3.0', 'apps/server/package.json': '0.3.0' },
  changelog: '# Changelog\n\n## [0.3.0] - 2026-12-01\n\n- New.\n\n## [0.2.0] - 2026-11-01\n',
};

describe('a tree is released', () => {
  test('when it is clean, has the version, and the changelog has its day', () => {
    expect(treeFaults(GOOD, '0.3.0')).toEqual([]);
  });

  test.each<[string, Partial<Tree>, string, RegExp]>([
    ['a file that is not committed', { changed: [' M README.md'] }, '0.3.0', /1 files are not committed: M README.md/],
    ['another version in a workspace', { versions: { 'dev/package.json': '0.2.0' } }, '0.3.0', /dev\/package.json has/],
    ['no heading', { changelog: '## [0.2.0] - 2026-11-01' }, '0.3.0', /no heading for 0.3.0/],
    ['a heading without a day', { changelog: '## [0.3.0] - unreleased' }, '0.3.0', /no day/],
    ['later changes above', { changelog: '## [Unreleased]\n## [0.3.0] - 2026-12-01' }, '0.3.0', /Unreleased above/],
    ['a version with letters', {}, '0.3.0-rc', /no version/],
    ['a version with a path', {}, '../0.3.0', /no version/],
  ])('but not with %s', (_, wrong, version, fault) => {
    expect(treeFaults({ ...GOOD, ...wrong }, version).join('\n')).toMatch(fault);
  });
});

describe('--prepare', () => {
  test.each([
    ['## [0.3.0] - unreleased\n', '## [0.3.0] - 2026-12-01\n'],
    ['## [Unreleased]\n\n## [0.2.0] - 2026-11-01\n', '## [0.3.0] - 2026-12-01\n\n## [0.2.0] - 2026-11-01\n'],
  ])('dates the heading of the version, or the unreleased one: %j', (before, after) => {
    expect(withDay(before, '0.3.0', '2026-12-01')).toBe(after);
  });

  test('sets the version of all workspaces, what they depend on, and the lock file; then the tree has no fault', () => {
    const place = join(folder.path, 'prepared');
    mkdirSync(join(place, 'apps/server'), { recursive: true });
    const write = (path: string, content: object) => writeFileSync(join(place, path), JSON.stringify(content));
    write('package.json', { name: 'tercet', version: '0.1.0', workspaces: ['apps/*'] });
    const server = { name: '@tercet/server', version: '0.1.0', dependencies: { '@tercet/fair': '0.1.0', pg: '8.0.0' } };
    write('apps/server/package.json', server);
    write('package-lock.json', {
      version: '0.1.0',
      packages: { '': {}, 'apps/server': server, 'node_modules/pg': {} },
    });
    writeFileSync(join(place, 'CHANGELOG.md'), '## [0.3.0] - unreleased\n');
    prepare(place, '0.3.0', '2026-12-01');
    const lock = readFileSync(join(place, 'package-lock.json'), 'utf8');
    expect(lock).not.toContain('0.1.0');
    expect(JSON.parse(readFileSync(join(place, 'apps/server/package.json'), 'utf8'))).toMatchObject({
      version: '0.3.0',
      dependencies: { '@tercet/fair': '0.3.0', pg: '8.0.0' },
    });
    const git = (...args: string[]) =>
      spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd: place });
    git('init', '-q');
    expect(treeFaultsOf(place)).toMatch(/not committed/);
    git('add', '-A');
    git('commit', '-qm', 'release: prepare 0.3.0');
    expect(treeFaultsOf(place)).toBe('');
  });
});

function treeFaultsOf(place: string): string {
  try {
    return treeFaults(readTree(place), '0.3.0').join('\n');
  } catch {
    // Without a first commit git knows no HEAD.
    return 'not committed';
  }
}

/** The sources of the packages in another folder, with the packages of others. */
function copyTo(place: string): string {
  for (const part of ['packages/fair', 'packages/verify', 'package.json', 'tsconfig.json', 'LICENSE']) {
    cpSync(join(ROOT, part), join(place, part), { recursive: true, filter: (path) => !/node_modules/.test(path) });
  }
  mkdirSync(join(place, 'node_modules'), { recursive: true });
  for (const name of ['@types', '@noble', 'typescript7', 'undici-types', '@typescript']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(place, 'node_modules', name));
  }
  return place;
}

describe('what is released', () => {
  test('has the same checksums when it is built in another place', { timeout: SLOW_MS }, () => {
    const build = (root: string, name: string) => {
      const out = join(folder.path, name);
      makeEmpty(out);
      writePackages(root, out);
      writeApiDocuments(out);
      return writeSums(out);
    };
    const sums = build(ROOT, 'one');
    expect(sums.split('\n').map((line) => line.split('  ')[1]?.replace(/\d+\.\d+\.\d+/, 'V'))).toEqual([
      'console-openapi.json',
      'openapi.json',
      'tercet-V.tgz',
      'tercet-fair-V.tgz',
      undefined,
    ]);
    expect(build(copyTo(join(folder.path, 'somewhere/else')), 'two')).toBe(sums);
  });

  test('is verified by sha256sum, which finds a changed file', () => {
    const out = join(folder.path, 'sums');
    mkdirSync(join(out, 'pages'), { recursive: true });
    writeFileSync(join(out, 'pages/index.html'), '<p>');
    writeFileSync(join(out, 'a file.txt'), 'a');
    writeSums(out);
    const check = () => spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: out }).status;
    expect(check()).toBe(0);
    writeFileSync(join(out, 'pages/index.html'), '<b>');
    expect(check()).toBe(1);
    expect(() => makeEmpty(out)).toThrow(/not empty/);
    expect(readdirSync(out)).toContain('SHA256SUMS');
  });
});
