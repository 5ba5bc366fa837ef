import { expect, test } from 'vitest';
import { nextSort, sortsOf } from './columns.ts';

test('each column that the server sorts by can be chosen up and down', () => {
  expect(sortsOf([{ label: 'Name' }, { label: 'Day', sort: 'day' }])).toEqual([
    { sort: 'day', label: 'Day', isDown: false },
    { sort: '-day', label: 'Day', isDown: true },
  ]);
  expect(sortsOf([{ label: 'Name' }])).toEqual([]);
});

test('presses on a head go up, down, and back to the usual order', () => {
  expect(nextSort('day', null)).toBe('day');
  expect(nextSort('day', 'day')).toBe('-day');
  expect(nextSort('day', '-day')).toBeNull();
  expect(nextSort('day', 'amount')).toBe('day');
});
