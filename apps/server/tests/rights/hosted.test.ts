import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { DatabaseUnfit } from '../../src/db/rights/database-unfit.ts';
import { roleUrls, urlAs } from '../../src/db/rights/role-urls.ts';
import { PROCESS_ROLES, roleNames } from '../../src/db/rights/roles.ts';
import { ask, databaseAt } from '../setup/cluster.ts';

// A managed database: its owner is no superuser, and may or may not create roles.

const PASSWORDS = { api: 'of the api', draw: 'of the draw', jobs: "of the 'jobs' \\" };
const made: { database: string; owner: string }[] = [];
afterEach(async () => {
  const { ownerUrl } = inject('testServer');
  for (const { database, owner } of made.splice(0)) {
    await ask(ownerUrl, [`drop database if exists ${database} with (force)`]);
    await ask(ownerUrl, [`drop role if exists ${Object.values(roleNames(database)).join(', ')}`]);
    await ask(ownerUrl, [`drop role if exists ${owner}`]);
  }
});

async function hosted(attributes: string, ownsDatabase = true): Promise<{ database: string; ownerUrl: string }> {
  const server = inject('testServer').ownerUrl;
  const database = `hosted_${randomBytes(5).toString('hex')}`;
  const owner = `${database}_owner`;
  made.push({ database, owner });
  await ask(server, [
    `create role ${owner} login ${attributes} password 'owner'`,
    `create database ${database} template template0 ${ownsDatabase ? `owner ${owner}` : ''}`,
  ]);
  const ownerUrl = urlAs(databaseAt(server, database), owner, 'owner');
  if (!ownsDatabase) {
    await ask(server, [`grant create, connect on database ${database} to ${owner}`]);
    await ask(databaseAt(server, database), [`grant create, usage on schema public to ${owner}`]);
  }
  return { database, ownerUrl };
}

const migrated = (ownerUrl: string) =>
  migrate(ownerUrl, { passwords: PASSWORDS, partitionDays: { back: 0, ahead: 1 } });

/** Runs the printed script for an administrator as superuser of the test server. */
async function runScript(message: string, database: string): Promise<string[]> {
  const statements = message.split('\n').filter((line) => line.endsWith(';'));
  await ask(databaseAt(inject('testServer').ownerUrl, database), statements);
  return statements;
}

async function canSignIn(ownerUrl: string): Promise<boolean[]> {
  const urls = roleUrls(ownerUrl, PASSWORDS);
  return Promise.all(
    PROCESS_ROLES.map(async (role) => {
      const client = new pg.Client({ connectionString: urls[role] });
      await client.connect();
      const { rowCount } = await client.query('select from house.house');
      await client.end();
      return rowCount === 0;
    }),
  );
}

describe('an owner who is no superuser', () => {
  test('and may make roles sets the database up, once and again', async () => {
    const { ownerUrl } = await hosted('createrole');
    await migrated(ownerUrl);
    await migrated(ownerUrl);
    expect(await canSignIn(ownerUrl)).toEqual([true, true, true]);
  }, 90_000);

  test('and may make none is given the script, which shows no password, until it was run', async () => {
    const { database, ownerUrl } = await hosted('');
    const refused = await migrated(ownerUrl).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseUnfit);
    const { message } = refused as Error;
    for (const password of Object.values(PASSWORDS)) expect(message).not.toContain(password);
    expect(message.match(/^create role /gm)).toHaveLength(3);
    await expect(migrated(ownerUrl)).rejects.toThrow('create role');
    await runScript(message, database);
    await migrated(ownerUrl);
    expect(await canSignIn(ownerUrl)).toEqual([true, true, true]);
    // A password that was changed by hand is reported too.
    await ask(inject('testServer').ownerUrl, [`alter role ${roleNames(database).api} password 'another'`]);
    const again = await migrated(ownerUrl).catch((error: Error) => error.message);
    expect(again).toMatch(/\n\nalter role \S+ password 'SCRAM-SHA-256\$[^\n]*;$/);
    await runScript(String(again), database);
    await migrated(ownerUrl);
  }, 120_000);

  test('nor of the database is given a script for what is the database’s', async () => {
    const { database, ownerUrl } = await hosted('createrole', false);
    const refused = await migrated(ownerUrl).catch((error: Error) => error);
    expect(refused).toBeInstanceOf(DatabaseUnfit);
    const statements = await runScript((refused as Error).message, database);
    expect(statements.join('\n')).toMatch(/revoke .*temporary.* on database .* from public;/);
    await migrated(ownerUrl);
    expect(await canSignIn(ownerUrl)).toEqual([true, true, true]);
  }, 90_000);
});
