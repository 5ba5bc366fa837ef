import { describe, expect, test } from 'vitest';
import { applyEdit, editsOf } from './edits.ts';

/** All mutated texts of a body, optionally of one mutator. */
function changes(body: string, mutator?: string, language = 'plpgsql'): string[] {
  return editsOf(body, language)
    .filter((edit) => mutator === undefined || edit.mutator === mutator)
    .map((edit) => applyEdit(body, edit));
}

describe('words and signs', () => {
  test.each<[body: string, mutator: string, changed: string[]]>([
    ['select a < b', 'swap', ['select a <= b', 'select a >= b']],
    ['select a >= b', 'swap', ['select a > b', 'select a < b']],
    ['select a = b', 'swap', ['select a <> b']],
    ['select a and b', 'swap', ['select a or b']],
    ['select min(a)', 'swap', ['select max(a)']],
    ['select least(a, b)', 'swap', ['select greatest(a, b)']],
    ['select a = any (b)', 'swap', ['select a <> any (b)', 'select a = all (b)']],
    ['select exists (select 1 from a)', 'swap', ['select not exists (select 1 from a)']],
    ['select not exists (select 1 from a)', 'swap', []],
    ['select a union all select b', 'swap', []],
    ['select a from b join lateral c on true', 'swap', []],
    ['select a is null', 'negation', ['select a is not null']],
    ['select a is not null', 'negation', ['select a is  null']],
    ['select not a', 'negation', ['select  a']],
    ['select a is distinct from b', 'negation', ['select a is not distinct from b']],
    ['declare v integer not null := 1;', 'negation', []],
    [
      'select a + b - c * d / e',
      'arithmetic',
      ['select a - b - c * d / e', 'select a + b + c * d / e', 'select a + b - c / d / e', 'select a + b - c * d * e'],
    ],
    ['select -a, count(*), t.*', 'arithmetic', ['select a, count(*), t.*']],
    ['select a + 2', 'constant', ['select a + 3', 'select a + 1']],
    ['select a[0]', 'constant', ['select a[1]']],
    [
      "select now() - interval '9 seconds'",
      'constant',
      ["select now() - interval '10 seconds'", "select now() - interval '8 seconds'"],
    ],
    ['select exists (select 1 from a)', 'constant', []],
    ['perform 1 from a', 'constant', []],
    ['select coalesce(sum(a, b), 0)', 'coalesce', ['select (sum(a, b))', 'select (0)']],
    ["select a in ('x', f('y', 'z'))", 'list', ["select a in (f('y', 'z'))", "select a in ('x')"]],
    ['select a in (select b, c from d)', 'list', []],
    ['select a from b for update of b nowait;', 'lock', ['select a from b ;']],
    ['select a from b order by c for share', 'lock', ['select a from b order by c ']],
    ['for r in select a from b loop', 'lock', []],
    [
      'insert into a values (b) on conflict (c) do nothing returning d',
      'conflict',
      ['insert into a values (b)  returning d'],
    ],
    ['insert into a values (b) on conflict (c) do update set d = e', 'conflict', []],
    ['select distinct a order by b desc', 'distinct', ['select  a order by b desc']],
    ['select distinct a order by b desc', 'order', ['select distinct a order by b ']],
    ['select a is distinct from b', 'distinct', []],
  ])('%s: %s', (body, mutator, changed) => {
    expect(changes(body, mutator)).toEqual(changed);
  });

  test('words in strings and comments are left alone', () => {
    expect(changes("select 'a = 1 and b' -- c = 2\n /* d = 3 */", undefined, 'sql')).toEqual([]);
  });

  test('places are right behind letters of several bytes', () => {
    expect(changes("select '’é😀', a = b -- ’", 'swap')).toEqual(["select '’é😀', a <> b -- ’"]);
  });
});

describe('conditions', () => {
  test.each<[body: string, changed: string[]]>([
    ['select a from b where c = d', ['select a from b where true']],
    [
      'select a from b where c = d and e order by f',
      ['select a from b where true and e order by f', 'select a from b where c = d and true order by f'],
    ],
    ['select a or b', ['select false or b', 'select a or false']],
    [
      'select a from b join c on d = e and f where g',
      [
        'select a from b join c on true and f where g',
        'select a from b join c on d = e and true where g',
        'select a from b join c on d = e and f where true',
      ],
    ],
    [
      'select a from b where c between d and e and f',
      ['select a from b where true and f', 'select a from b where c between d and e and true'],
    ],
    [
      'select a from b where (c or d) and exists (select 1 from e where f)',
      [
        'select a from b where true and exists (select 1 from e where f)',
        'select a from b where (false or d) and exists (select 1 from e where f)',
        'select a from b where (c or false) and exists (select 1 from e where f)',
        'select a from b where (c or d) and true',
        'select a from b where (c or d) and exists (select 1 from e where true)',
      ],
    ],
    [
      'select a from b where c is distinct from d and e',
      ['select a from b where true and e', 'select a from b where c is distinct from d and true'],
    ],
    [
      'select case when a then b else c end from d',
      ['select case when true then b else c end from d', 'select case when false then b else c end from d'],
    ],
    ['insert into a values (b) on conflict (c) do nothing', []],
    ['select sum(a) filter (where b) from c', ['select sum(a) filter (where true) from c']],
  ])('%s', (body, changed) => {
    expect(changes(body, 'condition').toSorted()).toEqual(changed.toSorted());
  });

  test('a guard is never entered, and always', () => {
    expect(changes("if a and b is null then raise exception 'x'; end if;", 'condition')).toEqual([
      "if true and b is null then raise exception 'x'; end if;",
      "if false then raise exception 'x'; end if;",
      "if a and true then raise exception 'x'; end if;",
    ]);
  });
});

describe('statements of PL/pgSQL', () => {
  test('are left out: checks, writes, assignments', () => {
    const body = "begin v_a[f(1)] := 2; perform g(); if c then raise exception 'x'; end if; return v_a; end";
    expect(changes(body, 'statement')).toEqual([
      "begin null; perform g(); if c then raise exception 'x'; end if; return v_a; end",
      "begin v_a[f(1)] := 2; null; if c then raise exception 'x'; end if; return v_a; end",
      'begin v_a[f(1)] := 2; perform g(); if c then null; end if; return v_a; end',
    ]);
  });

  test('declarations stay, and SQL has no statements to leave out', () => {
    expect(changes('declare v_a integer := f(); begin return v_a; end', 'statement')).toEqual([]);
    expect(changes('delete from a; select b', 'statement', 'sql')).toEqual([]);
  });

  test('what is executed as a text is changed too', () => {
    expect(changes("begin return query execute 'select a from b where c < $1' using d; end", 'swap')).toEqual([
      "begin return query execute 'select a from b where c <= $1' using d; end",
      "begin return query execute 'select a from b where c >= $1' using d; end",
    ]);
  });
});

test('no change is made twice, and each is a change', () => {
  const body = 'select a from b where c = 1 and (d or e = 2) for update';
  const all = changes(body);
  expect(new Set(all).size).toBe(all.length);
  expect(all).not.toContain(body);
});
