import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { type TemporaryFolder, temporaryFolder } from '@tercet/dev/temporary-folder.ts';
import { publint } from 'publint';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOG } from '../../packages/fair/tests/book-kit.ts';
import { TestClub } from '../../packages/verify/tests/kit/club.ts';
import { KEY, MonitoredClub } from '../../packages/verify/tests/kit/monitored.ts';
import { buildPackages } from './build.ts';
import { PACKAGES } from './manifests.ts';

const ROOT = join(import.meta.dirname, '../..');
const SLOW_MS = 120_000;
/** Problems of packages that have no CommonJS, which is meant. */
const ESM_ONLY = new Set(['node10', 'node16-cjs']);

let folder: TemporaryFolder;
let built: string[];
/** Tarballs of the packages, by folder. */
let tarballs: Record<string, string>;
let project: string;

beforeAll(async () => {
  folder = temporaryFolder('tercet-packages-');
  built = buildPackages(ROOT, join(folder.path, 'here'));
  const noble = ['curves', 'hashes'].map((name) => join(ROOT, 'node_modules/@noble', name));
  const packed = [...built, ...noble].map((from) => pack(from));
  tarballs = Object.fromEntries(PACKAGES.map((one, index) => [one.folder, packed[index] ?? '']));
  project = join(folder.path, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }\n');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', ...packed], project);
}, SLOW_MS);
afterAll(() => folder.remove());

function run(command: string, args: readonly string[], cwd: string) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: SLOW_MS });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/** Packs a package as `npm publish` does. Returns the tarball. */
function pack(from: string): string {
  const answer = run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder.path], from);
  const [{ filename }] = JSON.parse(answer) as [{ filename: string }];
  return join(folder.path, filename);
}

/** All files below a folder, with their bytes in hex, so that a difference names its file. */
function filesOf(root: string): Record<string, string> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [relative(root, path), readFileSync(path, 'hex')]));
}

/** The sources in another folder, with the packages of others. */
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

/** The project's Node, and the one that comes first in PATH apart from the project's own. */
function nodes(): [version: string, program: string][] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules'));
  const found = folders.flatMap((path) => {
    const program = spawnSync(join(path, 'node'), ['-p', 'process.execPath'], { encoding: 'utf8' });
    return program.status === 0 ? [program.stdout.trim()] : [];
  });
  const programs = new Set([process.execPath, ...found.slice(0, 1)].map((path) => realpathSync(path)));
  return [...programs].map((path) => [run(path, ['--version'], ROOT).trim(), path]);
}

/** The first block of a language in a README. */
function blockIn(readme: string, language: string): string {
  const block = new RegExp(`\`\`\`${language}\\n([^\`]*)\`\`\``).exec(readme)?.[1];
  if (block === undefined) throw new Error(`no ${language} in the README`);
  return block;
}

describe('the packages', { timeout: SLOW_MS }, () => {
  test('come out the same in another folder, to the last byte', () => {
    const again = buildPackages(copyTo(join(folder.path, 'somewhere/else')), join(folder.path, 'there'));
    expect(again.map(filesOf)).toEqual(built.map(filesOf));
  });

  test.each(PACKAGES)('$name passes publint and attw', async ({ folder: name }) => {
    const { messages } = await publint({ pkgDir: join(folder.path, 'here', name), strict: true });
    expect(messages).toEqual([]);
    const tarball = new Uint8Array(readFileSync(tarballs[name] ?? ''));
    const checked = await checkPackage(createPackageFromTarballData(tarball));
    expect(checked.types).toMatchObject({ kind: 'included' });
    const problems = 'problems' in checked ? checked.problems : [];
    const own = problems.filter((one) => !('resolutionKind' in one) || !ESM_ONLY.has(one.resolutionKind));
    expect(own).toEqual([]);
  });

  test.each(PACKAGES)(
    '$name has its sources, README and licence, and no tests',
    ({ folder: name, copied, programs }) => {
      const files = Object.keys(filesOf(join(folder.path, 'here', name)));
      const parts = new Set(files.map((path) => path.split('/')[0]));
      const tops = Object.keys(programs).map((path) => path.split('/')[0]);
      expect([...parts].sort()).toEqual(
        [...new Set(['LICENSE', 'README.md', 'package.json', 'dist', ...copied, ...tops])].sort(),
      );
      expect(files.filter((path) => /test|vectors|\.tsx?$/.test(path.replace(/\.d\.ts$/, '')))).toEqual([]);
      const manifest = readFileSync(join(folder.path, 'here', name, 'package.json'), 'utf8');
      expect(JSON.parse(manifest)).toMatchObject({ license: 'Apache-2.0', publishConfig: { provenance: true } });
      expect(manifest).not.toMatch(/workspace|"private"|repository/);
    },
  );
});

describe('in an empty project', { timeout: SLOW_MS }, () => {
  test.each(nodes())('with Node %s the example of @tercet/fair prints what its README says', (_version, node) => {
    const readme = readFileSync(join(project, 'node_modules/@tercet/fair/README.md'), 'utf8');
    writeFileSync(join(project, 'example.mjs'), blockIn(readme, 'js'));
    expect(run(node, ['example.mjs'], project)).toBe(blockIn(readme.slice(readme.indexOf('It prints')), 'text'));
  });

  test('a program in TypeScript finds the types of both', () => {
    const lines = [
      "import { type Dice, drawDice, QUICKNET } from '@tercet/fair';",
      "import { main } from 'tercet';",
      "export const dice: Dice = drawDice({ chainHash: QUICKNET.hash, round: 1, signature: '', drawId: '' }).dice;",
      'export const code: Promise<number> = main([]);',
      '// @ts-expect-error: the result of a draw is no number',
      'export const wrong: number = drawDice;',
    ];
    writeFileSync(join(project, 'typed.ts'), `${lines.join('\n')}\n`);
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'];
    run(process.execPath, [compiler, ...options, 'typed.ts'], project);
  });

  test.each(nodes())(
    'with Node %s the command of the README of tercet checks a draw of a club',
    async (_version, node) => {
      const club = await TestClub.start();
      try {
        const readme = readFileSync(join(project, 'node_modules/tercet/README.md'), 'utf8');
        const [program, ...args] = blockIn(readme, 'sh')
          .trim()
          .replace('npx tercet', 'node_modules/tercet/bin/tercet.js')
          .replace('DRAW', club.drawId)
          .replace('CLUB', club.url)
          .replace('KEY', LOG.vkey)
          .split(' ');
        const { code, out } = await runAsync(node, [program ?? '', ...args, '--state', join(project, 'state')]);
        // Nobody named its witnesses, and the club runs its own beacon.
        expect([code, out]).toEqual([3, expect.stringContaining('Time not proven')]);
        for (const step of ['table', 'seal', 'beacon', 'dice']) expect(out).toMatch(new RegExp(`ok +${step}`));
      } finally {
        await club.close();
      }
    },
  );

  test.each(nodes())(
    'with Node %s tercet monitor checks the book of a club, and ends by SIGTERM',
    async (_version, node) => {
      const club = await MonitoredClub.start(2);
      try {
        const program = join(project, 'node_modules/tercet/bin/tercet.js');
        const args = ['monitor', club.url, '--data', club.data, '--log-key', KEY.vkey, '--listen', '0', '--no-draws'];
        const child = spawn(node, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
        const closed = once(child, 'close');
        const events: { event: string; size?: number }[] = [];
        for await (const line of createInterface({ input: child.stdout })) {
          events.push(JSON.parse(line));
          if (events.at(-1)?.event === 'checked') child.kill('SIGTERM');
        }
        expect(await closed).toEqual([0, null]);
        expect(events.find(({ event }) => event === 'checked')).toMatchObject({ size: 5, slipsChecked: 2 });
      } finally {
        await club.close();
      }
    },
  );

  test('a bundle for browsers holds @tercet/fair without a module of Node', async () => {
    writeFileSync(
      join(project, 'page.js'),
      "import { drawDice, QUICKNET } from '@tercet/fair';\n" +
        "export const roll = (signature) => drawDice({ chainHash: QUICKNET.hash, round: 1000, signature, drawId: 'dice-60/1' }).dice;\n",
    );
    await build({
      root: project,
      configFile: false,
      logLevel: 'error',
      build: { lib: { entry: 'page.js', formats: ['es'], fileName: 'page' }, outDir: 'web', minify: true },
    });
    const file = join(project, 'web/page.js');
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/node:|__vite-browser-external|from"(?!\.)/);
    const { roll } = (await import(file)) as { roll(signature: string): number[] };
    expect(roll(/'([0-9a-f]{96})'/.exec(readFileSync(join(project, 'example.mjs'), 'utf8'))?.[1] ?? '')).toEqual([
      1, 1, 1,
    ]);
  });
});

/** Runs a program beside this one, which serves the club. */
async function runAsync(node: string, args: readonly string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(node, args, { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  let out = '';
  for await (const piece of child.stdout) out += piece;
  const [code] = (await closed) as [number | null];
  return { code, out };
}
