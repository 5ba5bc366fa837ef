import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from '../temporary-folder.ts';
import { sandboxControl } from './control-client.ts';
import { checkoutAsk, SECRET } from './kit.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

let folder: TemporaryFolder;
let children: ChildProcess[];

beforeEach(() => {
  folder = temporaryFolder('tercet-sandbox-');
  children = [];
});

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  folder.remove();
});

function start(args: string[], secret = SECRET): ChildProcess {
  const env = { PATH: process.env.PATH, TERCET_SANDBOX_SECRET: secret };
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  children.push(child);
  return child;
}

async function ready(child: ChildProcess): Promise<string> {
  const [line] = await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line');
  const parsed = JSON.parse(line);
  expect(parsed).toEqual({ ready: true, port: expect.any(Number) });
  return `http://127.0.0.1:${parsed.port}`;
}

test('says when it is ready, and ends with its parent', async () => {
  const child = start(['--data', folder.path, '--with-parent', '--payout-seconds', '1-2']);
  const url = await ready(child);
  expect((await sandboxControl(url, SECRET).change({})).payoutSeconds).toEqual([1, 2]);
  const exit = once(child, 'exit');
  child.stdin?.end();
  expect(await exit).toEqual([0, null]);
});

test('killed with SIGKILL, it still has everything that it answered', async () => {
  const first = start(['--data', folder.path, '--webhook-url', 'http://127.0.0.1:1/']);
  const url = await ready(first);
  const { event } = sandboxControl(url, SECRET);
  await event({ kind: 'declined', reference: checkoutAsk('one').reference });
  const exit = once(first, 'exit');
  first.kill('SIGKILL');
  await exit;
  const again = await ready(start(['--data', folder.path]));
  expect(again).toBe(url);
  expect((await sandboxControl(again, SECRET).stats()).events.waiting).toBe(1);
});

test.each([
  ['no folder', [], SECRET],
  ['a secret that is too short', ['--data', '.'], 'short'],
  ['a pace that is none', ['--data', '.', '--payout-seconds', 'soon'], SECRET],
])('does not start with %s', async (_name, args, secret) => {
  const [code] = await once(start(args as string[], secret as string), 'exit');
  expect(code).toBe(2);
});
