import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeEntryAs } from '@tercet/fair';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHouse } from '../../../../dev/play-house/play-house.ts';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { startApi } from '../../src/app/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { openDb, openPool } from '../../src/db/pool.ts';
import { readRule } from '../../src/payments/rules/rule.ts';
import { noon } from '../kit/clock.ts';
import { clubLines } from '../kit/club-command.ts';
import { createTestDatabase } from '../setup/database.ts';
import { LIVE_PLAN, type LiveHouse, openLiveHouse } from './live-house.ts';

let live: LiveHouse;
const folder = temporaryFolder('tercet-plan-');
beforeAll(async () => {
  live = await openLiveHouse(noon());
});
afterAll(async () => {
  await live.close();
  folder.remove();
});

function planOf(change: object): string {
  const path = join(folder.path, 'plan.json');
  writeFileSync(path, JSON.stringify({ ...LIVE_PLAN, ...change }));
  return path;
}

test('a house is founded for real money, with its rule, banks and lotteries, and without a member', async () => {
  const house = await live.db.selectFrom('house.house').selectAll().executeTakeFirstOrThrow();
  expect(house).toMatchObject({ mode: 'live', currency: 'EUR', exponent: 2, starting_credits: 0n });
  expect(await readRule(live.db)).toMatchObject({ withdrawalMin: 1_000n, topUpDayMax: null });
  expect(await live.db.selectFrom('members.member').select('member_id').execute()).toEqual([]);
  expect(await live.db.selectFrom('staff.account').select('name').execute()).toEqual([]);
});

test('it is open before its first table, and says so', async () => {
  const api = await startApi(readConfig(live.environment()));
  const ask = async (path: string) => (await fetch(`${api.address}${path}`)).json();
  expect(await ask('/api/house')).toMatchObject({ beacon: { kind: 'drand' }, book: { policy: { quorum: 0 } } });
  expect(await ask('/api/house/tables')).toEqual({ items: [] });
  expect(await ask('/api/lotteries')).toMatchObject({ items: [] });
  await api.stop();
});

test('its book names the checking page that its server hands out, once for each page', async () => {
  const pages = (name: string) => live.environment({ TERCET_MEMBER_APP: join(folder.path, name) });
  const say = (name: string) => clubLines(['house', 'verifier'], pages(name));
  for (const name of ['one', 'two']) {
    mkdirSync(join(folder.path, name));
    writeFileSync(join(folder.path, name, 'verifier.html'), name);
  }
  const [one, two] = ['one', 'two'].map((text) => createHash('sha256').update(text).digest('hex'));
  expect(await say('one')).toEqual([`${one}  verifier.html  is in the book now`]);
  expect(await say('one')).toEqual([`${one}  verifier.html  is in the book already`]);
  expect(await say('two')).toEqual([`${two}  verifier.html  is in the book now`]);
  const entries = await live.db.selectFrom('book.entry').select('body').where('type', '=', 'rule').execute();
  const named = entries.map(({ body }) => decodeEntryAs('rule', body)).filter(({ what }) => what === 'verifier-page');
  expect(named.map(({ value }) => value).sort()).toEqual([one, two].sort());
  await expect(say('none')).rejects.toThrow(/verifier\.html cannot be read: ENOENT$/);
  await expect(clubLines(['house', 'verifier'], live.environment())).rejects.toThrow('TERCET_MEMBER_APP');
});

test('a database without a house has no page to name', async () => {
  const database = await createTestDatabase();
  const urls = { TERCET_OWNER_URL: database.ownerUrl, TERCET_KEYS: folder.path };
  await expect(clubLines(['house', 'verifier'], urls)).rejects.toThrow('has no house yet');
  await database.drop();
});

test('there is one house in a database, whichever it is', async () => {
  await expect(clubLines(['house', 'found', live.planFile], live.environment())).rejects.toThrow('has a house already');
  const database = await createTestDatabase();
  const db = openDb(openPool({ url: database.ownerUrl, connectionsMax: 1 }));
  await makeHouse(db);
  await db.destroy();
  const urls = { TERCET_OWNER_URL: database.ownerUrl, TERCET_KEYS: folder.path };
  await expect(clubLines(['house', 'found', live.planFile], urls)).rejects.toThrow('has a house already');
  await expect(clubLines(['house', 'tables', live.planFile], urls)).rejects.toThrow('no house for real money');
  await database.drop();
});

test.each([
  ['play credits', { currency: 'PLAY' }, 'currency'],
  ['a currency that is none', { currency: 'XQZ' }, 'XQZ is not a supported currency'],
  ['an amount with a point', { rule: { ...LIVE_PLAN.rule, topUpMin: '10.00' } }, 'rule.topUpMin'],
  ['starting credits', { startingCredits: '1000' }, 'startingCredits'],
  ['a lottery of no class', { lotteries: [{ ...LIVE_PLAN.lotteries[0], class: 'none' }] }, 'unknown class none'],
])('a plan with %s is refused, and leaves nothing behind', async (_what, change, place) => {
  const database = await createTestDatabase();
  const urls = { TERCET_OWNER_URL: database.ownerUrl, TERCET_KEYS: folder.path };
  await expect(clubLines(['house', 'found', planOf(change)], urls)).rejects.toThrow(place);
  const db = openDb(openPool({ url: database.ownerUrl, connectionsMax: 1 }));
  expect(await db.selectFrom('house.house').select('name').execute()).toEqual([]);
  await db.destroy();
  await database.drop();
});

test('other words are answered with how it is used', async () => {
  for (const args of [[], ['found'], ['open', 'x'], ['found', 'a', 'b'], ['verifier', 'x']]) {
    await expect(clubLines(['house', ...args], live.environment())).rejects.toThrow('Usage:');
  }
});
