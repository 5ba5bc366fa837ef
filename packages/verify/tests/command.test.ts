import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseVerifierKey, placeOfOrigin } from '@tercet/fair';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ServedBook, TestBook } from './kit/book.ts';
import { type Spawned, tercet } from './kit/process.ts';
import { ask } from './kit/witness.ts';

// Starts processes, which is slow on busy machines.
const SLOW_MS = 120_000;

let folder: string;
let book: TestBook;
let served: ServedBook;
let running: Spawned[];

beforeEach(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'tercet-witness-command-')), 'a data folder');
  book = new TestBook().appendMany(3);
  served = await book.serve();
  running = [];
});

afterEach(async () => {
  for (const child of running) await child.end('SIGKILL');
  await served.close();
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

function options(more: readonly string[] = []): string[] {
  const log = `${book.key.vkey}=${served.url}`;
  return ['witness', '--name', 'witness.example/w1', '--data', folder, '--log', log, '--port', '0', ...more];
}

async function start(more: readonly string[] = []): Promise<Spawned> {
  const child = await tercet(options(more));
  running.push(child);
  return child;
}

describe('tercet witness', { timeout: SLOW_MS }, () => {
  test('prints its key and address as a line of JSON and as text', async () => {
    const { ready, lines } = await start();
    expect(ready).toMatchObject({ ready: true, logs: [book.origin] });
    expect(parseVerifierKey(ready.vkey)).toMatchObject({ name: 'witness.example/w1', algorithm: 4 });
    expect((await ask(`${ready.url}/`)).body).toContain(ready.vkey);
    await expect.poll(() => lines.length).toBe(2);
    expect(lines[1]).toContain(ready.vkey);
  });

  test('keeps its key in a file of its own, which only its user can read', async () => {
    const { ready, end } = await start();
    const path = join(folder, 'witness-key.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await end('SIGTERM');
    expect((await start()).ready.vkey).toBe(ready.vkey);
  });

  test('ends on SIGTERM with 0, also with connections that are open or in the middle of a request', async () => {
    const { ready, end } = await start();
    await fetch(`${ready.url}/`);
    const half = connect(Number(ready.port), '127.0.0.1');
    half.on('error', () => {});
    half.write('POST /add-checkpoint HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nold');
    await fetch(`${ready.url}/`);
    expect(await end('SIGTERM')).toEqual({ code: 0, signal: null });
    half.destroy();
  });

  test('a second one on the same folder does not start; after a kill -9 the next one does', async () => {
    const { end } = await start();
    await expect(tercet(options())).rejects.toThrow('Another witness is using');
    await end('SIGKILL');
    await start();
  });

  test('the same folder under another name does not start', async () => {
    const { end } = await start();
    await end('SIGTERM');
    await expect(tercet(options(['--name', 'witness.example/w2']))).rejects.toThrow(
      'is of the witness witness.example/w1',
    );
  });

  test('a damaged state keeps it from starting: it would have forgotten what it signed', async () => {
    const { ready, end } = await start();
    await ask(`${ready.url}/add-checkpoint`, { method: 'POST', body: book.request(0) });
    await end('SIGTERM');
    const path = join(folder, 'logs', placeOfOrigin(book.origin), 'state.json');
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -20));
    await expect(tercet(options())).rejects.toThrow('is damaged');
  });

  test('names the fault in one line', () => {
    const wrong: [string[], string][] = [
      [options(['--port', '70000']), '--port is a number'],
      [['constructor'], 'no command "constructor"'],
    ];
    for (const [args, expected] of wrong) {
      const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '../src/tercet.mjs'), ...args]);
      expect(status).toBeGreaterThan(0);
      expect(String(stderr)).toContain(expected);
      expect(String(stderr)).not.toContain('    at ');
    }
  });

  test('a slow caller is cut off and does not keep others from being answered', async () => {
    const { ready } = await start();
    const slow = connect(Number(ready.port), '127.0.0.1');
    const cut = new Promise((resolve) => slow.on('close', resolve));
    slow.on('error', () => {});
    slow.resume();
    slow.write('POST /add-checkpoint HTTP/1.1\r\nhost: x\r\n');
    const answer = await ask(`${ready.url}/add-checkpoint`, { method: 'POST', body: book.request(0) });
    expect(answer.status).toBe(200);
    await cut;
  });
});
