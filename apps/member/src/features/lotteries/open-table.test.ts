import { expect, test } from 'vitest';
import { tableOf } from './open-table.ts';

test('the table on screen is the one that the address names, however it is written', () => {
  expect(tableOf({ pathname: '/Lottery', search: '?key=dice-30&id=7' })).toBe('dice-30');
  expect(tableOf({ pathname: '/lottery/', search: '?key=dice-30' })).toBe('dice-30');
  expect(tableOf({ pathname: '/Game', search: '?key=dice-30' })).toBeNull();
  expect(tableOf({ pathname: '/Lottery', search: '' })).toBeNull();
});
