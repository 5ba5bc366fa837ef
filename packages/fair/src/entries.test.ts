import { describe, expect, test } from 'vitest';
import vectors from '../vectors/canonical.json' with { type: 'json' };
import { chainKind, QUICKNET } from './beacon.ts';
import {
  chainOfTable,
  decodeEntry,
  decodeEntryAs,
  diceOfEntry,
  encodeEntry,
  isDecimal,
  multipliersOfTable,
} from './entries.ts';

function bodyOf(name: string): string {
  const found = vectors.entries.find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`no vector ${name}`);
  return found.body;
}

describe('a table', () => {
  const table = decodeEntryAs('table', bodyOf('table on quicknet'));

  test('names its chain', () => {
    expect(chainOfTable(table)).toEqual(QUICKNET);
    expect(chainKind(chainOfTable(decodeEntryAs('table', bodyOf('table on a local beacon'))))).toBe('local');
  });

  test('gives its multipliers as numbers', () => {
    expect(multipliersOfTable(table)).toMatchObject({ big: 19_200, s3: 2_073_600 });
    expect(multipliersOfTable(decodeEntryAs('table', bodyOf('table with one bet')))).toEqual({ big: 19_200 });
  });

  test('takes every choice of bets, but at least one', () => {
    expect(decodeEntry(encodeEntry({ ...table, multipliers: { s3: '1' } }))).toMatchObject({
      multipliers: { s3: '1' },
    });
    expect(() => encodeEntry({ ...table, multipliers: {} })).toThrow(TypeError);
  });

  test('that does not fit into the log is refused', () => {
    expect(() => encodeEntry({ ...table, build: 'x'.repeat(1025) })).toThrow(TypeError);
    expect(() => decodeEntry(' '.repeat(65_536))).toThrow(TypeError);
  });
});

test('the order in which fields are given does not show in the body', () => {
  const body = bodyOf('draw');
  const turned = Object.fromEntries(Object.entries(decodeEntry(body)).reverse());
  expect(encodeEntry(turned as unknown as ReturnType<typeof decodeEntry>)).toBe(body);
});

test('an entry of another type does not pass for the requested one', () => {
  expect(() => decodeEntryAs('seal', bodyOf('draw'))).toThrow('expected a seal entry');
  expect(diceOfEntry(decodeEntryAs('draw', bodyOf('draw')))).toEqual([1, 2, 3]);
});

test.each([
  ['0', true],
  ['1', true],
  ['100', true],
  ['101', false],
  ['01', false],
  ['', false],
  ['-1', false],
  ['1.0', false],
  [' 1', false],
  ['1\n', false],
  ['9'.repeat(40), false],
  [1, false],
  [null, false],
])('%j is a decimal up to 100: %s', (value, valid) => {
  expect(isDecimal(value, 100n)).toBe(valid);
});
