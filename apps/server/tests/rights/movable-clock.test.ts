import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPILE_CACHE } from '../../../../dev/start/compile-cache.ts';
import { makeClockMovable } from '../../../../dev/start/movable-clock.ts';
import { openDb, openPool } from '../../src/db/pool.ts';
import { PROCESS_ROLES, type ProcessRole } from '../../src/db/rights/roles.ts';
import { HOUR_MS } from '../../src/durations.ts';
import { makeHouse } from '../kit/lotteries.ts';
import { createTestDatabase, roleEnvironment, type TestDatabase } from '../setup/database.ts';
import { FORBIDDEN, outcomeOf } from './catalog.ts';

// `npm start` makes the clock of a test club movable. Only the owner of the schema may move it.

const MAIN = join(import.meta.dirname, '../../src/main.ts');

let database: TestDatabase;
let owner: pg.Client;
const clients = new Map<ProcessRole, pg.Client>();
beforeAll(async () => {
  database = await createTestDatabase();
  const db = openDb(openPool({ url: database.ownerUrl, connectionsMax: 2 }));
  await makeHouse(db);
  await db.destroy();
  owner = await connect(database.ownerUrl);
  for (const role of PROCESS_ROLES) clients.set(role, await connect(database.urls[role]));
  await makeClockMovable(database.ownerUrl);
});
afterAll(async () => {
  for (const client of [owner, ...clients.values()]) await client?.end();
  await database.drop();
});

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

const of = (role: ProcessRole): pg.Client => clients.get(role) as pg.Client;

/** Offset of the club's clock from the real time, in milliseconds. */
async function aheadMs(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`select clock.now_ms() - extract(epoch from clock_timestamp()) * 1000 as ms`);
  return Number(rows[0].ms);
}

test.each(PROCESS_ROLES)('%s cannot move a movable clock, nor look how it is moved', async (role) => {
  for (const change of [
    'select by from clock.ahead',
    `update clock.ahead set by = '1 hour'`,
    `insert into clock.ahead values ('1 hour')`,
    'delete from clock.ahead',
    'truncate clock.ahead',
    'drop table clock.ahead',
    'alter table clock.ahead add column more int',
    `create or replace function clock.now() returns timestamptz language sql as 'select timestamptz ''2020-01-01'''`,
    `alter function clock.now() security invoker`,
  ]) {
    expect([change, (await outcomeOf(of(role), change)).state]).toEqual([change, FORBIDDEN]);
  }
  expect(Math.abs(await aheadMs(of(role)))).toBeLessThan(60);
});

test('the owner moves it for all roles', async () => {
  await owner.query(`update clock.ahead set by = '1 hour'`);
  for (const client of [owner, ...clients.values()]) {
    expect(Math.abs((await aheadMs(client)) - HOUR_MS)).toBeLessThan(60);
  }
  await owner.query(`update clock.ahead set by = '0'`);
});

test('made movable again, it stays where it is', async () => {
  await owner.query(`update clock.ahead set by = '1 hour'`);
  await makeClockMovable(database.ownerUrl);
  expect(Math.abs((await aheadMs(owner)) - HOUR_MS)).toBeLessThan(60);
});

test.each(PROCESS_ROLES)('a server with the public beacon refuses to start as %s on it', async (role) => {
  const env = { PATH: process.env.PATH ?? '', PORT: '0', TERCET_KEYS: '/nowhere', ...roleEnvironment(database) };
  const start = promisify(execFile)(process.execPath, [MAIN, `--role=${role}`], {
    env: { ...COMPILE_CACHE, ...env, TERCET_BEACON: 'drand' },
    timeout: 60_000,
  });
  const { stderr } = await start.catch((error: { stderr: string }) => error);
  expect(stderr).toBe(
    'clock.now() of this database is not that of the migrations: only a test club with the local beacon may replace it\n',
  );
});
