import pg from 'pg';
import { baselineSql } from './baseline.ts';
import { schemaSql } from './schema-sql.ts';

const DATABASE = 'from_schema';

/**
 * The first line in which the database at `migratedUrl` differs from one made of `apps/server/schema`, as the first
 * has it and as the second; null where they are the same. Makes a database beside it.
 */
export async function schemaDifference(migratedUrl: string, root: string): Promise<string | null> {
  await run(migratedUrl, `create database ${DATABASE}`);
  const url = new URL(migratedUrl);
  url.pathname = `/${DATABASE}`;
  await run(url.href, `begin;\n${baselineSql(root)}\ncommit`);
  const [migrated = [], made = []] = (await Promise.all([schemaSql(migratedUrl), schemaSql(url.href)])).map((text) =>
    text.split('\n'),
  );
  const at = migrated.findIndex((line, place) => line !== made[place]);
  if (at < 0) return migrated.length === made.length ? null : `only the schema has: ${made[migrated.length]}`;
  return `the migrations say: ${migrated[at]?.trim()}, the schema: ${made[at]?.trim()}`;
}

async function run(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statements).finally(() => client.end());
}
