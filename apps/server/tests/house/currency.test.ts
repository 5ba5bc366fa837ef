import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PLAY_HOUSE } from '../../../../dev/play-house/house-plan.ts';
import { type Db, openDb, openPool } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/transaction.ts';
import { createHouse, readHouse } from '../../src/house/house.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let owner: pg.Pool;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  owner.on('error', () => {});
  db = openDb(openPool({ url: database.ownerUrl, connectionsMax: 1 }));
});
afterAll(async () => {
  await db.destroy();
  await owner.end();
  await database.drop();
});

test.each([
  ['JPY', 2, 'JPY has 0 decimals, but this house uses 2'],
  ['KWD', 2, 'KWD has 3 decimals'],
  ['PLAY', 0, 'PLAY has 2 decimals'],
  ['BTC', 8, 'BTC is not a supported currency'],
  ['eur', 2, 'eur is not a supported currency'],
])('no house is opened that counts %s with %i decimals', async (currency, exponent, why) => {
  await expect(transaction(db, (tx) => createHouse(tx, { ...PLAY_HOUSE, currency, exponent }))).rejects.toThrow(why);
  expect(await readHouse(db)).toBeNull();
});

test('the currency stays what it was when the house was opened, and a wrong count is noticed', async () => {
  const house = { ...PLAY_HOUSE, currency: 'KWD', exponent: 3 };
  await transaction(db, (tx) => createHouse(tx, house));
  await transaction(db, (tx) => createHouse(tx, PLAY_HOUSE));
  expect(await readHouse(db)).toEqual(house);
  await owner.query('update house.house set exponent = 2');
  await expect(readHouse(db)).rejects.toThrow('KWD has 3 decimals, but this house uses 2');
});
