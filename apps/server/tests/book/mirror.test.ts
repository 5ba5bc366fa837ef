import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cosignaturesOf, openCheckpoint, parseTilePath, peaksFromTiles, tilePath, toHex } from '@tercet/fair';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { diskStore } from '../../src/adapters/storage/disk.ts';
import { s3Store } from '../../src/adapters/storage/s3.ts';
import { httpWitness } from '../../src/adapters/witness.ts';
import { BookFault } from '../../src/book/book-fault.ts';
import { createMirror, type Mirror } from '../../src/book/mirror.ts';
import { type Publisher, startPublisher } from '../../src/book/publisher.ts';
import { signTreeHeads } from '../../src/book/sign.ts';
import type { BookStore } from '../../src/book/store.ts';
import { emptyTree } from '../../src/book/tree.ts';
import { sealedLeavesOf } from '../../src/draw/evidence/sealed-leaves.ts';
import { advance, periodIn, until } from '../draw/drawing.ts';
import { openServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { type ObjectStorage, startObjectStorage } from '../kit/object-storage.ts';
import { startWitness } from '../kit/witness.ts';
import { growTo, type KeysFolder, keysFolder, signDeps } from './book-kit.ts';

let club: Club;
let keys: KeysFolder;
let folder: ReturnType<typeof temporaryFolder>;
let storage: ObjectStorage;
const publishers: Publisher[] = [];
beforeEach(async () => {
  club = await openClub();
  keys = keysFolder();
  folder = temporaryFolder('tercet-store-');
  storage = await startObjectStorage();
});
afterEach(async () => {
  await Promise.all(publishers.splice(0).map((one) => one.stop()));
  await storage.close();
  folder.remove();
  keys.remove();
  await club.close();
});

async function signTo(size: number): Promise<void> {
  await growTo(club.db, size);
  while ((await signTreeHeads(signDeps(club, keys))) > 0);
}

async function noLeaves(drawId: string): Promise<Uint8Array> {
  throw new Error(`no seal of ${drawId}`);
}

function mirrorTo(store: BookStore, leavesOf = noLeaves): Mirror {
  return createMirror({ db: club.draw, store, leavesOf });
}

async function logKeys(): Promise<string[]> {
  return (await club.db.selectFrom('book.log_key').select('vkey').execute()).map((row) => row.vkey);
}

/** Opens a store's checkpoint and recomputes its root from the store's tiles alone. */
async function expectWhole(read: (path: string) => Promise<Uint8Array | null>, size: number): Promise<void> {
  const note = Buffer.from((await read('checkpoint')) ?? []).toString();
  const opened = openCheckpoint(note, await logKeys());
  expect(opened?.size).toBe(size);
  const peaks = await peaksFromTiles(size, async (level, index, width) => {
    const tile = await read(tilePath(level, index, width));
    if (!tile) throw new Error(`no ${tilePath(level, index, width)}`);
    return tile;
  });
  const root = peaks.reduceRight<Uint8Array | null>(
    (right, left) => (right === null ? left : nodeOf(left, right)),
    null,
  );
  expect(toHex(root ?? new Uint8Array())).toBe(opened?.root);
}

function nodeOf(left: Uint8Array, right: Uint8Array): Uint8Array {
  const tree = emptyTree();
  tree.append(left);
  tree.append(right);
  return tree.root();
}

describe('a folder as a store', () => {
  test('holds at every checkpoint all the files that it speaks of, as the server gives them', async () => {
    const store = diskStore(folder.path);
    const mirror = mirrorTo(store);
    for (const size of [1, 255, 256, 257, 700, 701, 66_000]) {
      await signTo(size);
      await mirror.bring();
      await expectWhole(store.get, size);
    }
    const server = await openServer(club);
    const paths = readdirSync(folder.path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.path.length + 1));
    expect(paths.filter((path) => path.startsWith('tile/entries/')).length).toBeGreaterThan(256);
    for (const path of paths.filter((_, place) => place % 17 === 0)) {
      if (path !== 'checkpoint') expect(parseTilePath(path)).not.toBe(null);
      const answer = await fetch(`${server.address}/book/${path}`);
      expect([path, Buffer.from(await answer.arrayBuffer())]).toEqual([path, readFileSync(join(folder.path, path))]);
    }
    await server.stop();
  });

  test('never shows a checkpoint before its files; cut off anywhere, it goes on from what it shows', async () => {
    const store = diskStore(folder.path);
    await signTo(300);
    await mirrorTo(store).bring();
    await signTo(900);
    let finished = false;
    for (let puts = 0; !finished; puts++) {
      let left = puts;
      const dying: BookStore = {
        get: store.get,
        async put(path, file) {
          if (left-- <= 0) throw new Error('killed');
          await store.put(path, file);
        },
      };
      finished = await mirrorTo(dying)
        .bring()
        .then(
          () => true,
          () => false,
        );
      await expectWhole(store.get, finished ? 900 : 300);
    }
  });

  test('that shows another book, or more of this one, is left alone', async () => {
    const store = diskStore(folder.path);
    await signTo(10);
    await mirrorTo(store).bring();
    await signTo(20);
    await club.owner.query('delete from book.checkpoint');
    rmSync(join(keys.path, 'book-signed'));
    await club.owner.query(`delete from book.tree_head where size < 20`);
    while ((await signTreeHeads(signDeps(club, keys))) > 0);
    await expect(mirrorTo(store).bring()).rejects.toThrow(BookFault);
    await store.put('checkpoint', { bytes: Buffer.from('hello'), contentType: '', cacheControl: '' });
    await expect(mirrorTo(store).bring()).rejects.toThrow(BookFault);
  });
});

describe('object storage', () => {
  test('gets the files before the checkpoint, each with its type and how long caches may keep it', async () => {
    const store = s3Store(storage.options);
    const mirror = mirrorTo(store);
    await signTo(257);
    await mirror.bring();
    await expectWhole(store.get, 257);
    expect(storage.puts.at(-1)).toBe('books/club/book/checkpoint');
    expect(storage.objects.get('books/club/book/checkpoint')).toMatchObject({
      contentType: 'text/plain; charset=utf-8',
      cacheControl: 'max-age=1',
    });
    for (const path of ['tile/0/000', 'tile/entries/000', 'tile/0/001.p/1', 'tile/1/000.p/1']) {
      expect(storage.objects.get(`books/club/book/${path}`)).toMatchObject({
        contentType: 'application/octet-stream',
        cacheControl: 'public, max-age=31536000, immutable',
      });
    }
    // Existing files are not sent again.
    const before = storage.puts.length;
    await mirror.bring();
    expect(storage.puts).toHaveLength(before);
    await signTo(258);
    await mirrorTo(store).bring();
    expect(storage.puts.slice(before).sort()).toEqual(
      ['checkpoint', 'tile/0/001.p/2', 'tile/entries/001.p/2'].map((path) => `books/club/book/${path}`),
    );
  });

  test('that is busy for a moment is asked again; one that refuses the key is not', async () => {
    const store = s3Store(storage.options);
    storage.failNext.push(503, 500);
    const file = { bytes: Buffer.from('x'), contentType: 'text/plain', cacheControl: '' };
    await store.put('a', file);
    expect(storage.puts).toEqual(['books/club/book/a']);
    const wrong = s3Store({ ...storage.options, secret: 'another' });
    await expect(wrong.put('b', file)).rejects.toThrow('403');
    await expect(wrong.get('a')).rejects.toThrow('403');
    expect(await store.get('nothing')).toBe(null);
    expect(storage.puts).toHaveLength(1);
  });

  test('has the leaves of a sealed draw before witnesses are asked, and the cosignatures after', async () => {
    const table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
    const member = await club.member();
    await club.place(member, table, [{ bet: 'big', stakeMinor: 100n }]);
    await club.place(member, table, [{ bet: 'odd', stakeMinor: 100n }]);
    const period = periodIn(club, table);
    const witness = await startWitness({ name: 'w.example', logKeys, nowMs: club.clock.nowMs });
    const seenWithoutFiles: number[] = [];
    const link = httpWitness(witness.address);
    const store = s3Store(storage.options);
    publishers.push(
      startPublisher({
        ...signDeps(club, keys),
        url: club.database.urls.draw,
        witnesses: [
          {
            ...link,
            async addCheckpoint(body, signal) {
              const size = Number(body.split('\n\n')[1]?.split('\n')[1]);
              if (!storage.objects.has(`books/club/book/${tilePath(0, 0, size)}`)) seenWithoutFiles.push(size);
              return link.addCheckpoint(body, signal);
            },
          },
        ],
        storeMsMax: 60_000,
        mirror: mirrorTo(store, (drawId) => sealedLeavesOf(club.db, club.catalogue(), drawId)),
        onFault() {},
      }),
    );
    await club.at(period.locks * 1_000);
    await advance(club, table);
    const place = `books/club/book/slips/${period.drawId}`;
    await until('a cosigned checkpoint in the store', async () => {
      const note = storage.objects.get('books/club/book/checkpoint')?.bytes.toString() ?? '';
      return storage.objects.has(place) && cosignaturesOf(note, [witness.vkey]).length === 1;
    });
    const { rows } = await club.pool.query('select leaf from lottery.slip order by id');
    expect(storage.objects.get(place)?.bytes).toEqual(Buffer.concat(rows.map((row) => row.leaf)));
    expect(seenWithoutFiles).toEqual([]);
    await Promise.all(publishers.splice(0).map((one) => one.stop()));
    await witness.close();
  });

  test('has what a witness is shown also where the witness was busy as it was signed', async () => {
    const witness = await startWitness({ name: 'w.example', logKeys, nowMs: club.clock.nowMs });
    const link = httpWitness(witness.address);
    const s3 = s3Store(storage.options);
    const [busy, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const requests: { size: number; stored: boolean }[] = [];
    let waiting: Promise<void> | null = null;
    const store: BookStore = {
      get: s3.get,
      async put(path, file) {
        await waiting;
        await s3.put(path, file);
      },
    };
    publishers.push(
      startPublisher({
        ...signDeps(club, keys),
        url: club.database.urls.draw,
        witnesses: [
          {
            ...link,
            async addCheckpoint(body, signal) {
              const size = Number(body.split('\n\n')[1]?.split('\n')[1]);
              requests.push({ size, stored: storage.objects.has(`books/club/book/${tilePath(0, 0, size)}`) });
              if (size === 1) await busy.promise;
              return link.addCheckpoint(body, signal);
            },
          },
        ],
        storeMsMax: 60_000,
        mirror: mirrorTo(store),
        onFault() {},
      }),
    );
    const signed = async (size: number, what: 'checkpoint' | 'cosignature') =>
      (await club.pool.query(`select from book.${what} where size = $1`, [size])).rowCount === 1;
    await growTo(club.db, 1);
    await until('the witness is asked', async () => requests.length === 1);
    waiting = slow.promise;
    await growTo(club.db, 2);
    busy.resolve();
    await until('the witness is free', () => signed(1, 'cosignature'));
    // Enough time for a premature request, or for a signature of something that no store has yet.
    await sleep(300);
    expect(await signed(2, 'checkpoint')).toBe(false);
    slow.resolve();
    await until('the witness is asked again', () => signed(2, 'cosignature'));
    expect(requests).toEqual([
      { size: 1, stored: true },
      { size: 2, stored: true },
    ]);
    await Promise.all(publishers.splice(0).map((one) => one.stop()));
    await witness.close();
  });
});
