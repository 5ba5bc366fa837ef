import pg from 'pg';
import { databaseAt } from '../../../apps/server/tests/setup/cluster.ts';
import type { TestServer } from '../../../apps/server/tests/setup/global.ts';

/** Makes a copy of the migrated template, from which test files copy their databases. */
export async function copyTemplate({ ownerUrl, template }: TestServer, name: string): Promise<void> {
  await query(ownerUrl, `drop database if exists ${name} with (force)`);
  await query(ownerUrl, `create database ${name} template ${template} strategy file_copy`);
}

/** Runs statements in a database and disconnects. */
export async function change(server: TestServer, database: string, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await query(databaseAt(server.ownerUrl, database), statement);
}

/** Names of the databases that test files made and that are still there. */
export async function testDatabases({ ownerUrl }: TestServer): Promise<string[]> {
  const rows = await query(ownerUrl, `select datname as name from pg_database where datname ~ '^test_'`);
  return rows.map(({ name }) => String(name));
}

/** Drops the databases of test files, even if in use. */
export async function dropTestDatabases(server: TestServer): Promise<void> {
  for (const name of await testDatabases(server)) {
    await query(server.ownerUrl, `drop database if exists ${name} with (force)`);
  }
}

/** One statement on a separate connection. */
export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
