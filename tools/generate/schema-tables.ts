import type pg from 'pg';

const TABLES = `
  select c.oid::integer as oid, n.nspname as schema, c.relname as name, pg_get_partkeydef(c.oid) as partitioned,
    array_to_string(c.reloptions, ', ') as options,
    (select i.inhparent::regclass::text from pg_inherits i where i.inhrelid = c.oid) as parent,
    pg_get_expr(c.relpartbound, c.oid) as bound
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1::text[]) and c.relkind in ('r', 'p')
    and (not c.relispartition or pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT')
  order by c.relname`;

const COLUMNS = `
  select a.attrelid::integer as oid, quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
    || case when a.attnotnull then ' not null' else '' end
    || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as line
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = any ($1::oid[]) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  order by a.attrelid, a.attnum`;

/** Made of other columns: by functions, which must be there first. */
const GENERATED = `
  select format('alter table %s add column %I %s generated always as (%s) stored;',
    a.attrelid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), pg_get_expr(d.adbin, d.adrelid)) as line
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where n.nspname = any ($1::text[]) and a.attgenerated = 's' and not c.relispartition
  order by a.attrelid::regclass::text, a.attnum`;

/** NOT NULL is said with the column. */
const CONSTRAINTS = `
  select c.conrelid::integer as oid, 'constraint ' || quote_ident(c.conname) || ' ' || pg_get_constraintdef(c.oid) as line,
    nullif(c.confrelid, 0)::integer as refers_to
  from pg_constraint c
  where c.conrelid = any ($1::oid[]) and c.contype <> 'n' order by c.conrelid, strpos('pufc', c.contype::text), c.conname`;

/** `calls`: over a function of ours, which must be there first. */
const INDEXES = `
  select i.indrelid::integer as oid, pg_get_indexdef(i.indexrelid) || ';' as line, exists (
      select 1 from pg_depend d join pg_proc p on p.oid = d.refobjid join pg_namespace n on n.oid = p.pronamespace
      where d.classid = 'pg_class'::regclass and d.objid = i.indexrelid and d.refclassid = 'pg_proc'::regclass
        and n.nspname = any ($2::text[])
    ) as calls
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = any ($1::oid[]) and not c.relispartition
    and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = i.indrelid)
  order by i.indrelid, c.relname`;

/** Which rows may be seen and written, where the table leaves that to policies. */
const POLICIES = `
  with ours as (
    select c.oid, c.relrowsecurity, c.relforcerowsecurity from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any ($1::text[])
  )
  select c.oid::regclass::text as name, format('alter table %s %s row level security;', c.oid::regclass, word) as line,
    0 as place
  from ours c
  cross join lateral (values ('enable', c.relrowsecurity), ('force', c.relforcerowsecurity)) said (word, holds)
  where said.holds
  union all
  select p.polrelid::regclass::text, format('create policy %I on %s', p.polname, p.polrelid::regclass)
    || case when p.polpermissive then '' else ' as restrictive' end
    || case p.polcmd when 'r' then ' for select' when 'a' then ' for insert' when 'w' then ' for update'
        when 'd' then ' for delete' else '' end
    || case when p.polroles = '{0}' then '' else ' to ' || (
        select string_agg(quote_ident(r.rolname), ', ' order by r.rolname) from pg_roles r where r.oid = any (p.polroles)
      ) end
    || coalesce(' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', '')
    || coalesce(' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', '') || ';', 1
  from pg_policy p where p.polrelid in (select oid from ours)
  order by 1, 3, 2`;

interface Table {
  oid: number;
  schema: string;
  name: string;
  partitioned: string | null;
  options: string | null;
  parent: string | null;
  bound: string | null;
}

interface Line {
  oid: number;
  line: string;
  refers_to?: number | null;
  calls?: boolean;
}

interface TablesSql {
  /** `create table` and `create index` by schema; a table stands after those that it refers to. */
  tables: Map<string, string[]>;
  /** `create index` over functions, by schema. */
  indexes: Map<string, string[]>;
}

export async function tablesOf(client: pg.Client, schemas: string[]): Promise<TablesSql> {
  const { rows: tables } = await client.query<Table>(TABLES, [schemas]);
  const oids = tables.map((table) => table.oid);
  const lines = async (query: string, ...more: string[][]): Promise<Map<number, Line[]>> => {
    const { rows } = await client.query<Line>(query, [oids, ...more]);
    return Map.groupBy(rows, (row) => row.oid);
  };
  const columns = await lines(COLUMNS);
  const constraints = await lines(CONSTRAINTS);
  const indexes = await lines(INDEXES, schemas);
  const made: TablesSql = { tables: new Map(), indexes: new Map() };
  for (const table of inOrderOfReference(tables, constraints)) {
    const inside = [...(columns.get(table.oid) ?? []), ...(constraints.get(table.oid) ?? [])];
    const [over, plain] = [true, false].map((calls) =>
      (indexes.get(table.oid) ?? []).filter((index) => index.calls === calls).map(({ line }) => line),
    );
    const { schema } = table;
    const own = [tableSql(table, inside), ...(plain ?? [])].join('\n');
    made.tables.set(schema, [...(made.tables.get(schema) ?? []), own]);
    made.indexes.set(schema, [...(made.indexes.get(schema) ?? []), ...(over ?? [])]);
  }
  return made;
}

/** Policies come last, since they may refer to any table and function. */
export async function policiesOf(client: pg.Client, schemas: string[]): Promise<string> {
  const { rows } = await client.query<{ line: string }>(POLICIES, [schemas]);
  return rows.map(({ line }) => line).join('\n');
}

function tableSql(table: Table, inside: Line[]): string {
  const name = `${table.schema}.${table.name}`;
  if (table.parent !== null) return `create table ${name} partition of ${table.parent} ${table.bound?.toLowerCase()};`;
  const body = inside.map(({ line }) => `  ${line}`).join(',\n');
  const partitioned = table.partitioned === null ? '' : ` partition by ${table.partitioned}`;
  const options = table.options === null ? '' : ` with (${table.options})`;
  return `create table ${name} (\n${body}\n)${partitioned}${options};`;
}

function inOrderOfReference(tables: Table[], constraints: Map<number, Line[]>): Table[] {
  const placed = new Set<number>();
  const ordered: Table[] = [];
  const needs = (table: Table): Table[] =>
    tables.filter(
      (other) =>
        table.parent === `${other.schema}.${other.name}` ||
        (constraints.get(table.oid) ?? []).some((line) => line.refers_to === other.oid && other !== table),
    );
  const place = (table: Table): void => {
    if (placed.has(table.oid)) return;
    placed.add(table.oid);
    for (const needed of needs(table)) place(needed);
    ordered.push(table);
  };
  for (const table of tables) place(table);
  return ordered;
}

/** Statements that add the generated columns, once tables and functions are there. */
export async function generatedColumnsOf(client: pg.Client, schemas: string[]): Promise<string> {
  const { rows } = await client.query<{ line: string }>(GENERATED, [schemas]);
  return rows.map(({ line }) => line).join('\n');
}
