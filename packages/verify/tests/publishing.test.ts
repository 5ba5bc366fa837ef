import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cosignaturesOf, openCheckpoint, placeOfOrigin } from '@tercet/fair';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Disk, realDisk } from '../src/storage/disk.ts';
import { type ServedBook, TestBook } from './kit/book.ts';
import { ask, TestWitness } from './kit/witness.ts';

const DAY = 86_400;

let book: TestBook;
let served: ServedBook;
let witness: TestWitness;

beforeEach(async () => {
  book = new TestBook().appendMany(4);
  served = await book.serve();
  witness = await new TestWitness(book, served).start();
});

afterEach(async () => {
  await witness.remove();
  await served.close();
});

/** One cosignature a minute, each with one more entry. */
async function cosignAll(): Promise<string[]> {
  const notes: string[] = [];
  for (let size = 1; size <= book.size; size++) {
    witness.seconds += 60;
    const { body } = await witness.add(book.request(size - 1, size));
    notes.push(book.checkpoint(size) + body);
  }
  return notes;
}

test('each cosigned checkpoint is shown at once and after a restart, whole and checkable', async () => {
  const start = witness.seconds;
  const notes = await cosignAll();
  for (const _ of ['at once', 'after a restart']) {
    const { checkpoints, next } = await witness.json(`cosigned?from=${start}&to=${start + 240}`);
    expect(next).toBeNull();
    expect(checkpoints).toEqual(notes.map((note, index) => ({ note, atSeconds: start + 60 * (index + 1) })));
    for (const { note, atSeconds } of checkpoints) {
      expect(openCheckpoint(note, [book.key.vkey])).not.toBeNull();
      expect(cosignaturesOf(note, [witness.vkey])).toEqual([{ witness: witness.vkey, atSeconds }]);
    }
    expect((await witness.json(`cosigned?from=${start + 61}&to=${start + 180}`)).checkpoints).toHaveLength(2);
    expect((await witness.page('checkpoint')).body).toBe(notes[3]);
    expect(await witness.json('entries?from=1')).toEqual(book.texts().slice(1));
    await witness.restart();
  }
});

test('is stored for 90 days, and the last checkpoint permanently', async () => {
  const notes = await cosignAll();
  const start = witness.seconds;
  witness.seconds = start + 90 * DAY;
  await witness.restart();
  expect((await witness.json('cosigned')).checkpoints).toHaveLength(4);
  witness.seconds = start + 93 * DAY;
  await witness.restart();
  expect((await witness.json('cosigned')).checkpoints).toEqual([]);
  expect((await witness.page('checkpoint')).body).toBe(notes[3]);
  expect(await witness.json('entries?from=2')).toEqual({ error: 'not held here', heldFrom: 4, size: 4 });
  book.appendMany(1);
  expect((await witness.add(book.request(4))).status).toBe(200);
  expect(await witness.json('entries?from=4')).toEqual(book.texts().slice(4));
});

test('every page can be read from any other site', async () => {
  await cosignAll();
  for (const what of ['checkpoint', 'cosigned', 'entries', 'forks', 'entries?from=99', 'nothing']) {
    const response = await fetch(`${witness.url}/${placeOfOrigin(book.origin)}/${what}`);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  }
});

test('HEAD gives no body', async () => {
  await cosignAll();
  const stated = await ask(`${witness.url}/${placeOfOrigin(book.origin)}/checkpoint`, { method: 'HEAD' });
  expect(stated).toMatchObject({ status: 200, body: '' });
});

describe('a disk that fails', () => {
  /** Fails at one kind of write while `broken` is set. */
  function failing(kind: keyof Disk): Disk & { broken: boolean } {
    const disk = {
      ...realDisk,
      broken: false,
      [kind]: (...args: Parameters<Disk['writeAt']>) => {
        if (disk.broken) return Promise.reject(new Error('no space left'));
        return (realDisk[kind] as Disk['writeAt'])(...args);
      },
    };
    return disk;
  }

  test.each(['replace', 'writeAt'] as const)(
    'at %s: nothing is cosigned or shown, and later all goes on',
    async (kind) => {
      const disk = failing(kind);
      witness.disk = disk;
      await witness.restart();
      await witness.add(book.request(0, 2));
      disk.broken = true;
      expect(await witness.add(book.request(2))).toMatchObject({
        status: 503,
        body: 'the witness has a fault of its own\n',
      });
      expect((await witness.json('cosigned')).checkpoints).toHaveLength(1);
      expect((await witness.page('checkpoint')).body).toContain('\n2\n');
      disk.broken = false;
      expect((await witness.add(book.request(2))).status).toBe(200);
      await witness.restart();
      expect((await witness.json('cosigned')).checkpoints).toHaveLength(2);
      expect(await witness.json('entries')).toEqual(book.texts());
    },
  );
});

test('a state changed by another process is not overwritten', async () => {
  await witness.add(book.request(0, 2));
  const path = join(witness.folder, 'logs', placeOfOrigin(book.origin), 'state.json');
  const text = readFileSync(path, 'utf8').replace('"size":2', '"size":3');
  writeFileSync(path, text);
  expect((await witness.add(book.request(2))).status).toBe(503);
  expect(readFileSync(path, 'utf8')).toBe(text);
});
