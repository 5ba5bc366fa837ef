import { expect, test } from 'vitest';
import { type ListAsk, memberKey, type ResourceApi } from '../../api/shared/data-provider.ts';
import { Problem } from '../../api/shared/problem.ts';
import { createListReader } from './list-reader.ts';

interface Item {
  memberId: string;
  id: string;
}

/** A list of nine items on three pages. Refuses cursors that it did not issue. */
function listOf(requests: ListAsk[] = []): ResourceApi {
  return {
    keyOf: (item) => memberKey(item as Item),
    async list(ask) {
      requests.push(ask);
      const at = Number(/^after-(\d)$/.exec(ask.cursor ?? 'after-0')?.[1] ?? Number.NaN);
      if (Number.isNaN(at)) throw new Problem('bad-request', 400);
      const items = [0, 1, 2].map((n) => ({ memberId: 'm-1', id: String(at + n) }));
      return { items, nextCursor: at < 6 ? `after-${at + 3}` : null, total: 9 };
    },
  };
}

const FIRST = { name: 'things', filter: {}, page: 1, cursor: null };
const keysOf = ({ rows }: { rows: { key: string }[] }) => rows.map(({ key }) => key);

test('a list is requested by cursor and filter, and its rows have keys beside their own ids', async () => {
  const requests: ListAsk[] = [];
  const reader = createListReader();
  const filter = { state: 'open' };
  const first = await reader.read(listOf(requests), { ...FIRST, filter });
  expect(first).toMatchObject({ total: 9, page: 1, hasNext: true });
  expect(first.rows[0]).toEqual({ memberId: 'm-1', id: '0', key: 'm-1~0' });
  const last = await reader.read(listOf(requests), { ...FIRST, filter, page: 3 });
  expect(last).toMatchObject({ page: 3, hasNext: false });
  expect(requests.map(({ cursor, limit, filter: sent }) => [cursor, limit, sent])).toEqual([
    [undefined, 25, filter],
    ['after-3', 25, filter],
    ['after-6', 25, filter],
  ]);
});

test('a page whose cursor is in the address is read at once, and the page before it through the first ones', async () => {
  const requests: ListAsk[] = [];
  const reader = createListReader();
  const third = await reader.read(listOf(requests), { ...FIRST, page: 3, cursor: 'after-6' });
  expect(keysOf(third)).toEqual(['m-1~6', 'm-1~7', 'm-1~8']);
  expect(requests).toHaveLength(1);
  expect(reader.startOf(FIRST, 3)).toBe('after-6');
  expect(keysOf(await reader.read(listOf(requests), { ...FIRST, page: 2 }))).toEqual(['m-1~3', 'm-1~4', 'm-1~5']);
  expect(requests.map(({ cursor }) => cursor)).toEqual(['after-6', undefined, 'after-3']);
});

test('a cursor that the server refuses is forgotten, and the page is reached from the first', async () => {
  const reader = createListReader();
  const second = await reader.read(listOf(), { ...FIRST, page: 2, cursor: 'edited' });
  expect(keysOf(second)).toEqual(['m-1~3', 'm-1~4', 'm-1~5']);
  expect(reader.startOf(FIRST, 2)).toBe('after-3');
});

test('an address cannot move a page that is known already', async () => {
  const reader = createListReader();
  await reader.read(listOf(), { ...FIRST, page: 2 });
  const again = await reader.read(listOf(), { ...FIRST, page: 2, cursor: 'after-6' });
  expect(keysOf(again)).toEqual(['m-1~3', 'm-1~4', 'm-1~5']);
});

test('past the end it reads the last page, and says which one that is', async () => {
  expect(await createListReader().read(listOf(), { ...FIRST, page: 40 })).toMatchObject({ page: 3, hasNext: false });
});

test('other refusals are passed on, and a page without a list refuses', async () => {
  const broken: ResourceApi = {
    keyOf: () => '',
    list: () => Promise.reject(new Problem('forbidden', 403)),
  };
  const reader = createListReader();
  const request = { ...FIRST, page: 2, cursor: 'after-3' };
  await expect(reader.read(broken, request)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(reader.read({ keyOf: () => '' }, FIRST)).rejects.toMatchObject({ code: 'method-not-allowed' });
});
