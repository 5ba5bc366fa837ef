import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHouse } from '../../../../dev/play-house.ts';
import { startApi, startDraw } from '../../src/app.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { openDb, openPool } from '../../src/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let owner: pg.Pool;
let keysDir: string;
let config: Config;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  owner.on('error', () => {});
  keysDir = mkdtempSync(join(tmpdir(), 'tercet-keys-'));
  config = readConfig({
    PORT: '0',
    TERCET_OWNER_URL: database.ownerUrl,
    TERCET_APP_URL: database.appUrl,
    TERCET_KEYS: keysDir,
  });
  const db = openDb(openPool({ url: database.appUrl, connectionsMax: 1 }));
  await makeHouse(db).finally(() => db.destroy());
});
afterAll(async () => {
  await owner.end();
  await database.drop();
  rmSync(keysDir, { recursive: true });
});

test('out of the box a house is for play', async () => {
  const { rows } = await owner.query('select mode, currency from house.house');
  expect(rows).toEqual([{ mode: 'play', currency: 'PLAY' }]);
});

test('a live house does not open, and says what it lacks', async () => {
  await owner.query(`update house.house set mode = 'live'`);
  const lacks = /cannot open yet; it lacks: licence number.*identity provider.*three independent witnesses.*payment/;
  await expect(startApi(config)).rejects.toThrow(lacks);
  await expect(startDraw(config, () => {})).rejects.toThrow(lacks);
});

test('mode and currency cannot be changed by the server', async () => {
  const app = new pg.Client({ connectionString: database.appUrl });
  await app.connect();
  for (const change of [`mode = 'play'`, `currency = 'EUR'`, 'exponent = 0']) {
    await expect(app.query(`update house.house set ${change}`)).rejects.toThrow('permission denied');
  }
  await expect(app.query('delete from house.house')).rejects.toThrow('permission denied');
  await app.end();
});
