import { expect, test } from 'vitest';
import { searchedFor } from './search-terms.ts';

const ID = '018F9C3E-2b8d-7cc2-8a3f-1d2e3f4a5b6c';

test('a typed term replaces the earlier one, and leaves the rest of the filter', () => {
  expect(searchedFor({ userName: 'zo', state: 'suspended' }, 'realName', ' Ana Petrova ')).toEqual({
    realName: 'Ana Petrova',
    state: 'suspended',
  });
  expect(searchedFor({ memberId: ID }, 'userName', '  ')).toEqual({});
});

test('an id is an id, whatever was chosen', () => {
  expect(searchedFor({ realName: 'Ana' }, 'realName', ID)).toEqual({ memberId: ID.toLowerCase() });
});
