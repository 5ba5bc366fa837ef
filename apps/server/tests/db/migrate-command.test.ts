import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { COMPILE_CACHE } from '../../../../dev/start/compile-cache.ts';
import { roleUrls } from '../../src/db/rights/role-urls.ts';
import { PROCESS_ROLES, type ProcessRole, roleNames } from '../../src/db/rights/roles.ts';
import { type ClubRun, runClub } from '../kit/club-command.ts';
import { databaseAt } from '../setup/cluster.ts';
import { roleEnvironment } from '../setup/database.ts';

const COMMAND = join(import.meta.dirname, '../../club.mjs');
const NAME = `empty_${randomBytes(6).toString('hex')}`;

const PASSWORDS = { api: 'of the api', draw: 'of the draw', jobs: 'of the jobs' };
let owner: string;
let urls: Record<ProcessRole, string>;
beforeAll(async () => {
  const server = inject('testServer');
  await queryOn(server.ownerUrl, `create database ${NAME} template template0`);
  owner = databaseAt(server.ownerUrl, NAME);
  urls = roleUrls(owner, PASSWORDS);
});
afterAll(async () => {
  const { ownerUrl } = inject('testServer');
  await queryOn(ownerUrl, `drop database if exists ${NAME} with (force)`);
  await queryOn(ownerUrl, `drop role if exists ${Object.values(roleNames(NAME)).join(', ')}`);
});

async function queryOn(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function environmentOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { TERCET_OWNER_URL: owner, ...roleEnvironment({ urls }), TERCET_KEYS: '/nowhere', ...env };
}

/** Runs the command as a process, as in an image. */
function run(): Promise<{ stdout: string; stderr: string }> {
  const env = { ...COMPILE_CACHE, PATH: process.env.PATH, ...environmentOf({}) };
  return promisify(execFile)(process.execPath, [COMMAND, 'migrate'], { env });
}

function migrateWith(env: NodeJS.ProcessEnv = {}): Promise<ClubRun> {
  return runClub(['migrate'], environmentOf(env));
}

test('an empty database gets the schema, also from two machines at once, and its roles their bounds', async () => {
  await Promise.all([run(), run()]);
  await run();
  for (const role of PROCESS_ROLES) {
    const [settings] = await queryOn(
      urls[role],
      `select current_user as name, current_setting('lock_timeout') as locks,
         current_setting('statement_timeout') as statements, current_setting('timezone') as zone,
         (select count(*)::integer from house.house) as houses`,
    );
    const bounds = { locks: '2s', statements: '15s', zone: 'UTC', houses: 0 };
    expect(settings).toEqual({ name: `${NAME}_${role}`, ...bounds });
  }
});

test('each migration is a transaction of its own: before PostgreSQL 17 an enum’s new value is none until then', async () => {
  const [counts] = await queryOn(
    owner,
    'select count(*) as migrations, count(distinct xmin::text) as transactions from kysely_migration',
  );
  const { migrations, transactions } = counts as { migrations: string; transactions: string };
  expect(Number(migrations)).toBeGreaterThan(0);
  expect(transactions).toBe(migrations);
});

test('a database of a development version is refused, and nothing is written', async () => {
  const refused = { code: 1, stderr: expect.stringContaining('cannot be upgraded: use an empty one') };
  for (const [change, undo] of [
    [`comment on schema clock is 'baseline 0'`, ''],
    [`comment on schema clock is null`, ''],
    [
      `insert into kysely_migration values ('0088-staff-macs', '')`,
      `delete from kysely_migration where name ~ '^0088'`,
    ],
  ] as const) {
    const [row] = await queryOn(owner, `select obj_description('clock'::regnamespace, 'pg_namespace') as comment`);
    const { comment } = row as { comment: string };
    await queryOn(owner, change);
    expect(await migrateWith(), change).toMatchObject(refused);
    await queryOn(owner, undo || `comment on schema clock is '${comment}'`);
    expect(await migrateWith(), change).toMatchObject({ code: 0 });
  }
}, 60_000);

test('what is missing or wrong is said in one line', async () => {
  const noPassword = Object.assign(new URL(urls.draw), { password: '' }).href;
  expect(await migrateWith({ TERCET_DRAW_URL: noPassword })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`\nconfiguration: TERCET_DRAW_URL has no password for ${NAME}_draw\n`),
  });
  expect(await migrateWith({ TERCET_JOBS_URL: urls.api })).toMatchObject({
    stderr: expect.stringContaining(
      `\nconfiguration: TERCET_JOBS_URL must sign in as ${NAME}_jobs, the role jobs of this database\n`,
    ),
  });
  expect(await migrateWith({ TERCET_API_URL: undefined })).toMatchObject({
    stderr: expect.stringContaining('\nconfiguration: the role api needs TERCET_APP_URL, or TERCET_API_URL\n'),
  });
  expect(await migrateWith({ TERCET_OWNER_URL: undefined })).toMatchObject({
    stderr: expect.stringContaining(
      '\nconfiguration: TERCET_OWNER_URL is not set: this command connects as the owner of the database\n',
    ),
  });
  const elsewhere = 'postgres://nobody@127.0.0.1:1/none';
  const away = { TERCET_OWNER_URL: elsewhere, ...roleEnvironment({ urls: roleUrls(elsewhere, PASSWORDS) }) };
  expect(await migrateWith(away)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^database {2}none on 127.0.0.1:1 as nobody .*\n[^\n]*ECONNREFUSED[^\n]*\n$/),
  });
});

test('what it cannot lock at once it lets go on, and tries again', async () => {
  const holder = new pg.Client({ connectionString: owner });
  await holder.connect();
  await queryOn(owner, `drop table lottery.slip_${await lastDay()}`);
  // Creating a day's partition takes an exclusive lock on the parent table.
  await holder.query('begin');
  await holder.query('lock table lottery.slip in access share mode');
  const migrating = run();
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  for (const isThere of [true, false])
    await vi.waitUntil(async () => (await queryOn(owner, waits)).length > 0 === isThere, { timeout: 20_000 });
  // It has stopped waiting and released its locks, so that others can continue.
  await holder.query('rollback');
  await holder.end();
  await migrating;
  expect(await queryOn(owner, `select to_regclass('lottery.slip_${await lastDay()}') as there`)).toMatchObject([
    { there: expect.stringContaining('slip_') },
  ]);
}, 60_000);

async function lastDay(): Promise<string> {
  const [row] = await queryOn(owner, `select to_char((clock.now() at time zone 'UTC')::date + 40, 'YYYYMMDD') as day`);
  return (row as { day: string }).day;
}
