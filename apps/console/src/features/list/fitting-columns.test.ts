import { expect, test } from 'vitest';
import { splitColumns } from './fitting-columns.ts';

const COLUMNS = [
  { key: 'name' },
  { key: 'member' },
  { key: 'price', atEnd: true },
  { key: 'at' },
  { key: 'state' },
  { key: 'acts' },
];
const keysOf = (moved: number) => {
  const { inTable, below } = splitColumns(COLUMNS, moved);
  return [inTable, below].map((some) => some.map(({ key }) => key).join(' '));
};

test('without a lack of room, all columns are in the table', () => {
  expect(keysOf(0)).toEqual(['name member price at state acts', '']);
});

test('texts move below the name first, then buttons, states and amounts; in the order of the table', () => {
  expect(keysOf(1)).toEqual(['name member price state acts', 'at']);
  expect(keysOf(2)).toEqual(['name price state acts', 'member at']);
  expect(keysOf(3)).toEqual(['name price state', 'member at acts']);
});

test('the first column stays, however many have to move', () => {
  expect(keysOf(40)).toEqual(['name', 'member price at state acts']);
});
