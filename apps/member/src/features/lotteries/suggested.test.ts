import { expect, test } from 'vitest';
import { suggestedOf } from './suggested.ts';

const table = (
  key: string,
  stakeMin: number,
  more: { closed?: boolean; listed?: boolean; minBalance?: number; period?: number } = {},
) => ({
  key,
  closed: more.closed ?? false,
  listed: more.listed ?? true,
  stakeMinMinor: String(stakeMin),
  minBalanceMinor: String(more.minBalance ?? 0),
  periodSeconds: more.period ?? 60,
});

test('the suggestion has the smallest stake', () => {
  expect(suggestedOf([table('a', 1_000), table('b', 200), table('c', 300)], 10_000n)?.key).toBe('b');
});

test('among equal stakes the shortest period of at least a minute is suggested, then the first', () => {
  const tables = [
    table('a', 100, { period: 30 }),
    table('b', 100, { period: 300 }),
    table('c', 100, { period: 60 }),
    table('d', 100, { period: 60 }),
  ];
  expect(suggestedOf(tables, 10_000n)?.key).toBe('c');
  expect(suggestedOf(tables.slice(0, 1), 10_000n)?.key).toBe('a');
});

test('closed and hidden tables, and those that ask for more balance, are not suggested', () => {
  const tables = [
    table('closed', 100, { closed: true }),
    table('hidden', 100, { listed: false }),
    table('rich', 100, { minBalance: 50_000 }),
    table('dear', 20_000),
    table('fits', 500),
  ];
  expect(suggestedOf(tables, 10_000n)?.key).toBe('fits');
  expect(suggestedOf(tables, 400n)).toBe(null);
  expect(suggestedOf([], 400n)).toBe(null);
});
