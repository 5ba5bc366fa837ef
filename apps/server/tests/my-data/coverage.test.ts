import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Coverage } from '../../src/my-data/plan.ts';
import { COMPOSED, NOT_GIVEN, TABLE_PARTS } from '../../src/my-data/tables.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
/** Columns of every table with members' data, by table. */
let tables: Map<string, string[]>;
beforeAll(async () => {
  database = await createTestDatabase();
  const { default: pg } = await import('pg');
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<{ name: string; columns: string[] }>(
    `select t.table_schema || '.' || t.table_name as name, array_agg(c.column_name::text) as columns
     from information_schema.tables t
     join information_schema.columns c using (table_schema, table_name)
     join pg_class r on r.oid = format('%I.%I', t.table_schema, t.table_name)::regclass
     where t.table_type = 'BASE TABLE' and not r.relispartition
       and t.table_schema not in ('pg_catalog', 'information_schema')
     group by 1
     having bool_or(c.column_name like '%member_id') or bool_or(c.column_name like '%\\_bucket')`,
  );
  await owner.end();
  tables = new Map(rows.map(({ name, columns }) => [name, columns]));
});
afterAll(() => database.drop());

const covered: Coverage[] = [...TABLE_PARTS, ...Object.values(COMPOSED)];

describe('a member’s data', () => {
  test('has every table with a member in it, or says why not', () => {
    expect(tables.size).toBeGreaterThan(30);
    const known = new Set([...covered.map(({ table }) => table), ...Object.keys(NOT_GIVEN)]);
    expect([...tables.keys()].filter((name) => !known.has(name))).toEqual([]);
    // Listed tables exist.
    expect([...known].filter((name) => !tables.has(name))).toEqual([]);
  });

  test('has every column of such a table, or says why not', () => {
    for (const part of covered) {
      const mentioned = [...part.owner, ...part.columns, ...Object.keys(part.leftOut)];
      const columns = tables.get(part.table) ?? [];
      expect([part.table, [...new Set(mentioned)].sort()]).toEqual([part.table, [...columns].sort()]);
    }
  });

  test('gives no column that looks like a secret', () => {
    const given = covered.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`));
    expect(given.filter((name) => /hash|encrypted|salt|token|pepper|secret|endpoint|staff_id/.test(name))).toEqual([]);
  });
});
