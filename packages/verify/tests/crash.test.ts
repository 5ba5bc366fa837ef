import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cosignaturesOf, placeOfOrigin } from '@tercet/fair';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleOf } from '../../fair/tests/sample.ts';
import type { WitnessOptions } from '../src/witness/options.ts';
import { requestBody, type ServedBook, TestBook } from './kit/book.ts';
import { run, type Spawned, tercet } from './kit/process.ts';
import { ask } from './kit/witness.ts';

// Starts processes, which is slow on busy machines.
const SLOW_MS = 120_000;

let folder: string;
let book: TestBook;
let served: ServedBook;
let running: Spawned[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tercet-witness-crash-'));
  book = new TestBook().appendMany(3);
  book.seal('dice-60/7', 5);
  served = await book.serve();
  running = [];
});

afterEach(async () => {
  for (const child of running) await child.end('SIGKILL');
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<string> {
  const log = `${book.key.vkey}=${served.url}`;
  const child = await tercet([
    'witness',
    '--name',
    'witness.example/w1',
    '--data',
    folder,
    '--log',
    log,
    '--port',
    '0',
  ]);
  running.push(child);
  return child.ready.url ?? '';
}

/** A witness that is killed at this moment of its next cosignature. */
async function startDying(moment: string): Promise<{ url: string; died: Promise<unknown> }> {
  const log = { origin: book.origin, keys: [book.key.vkey], bookUrl: served.url };
  const options: WitnessOptions = {
    name: 'witness.example/w1',
    data: folder,
    logs: [log],
    port: 0,
    host: '127.0.0.1',
    fromHere: false,
  };
  const script = join(import.meta.dirname, 'kit/dying-witness.ts');
  const child = await run([script, moment, JSON.stringify(options)]);
  running.push(child);
  const died = new Promise((resolve) => child.process.once('exit', (_, signal) => resolve(signal)));
  return { url: child.ready.url ?? '', died };
}

function add(url: string, body: string) {
  return ask(`${url}/add-checkpoint`, { method: 'POST', body });
}

async function pages(url: string) {
  const base = `${url}/${placeOfOrigin(book.origin)}`;
  const cosigned = JSON.parse((await ask(`${base}/cosigned`)).body).checkpoints as { note: string }[];
  const entries = JSON.parse((await ask(`${base}/entries`)).body) as string[];
  return { sizes: cosigned.map(({ note }) => Number(note.split('\n')[1])), entries };
}

const MOMENTS = [
  ['before anything is written', 'before-write', 4],
  ['amid the first writing', 'amid-write', 4],
  ['after the publication is written', 'after-write', 4],
  ['before the state is written', 'before-replace', 4],
  ['between the state on disk and the answer', 'after-replace', 6],
] as const;

/** Number of moments tried in `npm test`. */
const MOMENTS_TRIED = 2;

describe('killed', { timeout: SLOW_MS }, () => {
  test.each(sampleOf(MOMENTS, MOMENTS_TRIED))(
    '%s, it goes on from there, and never in two ways',
    async (_, moment, size) => {
      let url = await start();
      const first = await add(url, book.request(0));
      expect(first.status).toBe(200);
      await running.pop()?.end('SIGKILL');
      const fork = book.fork().appendMany(1);
      fork.seal('dice-60/9', 1);
      book.appendMany(1);
      book.seal('dice-60/8', 2);

      const dying = await startDying(moment);
      await expect(add(dying.url, book.request(4))).rejects.toThrow();
      expect(await dying.died).toBe('SIGKILL');

      url = await start();
      const sizes = size === 4 ? [4] : [4, 6];
      expect(await pages(url)).toEqual({ sizes, entries: book.texts().slice(0, size) });
      const forked = await add(url, requestBody(4, fork.proof(4), fork.checkpoint()));
      expect(forked.status).toBe(size === 4 ? 503 : 409);
      const answer = await add(url, book.request(size));
      expect(cosignaturesOf(book.checkpoint() + answer.body, [running.at(-1)?.ready.vkey ?? ''])).toHaveLength(1);
      expect((await pages(url)).entries).toHaveLength(6);
      book.appendMany(2);
      expect((await add(url, book.request(6))).status).toBe(200);
      expect((await pages(url)).entries).toEqual(book.texts());
    },
  );

  test('amid many calls: what was answered stays', async () => {
    book.appendMany(60);
    let known = 0;
    for (let turn = 0; turn < 3; turn++) {
      const url = await start();
      const steps = (async () => {
        for (;;) {
          const answer = await add(url, book.request(known, known + 1));
          if (answer.status === 200) known++;
          else if (answer.status === 409) known = Number(answer.body);
        }
      })();
      const stopped = expect(steps).rejects.toThrow();
      const until = known + 5;
      while (known < until) await new Promise((resolve) => setTimeout(resolve, 1));
      await running.pop()?.end('SIGKILL');
      await stopped;
    }
    const url = await start();
    const { sizes, entries } = await pages(url);
    expect([known, known + 1]).toContain(sizes.at(-1));
    expect(new Set(sizes).size).toBe(sizes.length);
    expect(entries).toEqual(book.texts().slice(0, sizes.at(-1)));
  });
});
