import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filterOf } from '../../api/shared/data-provider.ts';
import { readListAddress, writeListAddress } from './list-address.ts';

const read = (query: string) => readListAddress(new URLSearchParams(query));

test('an address without a query is the first page with the default filter', () => {
  expect(read('')).toEqual({ filter: null, sort: null, columns: null, page: 1, cursor: null });
  expect(writeListAddress(read('')).toString()).toBe('');
});

test('filter, sorting, columns, page and cursor survive the way through the address', () => {
  const filters = fc.dictionary(fc.string(), fc.string());
  const code = fc.stringMatching(/^[a-z][a-zA-Z-]{0,20}$/);
  const addresses = fc.record({
    filter: filters,
    sort: fc.option(fc.tuple(fc.constantFrom('', '-'), code).map(([minus, name]) => `${minus}${name}`)),
    columns: fc.option(fc.array(code, { minLength: 1, maxLength: 5 })),
    page: fc.integer({ min: 2, max: 9_999 }),
    cursor: fc.string(),
  });
  fc.assert(
    fc.property(addresses, (address) => {
      expect(read(writeListAddress(address).toString())).toEqual(address);
    }),
  );
});

test('the first page keeps no cursor', () => {
  expect(writeListAddress({ ...read(''), filter: {}, cursor: 'x' }).toString()).toBe('filter=%7B%7D');
});

test('what cannot be read is ignored', () => {
  for (const page of ['0', '-3', '1.5', 'x', '', '1e99']) expect(read(`page=${page}`).page, page).toBe(1);
  for (const filter of ['', '{', '7', '[1]', '"open"', 'null']) {
    expect(readListAddress(new URLSearchParams({ filter })).filter, filter).toBeNull();
  }
});

test('a filter of other values keeps those that can be written', () => {
  const filter = JSON.stringify({ age: 18, own: true, none: null, list: [1], deep: {} });
  expect(readListAddress(new URLSearchParams({ filter })).filter).toEqual({ age: '18', own: 'true' });
});

test('addresses of former releases are understood', () => {
  const filter = { state: 'all', memberId: 'm-1' };
  const former = new URLSearchParams({ displayedFilters: '{}', order: 'ASC', perPage: '25', sort: 'id', page: '2' });
  former.set('filter', JSON.stringify(filter));
  expect(readListAddress(former)).toEqual({ filter, sort: null, columns: null, page: 2, cursor: null });
});

test('empty values and “all” narrow nothing, and equal filters are written alike', () => {
  expect(filterOf({ state: 'all', name: '', kind: null, other: undefined })).toEqual({});
  expect(JSON.stringify(filterOf({ b: 1, a: 'x' }))).toBe(JSON.stringify(filterOf({ a: 'x', b: 1 })));
});
