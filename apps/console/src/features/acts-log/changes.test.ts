import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

test('each name appears once, with its old and new value', () => {
  expect(changesOf({ role: 'support', gone: 1 }, { role: 'finance', made: null, deep: { a: [1] } })).toEqual([
    { name: 'role', before: 'support', after: 'finance' },
    { name: 'gone', before: '1', after: '' },
    { name: 'made', before: '', after: '–' },
    { name: 'deep', before: '', after: '{"a":[1]}' },
  ]);
});

test('a text or a list has no name of its own; nothing is nothing', () => {
  expect(changesOf('Ana', 'Anna')).toEqual([{ name: '', before: 'Ana', after: 'Anna' }]);
  expect(changesOf(null, [{ id: 1 }, 'b'])).toEqual([{ name: '', before: '', after: '{"id":1}\nb' }]);
  expect(changesOf(null, undefined)).toEqual([]);
});
