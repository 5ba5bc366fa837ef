import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const COMMAND = join(import.meta.dirname, '../../src/migrate-command.ts');
const NAME = `empty_${randomBytes(6).toString('hex')}`;

const urls = { owner: '', app: '' };
beforeAll(async () => {
  const server = inject('testServer');
  await asked(server.ownerUrl, `create database ${NAME} template template0`);
  const owner = Object.assign(new URL(server.ownerUrl), { pathname: `/${NAME}` });
  const app = Object.assign(new URL(owner), { username: 'tercet_app', password: server.appPassword });
  urls.owner = owner.href;
  urls.app = app.href;
});
afterAll(() => asked(inject('testServer').ownerUrl, `drop database if exists ${NAME} with (force)`));

async function asked(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function run(env: Record<string, string>): Promise<{ stdout: string; stderr: string }> {
  const given = { TERCET_OWNER_URL: urls.owner, TERCET_APP_URL: urls.app, TERCET_KEYS: '/nowhere', ...env };
  return promisify(execFile)(process.execPath, [COMMAND], { env: { PATH: process.env.PATH ?? '', ...given } });
}

test('an empty database gets the schema, also from two machines at once, and the app role its bounds', async () => {
  await Promise.all([run({}), run({})]);
  await run({});
  const [settings] = await asked(
    urls.app,
    `select current_setting('lock_timeout') as locks, current_setting('statement_timeout') as statements,
       current_setting('timezone') as zone, (select count(*)::integer from house.house) as houses`,
  );
  expect(settings).toEqual({ locks: '2s', statements: '15s', zone: 'UTC', houses: 0 });
});

test('each migration is a transaction of its own: before PostgreSQL 17 an enum’s new value is none until then', async () => {
  const [counts] = await asked(
    urls.owner,
    'select count(*) as migrations, count(distinct xmin::text) as transactions from kysely_migration',
  );
  const { migrations, transactions } = counts as { migrations: string; transactions: string };
  expect(Number(migrations)).toBeGreaterThan(40);
  expect(transactions).toBe(migrations);
});

test('what is missing or wrong is said in one line', async () => {
  const noPassword = Object.assign(new URL(urls.app), { password: '' }).href;
  await expect(run({ TERCET_APP_URL: noPassword })).rejects.toMatchObject({
    code: 1,
    stderr: 'TERCET_APP_URL names no password for the app role\n',
  });
  await expect(run({ TERCET_OWNER_URL: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^[^\n]*ECONNREFUSED[^\n]*\n$/),
  });
});
