import { describe, expect, test } from 'vitest';
import { listPlugin, withWatchedLists } from './list-plugin.ts';
import { watchLists } from './list-watch.ts';

describe('lists that produce expectations are watched', () => {
  test.each<[code: string, watched: string]>([
    [
      'for (const a of LIST) expect(a).toBe(1);',
      'for (const a of globalThis.tercetLoop("a.test.ts:1", LIST)) expect(a).toBe(1);',
    ],
    [
      'const b = 1;\nfor (const [a] of f(x as string[])) {\n  expectIt(a);\n}',
      'const b = 1;\nfor (const [a] of globalThis.tercetLoop("a.test.ts:2", f(x as string[]))) {\n  expectIt(a);\n}',
    ],
    [
      'for (const a of b) for (const c of a) expect(c);',
      'for (const a of globalThis.tercetLoop("a.test.ts:1", b)) for (const c of globalThis.tercetLoop("a.test.ts:1", a)) expect(c);',
    ],
    [
      'expect(a.b.every(isOdd)).toBe(true);',
      'expect(globalThis.tercetItems("a.test.ts:1", a.b).every(isOdd)).toBe(true);',
    ],
    ["test.each(rows)('%s', () => {});", 'test.each(globalThis.tercetTable("a.test.ts:1", rows))(\'%s\', () => {});'],
    [
      "describe.each<[a: string]>(rows)('%s', () => {});",
      'describe.each<[a: string]>(globalThis.tercetTable("a.test.ts:1", rows))(\'%s\', () => {});',
    ],
  ])('%s', (code, watched) => {
    expect(withWatchedLists(code, 'a.test.ts')).toBe(watched);
  });

  test.each([
    'for (const a of b) c.push(a);',
    'async () => { for await (const a of b) expect(a); };',
    'const c = a.every(isOdd);',
    'expect(c).toBe(true); a.every(isOdd);',
    'list.each(rows);',
    'for (const a in b) expect(a);',
  ])('others are not: %s', (code) => {
    expect(withWatchedLists(code, 'a.test.ts')).toBe(code);
  });

  test('in pages as in other files', () => {
    const code = 'test.each(rows)(() => { render(<p>{text}</p>); });';
    expect(withWatchedLists(code, 'a.test.tsx')).toContain('tercetTable("a.test.tsx:1", rows)');
  });

  test('in test files alone, with paths from the root', () => {
    const plugin = listPlugin('/root');
    const code = 'for (const a of b) expect(a);';
    expect(plugin.transform(code, '/root/src/a.test.ts')?.code).toContain('"src/a.test.ts:1"');
    expect(plugin.transform(code, '/root/src/a.ts')).toBeNull();
    expect(plugin.transform(code, '/root/node_modules/b/a.test.ts')).toBeNull();
  });

  test('this file is watched', () => {
    const reached: number[] = [];
    for (const item of [1, 2]) {
      reached.push(item);
      expect(Reflect.has(globalThis, 'tercetLoop')).toBe(true);
    }
    expect(reached).toEqual([1, 2]);
  });
});

describe('a watch', () => {
  test('reports loops that never had an item, with their position', () => {
    const watch = watchLists();
    expect([...watch.loop('a:1', [])]).toEqual([]);
    expect([...watch.loop('a:2', [])]).toEqual([]);
    expect([...watch.loop('a:2', new Set(['x', 'y']))]).toEqual(['x', 'y']);
    expect(watch.takeEmpty()).toEqual(['a:1']);
    expect(watch.takeEmpty()).toEqual([]);
  });

  test('a loop that is left at its first item had one', () => {
    const watch = watchLists();
    for (const item of watch.loop('a:1', ['x', 'y'])) if (item === 'x') break;
    expect(watch.takeEmpty()).toEqual([]);
  });

  test('reports empty lists whose every item was tested', () => {
    const watch = watchLists();
    const some = [1, 3];
    expect(watch.items('a:1', some)).toBe(some);
    expect(watch.items('a:2', [])).toEqual([]);
    expect(watch.takeEmpty()).toEqual(['a:2']);
  });

  test('refuses a table without rows', () => {
    const watch = watchLists();
    expect(watch.table('a:1', [[1]])).toEqual([[1]]);
    expect(() => watch.table('a:2', [])).toThrow('a:2');
  });
});
