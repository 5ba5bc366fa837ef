import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findingsIn } from './rules.ts';
import { HOT_TABLES } from './statement.ts';

const FOLDER = join(import.meta.dirname, '../../apps/server/migrations');
/** It creates an empty database, so no earlier code runs on it. */
const BASE = '0001-baseline.sql';
const NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .sort();
const TEXTS = new Map(NAMES.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]));

test('no migration breaks or blocks the code of before, unless it says why it may', () => {
  const newer = NAMES.filter((name) => name > BASE);
  const findings = newer.flatMap((name) => {
    const before = NAMES.filter((other) => other < name).map((other) => TEXTS.get(other) ?? '');
    return findingsIn(TEXTS.get(name) ?? '', before).map((finding) => ({ name, ...finding }));
  });
  const bare = findings.filter(({ reason }) => reason === null);
  expect(bare.map(({ name, line, what }) => `${name}:${line} ${what}; see docs/operating/upgrade.md`)).toEqual([]);
});

test('the tables that are called hot are there', () => {
  const schema = readFileSync(join(FOLDER, BASE), 'utf8');
  expect([...HOT_TABLES].filter((name) => !schema.includes(`create table ${name} (`))).toEqual([]);
});

describe('what old code cannot live with', () => {
  test.each([
    ['alter table lottery.slip drop column total', 'drop of a column'],
    ['drop table members.note', 'drop of a table'],
    ['drop function ledger.post(uuid)', 'drop of a function'],
    ['drop view ledger.posting', 'drop of a view'],
    ['drop schema draw cascade', 'drop of a schema'],
    ['alter table lottery.slip rename column total to sum', 'rename of a column'],
    ['alter table lottery.slip rename to bet', 'rename of a table'],
    ['alter function ledger.post(uuid) rename to write', 'rename of a function'],
    ['alter table lottery.slip set schema draw', 'another schema'],
    ['alter table members.note add column kind text not null', 'without a default'],
    ['alter table members.note alter column kind set not null', 'not null'],
    ['alter table members.note alter column kind drop default', 'loses its default'],
    ['alter table members.note alter column kind type integer', 'another type'],
    ['revoke insert on members.note from club_api', 'a right is taken away'],
    ['alter table members.note enable row level security', 'row security'],
    ['create policy p on members.note for select using (true)', 'a policy'],
    ['create trigger t before insert on members.note for each row execute function f()', 'a trigger'],
    ['alter table members.note add constraint note_once unique (member_id)', 'old code may write'],
    ['create unique index on members.note (member_id)', 'unique index'],
    ['alter table members.note drop constraint note_pkey', 'on conflict'],
  ])('%s', (statement, what) => {
    expect(findingsIn(`${statement};`)).toEqual([{ line: 1, what: expect.stringContaining(what), reason: null }]);
  });

  test('another function of the same name whose defaults fit the calls of before', () => {
    const before = ['create function ledger.post(p uuid) returns void language sql as $$ select $$;'];
    const next = 'create function ledger.post(p uuid, q integer default 0) returns void language sql as $$ select $$;';
    expect(findingsIn(next, before)).toMatchObject([{ what: expect.stringContaining('may fit both') }]);
    expect(findingsIn(next.replace('default 0', ''), before)).toEqual([]);
  });
});

describe('what holds up those who are at work', () => {
  test.each([
    ['alter table lottery.slip add column at timestamptz default clock_timestamp()', 'writes the table anew'],
    ['alter table lottery.slip add column n bigint generated always as identity', 'written anew'],
    ['alter table lottery.slip add column twice bigint generated always as (total * 2) stored', 'written anew'],
    ['create index on ledger.transfer (member_id)', 'no slip can be written'],
    ['alter table ledger.transfer add constraint small check (amount < 9)', 'not valid'],
    ['update lottery.slip set total = 0', 'in one go'],
    ['delete from book.entry', 'in one go'],
    ['lock table lottery.slip', 'LockStmt'],
    ['truncate draw.settlement_queue', 'TruncateStmt'],
    ['do $$ begin perform 1; end $$', 'DoStmt'],
  ])('%s', (statement, what) => {
    expect(findingsIn(`${statement};`)).toEqual([{ line: 1, what: expect.stringContaining(what), reason: null }]);
  });
});

describe('what it lets pass', () => {
  test.each([
    `create table members.seen (id uuid primary key, at timestamptz not null default now());
     create unique index on members.seen (at); alter table members.seen enable row level security;
     create policy seen_read on members.seen for select using (true); grant select on members.seen to club_api;`,
    `alter table lottery.slip add column texts jsonb not null default '{}';`,
    `alter table lottery.slip add column note text;`,
    `alter table lottery.slip add column since timestamptz not null default now();`,
    `alter table ledger.transfer add constraint small check (amount < 9) not valid;`,
    `alter table ledger.transfer validate constraint small;`,
    `alter table members.note drop constraint note_kind_check, add constraint note_kind_check check (kind in ('a'));`,
    `create or replace function ledger.post(p uuid) returns void language sql as $$ select $$;`,
    `create index on members.note (member_id); drop index members.note_at; insert into x.y (z) values (1);`,
  ])('%s', (text) => {
    expect(findingsIn(text)).toEqual([]);
  });
});

test('a reason stands right before its statement, and is one', () => {
  const drop = 'alter table members.note drop column kind;';
  const reason = '-- contract: since 0064 no code reads it, and every club runs that';
  expect(findingsIn(`create schema a;\n\n${reason}\n${drop}`)).toMatchObject([
    { line: 4, reason: 'since 0064 no code reads it, and every club runs that' },
  ]);
  expect(findingsIn(`${reason.replace('contract', 'safe')}\n${drop}`)).not.toMatchObject([{ reason: null }]);
  for (const bad of [`${reason}\n\n${drop}`, `-- contract: gone\n${drop}`, `${reason}\ncreate schema b;\n${drop}`])
    expect(findingsIn(bad)).toMatchObject([{ reason: null }]);
});

test('characters of several bytes before a statement do not move its reason', () => {
  const text = `-- größer, „später“\ncreate schema a;\n-- contract: nobody reads it any more, anywhere\ndrop table b.c;`;
  expect(findingsIn(text)).toMatchObject([{ line: 4, reason: 'nobody reads it any more, anywhere' }]);
});
