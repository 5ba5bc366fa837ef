import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { localChain, signRound } from '../../../../dev/beacon/key.ts';
import { makeHouse, seed } from '../../../../dev/play-house/play-house.ts';
import { returnClock, withSeasonClock } from '../../../../dev/season/clock.ts';
import { playSeason } from '../../../../dev/season/season.ts';
import { type Db, openDb, openPool } from '../../src/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

const SECRET_KEY = new Uint8Array(32).fill(9);
const beacon = { chain: localChain(SECRET_KEY), signRound: (round: number) => signRound(SECRET_KEY, round) };
const THEN = Date.UTC(2026, 2, 3, 4, 5, 6);

let database: TestDatabase;
let owner: pg.Client;
let db: Db;
let keysDir: string;
let definition: string;

async function definitionNow(): Promise<string> {
  const { rows } = await owner.query(`select pg_get_functiondef('clock.now()'::regprocedure) as definition`);
  return rows[0].definition;
}

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  db = openDb(openPool({ url: database.ownerUrl, connectionsMax: 2 }));
  keysDir = mkdtempSync(join(tmpdir(), 'tercet-keys-'));
  definition = await definitionNow();
});
afterAll(async () => {
  await db.destroy();
  await owner.end();
  await database.drop();
  rmSync(keysDir, { recursive: true });
});
beforeEach(() => returnClock(owner));

describe('the clock of a season', () => {
  test('stands where it is put, and is given back', async () => {
    await withSeasonClock(owner, THEN, async (clock) => {
      const { rows: first } = await owner.query('select clock.now_ms() as now');
      expect(first[0].now).toBe(String(THEN));
      await clock.set(THEN + 1_234);
      const { rows: then } = await owner.query('select clock.now_ms() as now');
      expect(then[0].now).toBe(String(THEN + 1_234));
    });
    expect(await definitionNow()).toBe(definition);
  });

  test('is given back when the season fails', async () => {
    const failing = withSeasonClock(owner, THEN, () => Promise.reject(new Error('no more')));
    await expect(failing).rejects.toThrow('no more');
    expect(await definitionNow()).toBe(definition);
  });

  test('left behind by a killed season keeps the club closed, until the next season gives it back', async () => {
    const killed = new pg.Client({ connectionString: database.ownerUrl });
    await killed.connect();
    await expect(withSeasonClock(killed, THEN, () => killed.end())).rejects.toThrow();
    expect(await definitionNow()).not.toBe(definition);

    const options = {
      ownerUrl: database.ownerUrl,
      keysDir,
      beacon: 'local' as const,
      localBeaconUrl: 'http://127.0.0.1:1',
    };
    await expect(seed(options)).rejects.toThrow('A season was broken off');
    await returnClock(owner);
    expect(await definitionNow()).toBe(definition);
  });

  test('that somebody else has replaced is not touched', async () => {
    await owner.query(`create or replace function clock.now() returns timestamptz language sql volatile
      as 'select clock_timestamp() + interval ''1 hour'''`);
    await expect(withSeasonClock(owner, THEN, async () => {})).rejects.toThrow('not the clock of the migrations');
    await owner.query(definition);
  });
});

describe('a season is refused', () => {
  const play = () => playSeason({ ownerUrl: database.ownerUrl, keysDir, beacon, days: 1 });

  test('in a live house', async () => {
    await makeHouse(db);
    await owner.query(`update house.house set mode = 'live'`);
    await expect(play()).rejects.toThrow('This is a live house');
    await owner.query(`update house.house set mode = 'play'`);
  });

  test('while the club is open', async () => {
    await owner.query(
      `insert into draw.lease values ('draw', gen_random_uuid(), clock_timestamp() + interval '1 minute')`,
    );
    await expect(play()).rejects.toThrow('The club is open on this database');
    await owner.query('delete from draw.lease');
  });

  test('where members have bet', async () => {
    await owner.query(`
      insert into lottery.slip (bucket, member_id, day, lottery_id, period, id, key, table_id, accepted_ms, total, at_risk,
        stakes, commitment, leaf)
      values (0, gen_random_uuid(), '2026-01-01', 1, 1, gen_random_uuid(), gen_random_uuid(), 1, 0, 1, 0, '{}', '', '')`);
    await expect(play()).rejects.toThrow('Members have bet in this house already');
    await owner.query('delete from lottery.slip');
  });

  test('before the beacon began', async () => {
    const young = { ...beacon, chain: { ...beacon.chain, genesis: Math.floor(Date.now() / 1_000) - 3_600 } };
    const early = playSeason({ ownerUrl: database.ownerUrl, keysDir, beacon: young, days: 1 });
    await expect(early).rejects.toThrow('younger than the season');
  });

  test('and leaves the clock as it was', async () => {
    expect(await definitionNow()).toBe(definition);
  });
});
