import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { DatabaseUnfit } from '../../src/db/rights/database-unfit.ts';
import { roleUrls, urlAs } from '../../src/db/rights/role-urls.ts';
import { PROCESS_ROLES, roleNames } from '../../src/db/rights/roles.ts';
import { clubLines } from '../kit/club-command.ts';
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

/** Runs a script as psql does: the rows of a query before `\\gexec` are statements. */
async function runAsPsql(lines: readonly string[]): Promise<string[]> {
  const done: string[] = [];
  const client = new pg.Client({ connectionString: inject('testServer').ownerUrl });
  await client.connect();
  try {
    for (const line of lines.filter((one) => !/^(--|\\set )/.test(one))) {
      const [query = '', ...more] = line.split(' \\gexec');
      const { rows } = await client.query<Record<string, string>>(query);
      const statements = more.length > 0 ? rows.flatMap((row) => Object.values(row)) : [];
      for (const statement of statements) await client.query(statement);
      done.push(...statements);
    }
    return done;
  } finally {
    await client.end();
  }
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

  test('nor of the database, and may not even create there, is given the statement for it', async () => {
    const { database, ownerUrl } = await hosted('createrole', false);
    await ask(inject('testServer').ownerUrl, [`revoke create on database ${database} from ${database}_owner`]);
    const message = await migrated(ownerUrl).catch((error: Error) => error.message);
    expect(message).toMatch(/^\S+ may not create schemas and tables in the database /);
    await runScript(String(message), database);
    await migrated(ownerUrl);
  }, 90_000);
});

describe('the script for an administrator', () => {
  const named = (): { database: string; environment: Record<string, string> } => {
    const database = `scripted_${randomBytes(5).toString('hex')}`;
    made.push({ database, owner: `${database}_owner` });
    const at = databaseAt(inject('testServer').ownerUrl, database);
    const names = roleNames(database);
    const environment = {
      TERCET_KEYS: '/nowhere',
      TERCET_OWNER_URL: urlAs(at, `${database}_owner`, "the owner's \\"),
      ...Object.fromEntries(
        PROCESS_ROLES.map((role) => [`TERCET_${role.toUpperCase()}_URL`, urlAs(at, names[role], PASSWORDS[role])]),
      ),
    };
    return { database, environment };
  };

  test('makes all that an owner without CREATEROLE needs, shows no password, and may be repeated', async () => {
    const { database, environment } = named();
    const script = await clubLines(['database', 'script'], environment);
    for (const password of [...Object.values(PASSWORDS), "the owner's"])
      expect(script.join('\n')).not.toContain(password);
    expect(await runAsPsql(script)).toHaveLength(5);
    expect(await runAsPsql(script)).toHaveLength(0);
    await clubLines(['migrate'], environment);
    expect(await canSignIn(environment.TERCET_OWNER_URL ?? '')).toEqual([true, true, true]);
    const client = new pg.Client({ connectionString: inject('testServer').ownerUrl });
    await client.connect();
    const { rows } = await client.query(
      `select rolcreaterole or rolcreatedb or rolsuper as more from pg_roles where rolname = '${database}_owner'`,
    );
    await client.end();
    expect(rows).toEqual([{ more: false }]);
  }, 90_000);

  test('needs all four passwords', async () => {
    const { environment } = named();
    const without = new URL(environment.TERCET_OWNER_URL ?? '');
    without.password = '';
    const noOwner = { ...environment, TERCET_OWNER_URL: without.href };
    await expect(clubLines(['database', 'script'], noOwner)).rejects.toThrow(
      'TERCET_OWNER_URL needs a name and a password',
    );
    const { TERCET_JOBS_URL: _, ...noJobs } = environment;
    await expect(clubLines(['database', 'script'], noJobs)).rejects.toThrow('TERCET_JOBS_URL');
  });
});

test('a database of another encoding is refused by its name', async () => {
  const { database, ownerUrl } = await hosted('createrole');
  await ask(inject('testServer').ownerUrl, [
    `drop database ${database}`,
    `create database ${database} owner ${database}_owner template template0 encoding 'SQL_ASCII' locale 'C'`,
  ]);
  await expect(migrated(ownerUrl)).rejects.toThrow(`the database ${database} has the encoding SQL_ASCII`);
});
