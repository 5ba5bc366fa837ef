import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

const money = (minor: string, currency = 'house') => `${minor} of ${currency}`;

test('each name appears once, with its old and new value', () => {
  expect(changesOf({ role: 'support', gone: 1 }, { role: 'finance', made: null, deep: { a: [1] } }, money)).toEqual([
    { name: 'role', before: 'support', after: 'finance' },
    { name: 'gone', before: '1', after: '' },
    { name: 'made', before: '', after: '–' },
    { name: 'deep', before: '', after: '{"a":[1]}' },
  ]);
});

test('a text or a list has no name of its own; nothing is nothing', () => {
  expect(changesOf('Ana', 'Anna', money)).toEqual([{ name: '', before: 'Ana', after: 'Anna' }]);
  expect(changesOf(null, [{ id: 1 }, 'b'], money)).toEqual([{ name: '', before: '', after: '{"id":1}\nb' }]);
  expect(changesOf(null, undefined, money)).toEqual([]);
});

test('amounts are formatted, also inside lists, in the currency beside them', () => {
  const after = {
    amountMinor: '1250',
    received: { amountMinor: '25000', currency: 'EUR' },
    rows: [{ paidMinor: 5 }],
    Minor: 'x',
  };
  expect(changesOf({ amountMinor: null }, after, money)).toEqual([
    { name: 'amount', before: '–', after: '1250 of house' },
    { name: 'received', before: '', after: '{"amount":"25000 of EUR","currency":"EUR"}' },
    { name: 'rows', before: '', after: '[{"paid":"5 of house"}]' },
    { name: 'Minor', before: '', after: 'x' },
  ]);
});
