import { expect, test } from 'vitest';
import { createKeyset } from './keyset.ts';

/** A fake server list: the numbers 1 to 10, three per page. The cursor is the last number seen. */
function numbers() {
  const requests: (string | undefined)[] = [];
  async function read(cursor: string | undefined) {
    requests.push(cursor);
    const from = Number(cursor ?? 0);
    const items = [1, 2, 3].map((n) => from + n).filter((n) => n <= 10);
    return { items, nextCursor: from + 3 < 10 ? String(from + 3) : null, total: 10 };
  }
  return { asked: requests, read };
}

test('continues after the previous page, and requests each page once', async () => {
  const { asked: requested, read } = numbers();
  const keyset = createKeyset();
  const pages = [];
  for (const number of [1, 2, 3, 4]) pages.push(await keyset.page('list', number, read));
  expect(pages.map(({ items }) => items)).toEqual([[1, 2, 3], [4, 5, 6], [7, 8, 9], [10]]);
  expect(pages.map(({ page, nextCursor }) => [page, nextCursor !== null])).toEqual([
    [1, true],
    [2, true],
    [3, true],
    [4, false],
  ]);
  await keyset.page('list', 2, read);
  expect(requested).toEqual([undefined, '3', '6', '9', '3']);
});

test('reaches an unvisited page through the pages before it', async () => {
  const { asked: requested, read } = numbers();
  expect((await createKeyset().page('list', 3, read)).items).toEqual([7, 8, 9]);
  expect(requested).toEqual([undefined, '3', '6']);
});

test('stops at the last page, even if a later one is requested', async () => {
  const { asked: requested, read } = numbers();
  expect(await createKeyset().page('list', 40, read)).toMatchObject({ items: [10], page: 4, nextCursor: null });
  expect(requested).toHaveLength(4);
});

test('keeps lists apart', async () => {
  const { asked: requested, read } = numbers();
  const keyset = createKeyset();
  await keyset.page('one', 1, read);
  await keyset.page('two', 2, read);
  expect(requested).toEqual([undefined, undefined, '3']);
});

test('starts at a noted page, and forgets it on request', async () => {
  const { asked: requested, read } = numbers();
  const keyset = createKeyset();
  keyset.note('list', 3, '6');
  keyset.note('list', 1, 'never used');
  expect((await keyset.page('list', 4, read)).items).toEqual([10]);
  keyset.forget('list');
  expect((await keyset.page('list', 2, read)).items).toEqual([4, 5, 6]);
  expect(requested).toEqual(['6', '9', undefined, '3']);
});

test('a list that became shorter loses the pages after its last', async () => {
  const { read } = numbers();
  const keyset = createKeyset();
  await keyset.page('list', 4, read);
  await keyset.page('list', 2, async () => ({ items: [4], nextCursor: null, total: 4 }));
  expect([1, 2, 3, 4].map((page) => keyset.startOf('list', page))).toEqual([null, '3', null, null]);
});
