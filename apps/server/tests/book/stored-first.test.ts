import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { diskStore } from '../../src/adapters/storage/disk.ts';
import { createMirror } from '../../src/book/mirror.ts';
import { type Publisher, startPublisher } from '../../src/book/publisher.ts';
import type { BookStore } from '../../src/book/store.ts';
import { until } from '../draw/drawing.ts';
import { type Club, openClub } from '../kit/club.ts';
import { growTo, type KeysFolder, keysFolder, signDeps } from './book-kit.ts';

let club: Club;
let keys: KeysFolder;
let folder: ReturnType<typeof temporaryFolder>;
const publishers: Publisher[] = [];
beforeEach(async () => {
  club = await openClub();
  keys = keysFolder();
  folder = temporaryFolder('tercet-store-');
});
afterEach(async () => {
  await Promise.all(publishers.splice(0).map((one) => one.stop()));
  folder.remove();
  keys.remove();
  await club.close();
});

/** A publisher without witnesses whose store accepts nothing until released. */
async function publishSlowly(storeMsMax: number) {
  const { promise: open, resolve } = Promise.withResolvers<void>();
  const disk = diskStore(folder.path);
  const store: BookStore = {
    get: disk.get,
    async put(path, file) {
      await open;
      await disk.put(path, file);
    },
  };
  const places = { ...signDeps(club, keys), url: club.database.urls.draw, witnesses: [], storeMsMax, onFault() {} };
  publishers.push(
    startPublisher({
      ...places,
      mirror: createMirror({ db: club.draw, store, leavesOf: async () => Buffer.alloc(0) }),
    }),
  );
  const isSigned = async (size: number) =>
    (await club.pool.query('select from book.checkpoint where size = $1', [size])).rowCount === 1;
  return { resolve, isSigned };
}

describe('what is signed', () => {
  test('is in the store before: should the database be lost, nobody holds a signature on what is nowhere', async () => {
    const { resolve, isSigned } = await publishSlowly(60_000);
    await growTo(club.db, 3);
    await sleep(500);
    expect(await isSigned(3)).toBe(false);
    resolve();
    await until('the signature', () => isSigned(3));
    expect(readdirSync(join(folder.path, 'tile/entries'), { recursive: true })).toContain('000.p/3');
  });

  test('does not wait for ever for a store that is away: seals have seconds', async () => {
    const { resolve, isSigned } = await publishSlowly(100);
    await growTo(club.db, 3);
    await until('the signature', () => isSigned(3));
    resolve();
  });
});
