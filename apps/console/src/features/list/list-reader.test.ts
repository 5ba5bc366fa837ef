import { expect, test } from 'vitest';
import { createDataProvider, type ListAsk, memberKey, readMemberKey } from './data-provider.ts';

const member = { memberId: 'm-1', id: 'a' };

function providerOf(requests: ListAsk[] = []) {
  return createDataProvider({
    things: {
      keyOf: (item) => memberKey(item as typeof member),
      async list(ask) {
        requests.push(ask);
        return { items: [member], nextCursor: ask.cursor === undefined ? 'next' : null, total: 2 };
      },
      one: async (key) => ({ ...readMemberKey(key), words: 'whole' }),
    },
    unlisted: { keyOf: () => '' },
  });
}

const SORT = { field: 'id', order: 'ASC' } as const;

test('a list is requested by cursor and filter, and its rows are identified by their keys', async () => {
  const requests: ListAsk[] = [];
  const provider = providerOf(requests);
  const filter = { state: 'open', name: '', kind: undefined };
  const first = await provider.getList('things', { pagination: { page: 1, perPage: 25 }, filter, sort: SORT });
  expect(first).toEqual({
    data: [{ memberId: 'm-1', id: 'm-1~a', key: 'm-1~a' }],
    total: 2,
    pageInfo: { hasNextPage: true, hasPreviousPage: false },
  });
  const second = await provider.getList('things', { pagination: { page: 2, perPage: 25 }, filter, sort: SORT });
  expect(second.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true });
  expect(requests.map(({ cursor, limit, filter: narrowed }) => ({ cursor, limit, narrowed }))).toEqual([
    { cursor: undefined, limit: 25, narrowed: { state: 'open' } },
    { cursor: 'next', limit: 25, narrowed: { state: 'open' } },
  ]);
});

test('“all” narrows nothing', async () => {
  const requests: ListAsk[] = [];
  const ask = { pagination: { page: 1, perPage: 5 }, filter: { state: 'all' }, sort: SORT };
  await providerOf(requests).getList('things', ask);
  expect(requests[0]?.filter).toEqual({});
});

test('one row is requested by its key', async () => {
  const { data } = await providerOf().getOne('things', { id: 'm-1~a' });
  expect(data).toMatchObject({ memberId: 'm-1', words: 'whole', key: 'm-1~a' });
  await expect(providerOf().getOne('things', { id: 'nonsense' })).rejects.toMatchObject({ code: 'not-found' });
});

test('it writes nothing, and refuses lists and pages that do not exist', async () => {
  const provider = providerOf();
  const refused = { code: 'method-not-allowed' };
  await expect(provider.create('things', { data: {} })).rejects.toMatchObject(refused);
  await expect(provider.update('things', { id: 1, data: {}, previousData: { id: 1 } })).rejects.toMatchObject(refused);
  await expect(provider.delete('things', { id: 1 })).rejects.toMatchObject(refused);
  await expect(provider.getList('unlisted', { filter: {}, sort: SORT })).rejects.toMatchObject(refused);
  await expect(provider.getOne('nowhere', { id: 1 })).rejects.toMatchObject({ code: 'not-found' });
});
