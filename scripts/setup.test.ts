import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

// A repository of one package and an npm of our own that notes each call.
const FAKE_NPM = `
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync, copyFileSync } from 'node:fs';
appendFileSync('calls', process.argv[2] + ' ');
rmSync('node_modules', { recursive: true, force: true });
if (process.env.FAKE === 'offline') {
  console.error('npm error code ENOTFOUND\\nnpm error network request to the registry failed\\nnpm error more words');
  process.exit(1);
}
mkdirSync('node_modules/.bin', { recursive: true });
mkdirSync('node_modules/thing');
symlinkSync(process.execPath, 'node_modules/.bin/node');
await new Promise((resolve) => setTimeout(resolve, 200));
if (process.env.FAKE === 'killed') process.kill(process.ppid, 'SIGKILL');
copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
`;

let root: string;

beforeEach(() => {
  root = join(mkdtempSync(join(tmpdir(), 'tercet-setup-')), 'a clone');
  mkdirSync(join(root, 'scripts'), { recursive: true });
  for (const name of ['setup.mjs', 'lock.mjs', 'processes.mjs']) {
    cpSync(join(import.meta.dirname, name), join(root, 'scripts', name));
  }
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  writeFileSync(join(root, 'npm-cli.js'), FAKE_NPM);
  writeLock('1.0.0');
});

afterEach(() => rmSync(join(root, '..'), { recursive: true }));

function writeLock(version: string): void {
  const other = { version: '1.0.0', optional: true, os: ['plan9'] };
  const packages = { '': {}, 'node_modules/thing': { version }, 'node_modules/other-system': other };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
}

function setUp(fake = ''): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, npm_execpath: join(root, 'npm-cli.js'), FAKE: fake };
  const child = spawn(process.execPath, [join(root, 'scripts/setup.mjs')], { env, cwd: '/' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

function calls(): number {
  return existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').split(' ').length - 1 : 0;
}

test('installs once, and again only when the lock file has changed', async () => {
  expect((await setUp()).code).toBe(0);
  expect(await setUp()).toEqual({ code: 0, output: '' });
  expect(calls()).toBe(1);
  writeLock('1.0.1');
  expect((await setUp()).code).toBe(0);
  expect(calls()).toBe(2);
});

test('takes what was installed by hand as it is', async () => {
  await setUp();
  rmSync(join(root, 'node_modules/.tercet-setup'));
  expect(await setUp()).toEqual({ code: 0, output: '' });
  expect(calls()).toBe(1);
  rmSync(join(root, 'node_modules/.tercet-setup'));
  rmSync(join(root, 'node_modules/thing'), { recursive: true });
  await setUp();
  expect(calls()).toBe(2);
});

test('takes it also when npm notes the registry, and the lock file does not name it', async () => {
  appendFileSync(
    join(root, 'npm-cli.js'),
    `const noted = JSON.parse((await import('node:fs')).readFileSync('package-lock.json', 'utf8'));
noted.packages['node_modules/thing'].resolved = 'https://registry.example/thing.tgz';
writeFileSync('node_modules/.package-lock.json', JSON.stringify(noted));`,
  );
  await setUp();
  rmSync(join(root, 'node_modules/.tercet-setup'));
  expect(await setUp()).toEqual({ code: 0, output: '' });
  expect(calls()).toBe(1);
});

test('several at once install once', async () => {
  const all = await Promise.all([setUp(), setUp(), setUp()]);
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(calls()).toBe(1);
});

test('says in one line why npm failed, and tries again the next time', async () => {
  const { code, output } = await setUp('offline');
  expect(code).toBe(1);
  expect(output.trim().split('\n').slice(1)).toEqual([
    `npm ci failed: network request to the registry failed (all of it: ${join(root, '.cache/setup.log')})`,
  ]);
  expect((await setUp()).code).toBe(0);
  expect(calls()).toBe(2);
});

test('starts over after a kill -9 in the middle', async () => {
  expect((await setUp('killed')).code).toBeNull();
  rmSync(join(root, 'node_modules/.package-lock.json'), { force: true });
  expect((await setUp()).code).toBe(0);
  expect(calls()).toBe(2);
});

test('links the Node of the packages where an older npm has lost its command', async () => {
  appendFileSync(
    join(root, 'npm-cli.js'),
    `const own = 'node_modules/node-' + process.platform + '-' + process.arch;
rmSync('node_modules/.bin/node');
mkdirSync(own + '/bin', { recursive: true });
symlinkSync(process.execPath, own + '/bin/node');`,
  );
  expect((await setUp()).code).toBe(0);
  expect(spawnSync(join(root, 'node_modules/.bin/node'), ['--version'], { encoding: 'utf8' }).stdout).toMatch(/^v\d/);
});

test('says in one line that the installed Node does not run', async () => {
  appendFileSync(join(root, 'npm-cli.js'), `rmSync('node_modules/.bin/node');`);
  const { code, output } = await setUp();
  expect(code).toBe(1);
  expect(output).toMatch(/^The Node that comes with Tercet does not run on this system: .+$/m);
});
