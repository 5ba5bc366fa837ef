import { describe, expect, it } from 'vitest';
import { homeTables } from './home-tables.ts';

const table = (key: string, more: Partial<{ hot: boolean; closed: boolean; listed: boolean }> = {}) => ({
  ...{ key, class: key.slice(0, 1), hot: false, closed: false, listed: true },
  ...more,
});
const keysOf = (...tables: ReturnType<typeof table>[]) => homeTables(tables).map(({ key }) => key);

describe('the tables on Home', () => {
  it('are one of each class, hot ones first, then the other hot ones', () => {
    expect(
      keysOf(table('a1', { hot: true }), table('a2', { hot: true }), table('b1'), table('c1', { hot: true })),
    ).toEqual([...['a1', 'c1', 'b1', 'a2']]);
  });

  it('are a hot table of a class before an earlier one', () => {
    expect(keysOf(table('a1'), table('a2', { hot: true }))).toEqual(['a2']);
  });

  it('include no closed table, unless it is hot', () => {
    expect(keysOf(table('a1', { closed: true }), table('a2'), table('b1', { closed: true }))).toEqual(['a2']);
    expect(keysOf(table('a1', { closed: true, hot: true }), table('a2'))).toEqual(['a2', 'a1']);
  });

  it('include no hidden table', () => {
    expect(keysOf(table('a1', { hot: true, listed: false }))).toEqual([]);
    expect(homeTables([])).toEqual([]);
  });
});
