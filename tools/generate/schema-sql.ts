import pg from 'pg';
import { refuseUnknownObjects, schemaNames } from './schema-objects.ts';
import { generatedColumnsOf, policiesOf, tablesOf } from './schema-tables.ts';

const HEAD = `-- The schema of a database, for comparing two. Left out: day partitions, which are made ahead of need, rows, and what
-- each role may do, which src/db/rights declares.

set check_function_bodies = off;
`;

const TYPES = `
  select n.nspname as schema, t.typname as name, array_agg(quote_literal(e.enumlabel) order by e.enumsortorder) as labels
  from pg_type t join pg_namespace n on n.oid = t.typnamespace join pg_enum e on e.enumtypid = t.oid
  where n.nspname = any ($1::text[]) group by 1, 2 order by 1, 2`;

const COMPOSITES = `
  select c.oid::regclass::text as name,
    array_agg(quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod) order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where n.nspname = any ($1::text[]) and c.relkind = 'c' and not a.attisdropped
  group by c.oid order by 1`;

const COLLATIONS = `
  select n.nspname as schema, c.collname as name, coalesce(c.colllocale, c.collcollate) as locale,
    case c.collprovider when 'b' then 'builtin' when 'c' then 'libc' when 'i' then 'icu' end as provider
  from pg_collation c join pg_namespace n on n.oid = c.collnamespace
  where n.nspname = any ($1::text[]) order by 1, 2`;

const FUNCTIONS = `
  select n.nspname as schema, pg_get_functiondef(p.oid) as definition
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = any ($1::text[]) order by p.proname, pg_get_function_identity_arguments(p.oid)`;

const VIEWS = `
  select n.nspname as schema, c.relname as name, pg_get_viewdef(c.oid) as definition
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1::text[]) and c.relkind = 'v' order by c.relname`;

/**
 * The schema that `ownerUrl` holds, as SQL that makes it again. Throws on a kind of object that it cannot write down.
 */
export async function schemaSql(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    // Names in definitions are then always qualified.
    await client.query(`set search_path = ''`);
    const schemas = await schemaNames(client);
    await refuseUnknownObjects(client, schemas);
    const parts = [HEAD, await schemasAndTypes(client, schemas)];
    const { tables, indexes } = await tablesOf(client, schemas);
    const functions = await definitionsOf(client, schemas, FUNCTIONS, functionSql);
    const views = await definitionsOf(client, schemas, VIEWS, viewSql);
    for (const schema of schemas) {
      parts.push(heading(schema));
      for (const made of [tables, functions, indexes, views]) parts.push(...(made.get(schema) ?? []));
    }
    parts.push(heading('generated columns'), await generatedColumnsOf(client, schemas));
    parts.push(heading('policies'), await policiesOf(client, schemas));
    return `${parts.map((part) => part.trim()).join('\n\n')}\n`;
  } finally {
    await client.end();
  }
}

function heading(schema: string): string {
  return `-- ${schema} ${'-'.repeat(116 - schema.length)}`;
}

async function schemasAndTypes(client: pg.Client, schemas: string[]): Promise<string> {
  const { rows } = await client.query<{ schema: string; name: string; labels: string[] }>(TYPES, [schemas]);
  const types = rows.map(({ schema, name, labels }) => {
    return `create type ${schema}.${name} as enum (${labels.join(', ')});`;
  });
  const { rows: composites } = await client.query<{ name: string; columns: string[] }>(COMPOSITES, [schemas]);
  const made = composites.map(({ name, columns }) => `create type ${name} as (${columns.join(', ')});`);
  const { rows: collations } = await client.query<Collation>(COLLATIONS, [schemas]);
  const orders = collations.map(({ schema, name, provider, locale }) => {
    return `create collation ${schema}.${name} (provider = ${provider}, locale = '${locale}');`;
  });
  return [...schemas.map((schema) => `create schema ${schema};`), ...orders, ...types, ...made].join('\n');
}

interface Collation {
  schema: string;
  name: string;
  provider: string;
  locale: string;
}

interface Definition {
  schema: string;
  name: string;
  definition: string;
}

async function definitionsOf(
  client: pg.Client,
  schemas: string[],
  query: string,
  write: (row: Definition) => string,
): Promise<Map<string, string[]>> {
  const { rows } = await client.query<Definition>(query, [schemas]);
  const made = new Map<string, string[]>();
  for (const [schema, own] of Map.groupBy(rows, (row) => row.schema)) made.set(schema, own.map(write));
  return made;
}

function functionSql({ definition }: Definition): string {
  return `${definition.trim()};`;
}

function viewSql({ schema, name, definition }: Definition): string {
  return `create view ${schema}.${name} as\n${definition}`;
}
