import { expect, test } from 'vitest';
import { createFileCache } from './file-cache.ts';

/** A store with ten-byte files under any name but `none`; it records the reads. */
function countingStore() {
  const read: string[] = [];
  return {
    read,
    async get(path: string) {
      read.push(path);
      return path === 'none' ? null : Buffer.alloc(10, path);
    },
  };
}

test('a file is read once, also by many at the same time', async () => {
  const store = countingStore();
  const cache = createFileCache(store, 1_000);
  const files = await Promise.all(Array.from({ length: 50 }, () => cache.get('a')));
  expect(files.every((file) => file?.length === 10)).toBe(true);
  await cache.get('a');
  expect(store.read).toEqual(['a']);
});

test('what was asked for longest ago goes first', async () => {
  const store = countingStore();
  const cache = createFileCache(store, 40);
  for (const path of ['a', 'b', 'c', 'd', 'a', 'e']) await cache.get(path);
  store.read.length = 0;
  for (const path of ['a', 'c', 'd', 'e']) await cache.get(path);
  expect(store.read).toEqual([]);
  await cache.get('b');
  expect(store.read).toEqual(['b']);
});

test('what is not there is looked for again, and what is too large is not kept', async () => {
  const store = countingStore();
  const cache = createFileCache(store, 39);
  for (const path of ['none', 'none', 'large', 'large']) await cache.get(path);
  expect(store.read).toEqual(['none', 'none', 'large', 'large']);
});
