import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** Prints its arguments and its Node as JSON. Exits with code 7, or 3 on SIGTERM. */
const PROGRAM = `
process.on('SIGTERM', () => process.exit(3));
console.log(JSON.stringify({ args: process.argv.slice(2), path: process.execPath, major: process.versions.node }));
if (process.argv[2] === 'wait') setInterval(() => {}, 1_000);
else process.exitCode = 7;
`;
/** As on a Node that cannot replace its process, such as 20. */
const OLD_NODE = `--import=data:text/javascript,process.execve=undefined`;

let root: string;

beforeEach(() => {
  root = join(mkdtempSync(join(tmpdir(), 'tercet-run-')), 'a clone');
  mkdirSync(join(root, 'scripts'), { recursive: true });
  for (const name of ['run.mjs', 'setup.mjs', 'lock.mjs', 'processes.mjs']) {
    cpSync(join(import.meta.dirname, name), join(root, 'scripts', name));
  }
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  writeFileSync(join(root, 'program.ts'), PROGRAM);
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  symlinkSync(process.execPath, join(root, 'node_modules/.bin/node'));
});

afterEach(() => rmSync(join(root, '..'), { recursive: true }));

/** Packages that are in place: npm is not needed. */
function install(): void {
  const lock = JSON.stringify({ packages: { '': {} } });
  writeFileSync(join(root, 'package-lock.json'), lock);
  writeFileSync(join(root, 'node_modules/.package-lock.json'), lock);
}

function start(nodeOptions: string, ...args: string[]) {
  const env = { ...process.env, NODE_OPTIONS: nodeOptions };
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), 'program.ts', ...args], { env, cwd: '/' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  return { child, ended: once(child, 'close').then(([code]) => ({ code, output })), output: () => output };
}

describe.each([
  ['by the same process', ''],
  ['by a child, where Node is old', OLD_NODE],
])('a file is run %s', (_how, options) => {
  test('with its arguments, and its exit code is passed on', async () => {
    install();
    const { code, output } = await start(options, 'one', '--two').ended;
    expect([code, JSON.parse(output).args]).toEqual([7, ['one', '--two']]);
  });

  test('and gets the signals', async () => {
    install();
    const { child, ended, output } = start(options, 'wait');
    await expect.poll(output).toContain('wait');
    child.kill('SIGTERM');
    expect((await ended).code).toBe(3);
  });
});

test('without its packages nothing is run', async () => {
  const { code, output } = await start('').ended;
  expect([code, output]).toEqual([1, expect.stringContaining('There is no package-lock.json')]);
});
