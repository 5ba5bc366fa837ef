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
  expect(pages.map(({ hasNext }) => hasNext)).toEqual([true, true, true, false]);
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
  expect(await createKeyset().page('list', 40, read)).toMatchObject({ items: [10], hasNext: false });
  expect(requested).toHaveLength(4);
});

test('keeps lists apart', async () => {
  const { asked: requested, read } = numbers();
  const keyset = createKeyset();
  await keyset.page('one', 1, read);
  await keyset.page('two', 2, read);
  expect(requested).toEqual([undefined, undefined, '3']);
});
