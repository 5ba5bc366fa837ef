import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NOTE_COSIGNATURE, verifierKeyOf } from '@tercet/fair';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeHouse } from '../../../../dev/play-house/play-house.ts';
import { COMPILE_CACHE } from '../../../../dev/start/compile-cache.ts';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { startApi } from '../../src/app/app.ts';
import { startDraw } from '../../src/app/draw.ts';
import { openHouse } from '../../src/app/house.ts';
import { startJobs } from '../../src/app/jobs.ts';
import { readConfig } from '../../src/config/config.ts';
import { openDb, openPool } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/transaction.ts';
import { GO_LIVE_CHECKS } from '../../src/house/go-live-checks.ts';
import { createHouse } from '../../src/house/house.ts';
import { noon } from '../kit/clock.ts';
import { type Club, openClub } from '../kit/club.ts';
import { runClub } from '../kit/club-command.ts';
import { createTestDatabase, roleEnvironment, type TestDatabase } from '../setup/database.ts';
import { type Environment, houseFileOf, type LiveHouse, openLiveHouse } from './live-house.ts';

const SANDBOX = { TERCET_SANDBOX_URL: 'https://s.example', TERCET_SANDBOX_SECRET: 's'.repeat(32) };
const MAIN = join(import.meta.dirname, '../../src/main.ts');

let live: LiveHouse;
beforeAll(async () => {
  live = await openLiveHouse(noon());
});
afterAll(() => live.close());

/** Why a start with this environment is refused: the codes of unmet requirements, or the whole message. */
async function refusal(environment: Environment): Promise<string[] | string> {
  const failure = await openHouse(live.db, readConfig(environment)).then(
    () => null,
    (error: Error) => error.message,
  );
  if (failure === null) return [];
  const named = /^go-live checks fail: (.*)\. For details run: club doctor$/.exec(failure);
  return named?.[1] === undefined ? failure : named[1].split('; ').map((lack) => lack.split(' (', 1)[0] ?? '');
}

const houseOf = async (address: string): Promise<unknown> => (await fetch(`${address}/api/house`)).json();

function verifierKey(name: string): string {
  const { publicKey } = generateKeyPairSync('ed25519');
  const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  return verifierKeyOf(name, NOTE_COSIGNATURE, bytes.toString('hex'));
}

describe('a live house', () => {
  test('opens in every role when nothing is lacking', async () => {
    const config = readConfig(live.environment());
    const api = await startApi(config);
    const answer = await houseOf(api.address);
    expect(answer).toMatchObject({
      mode: 'live',
      currency: { code: 'EUR', exponent: 2 },
      licence: { number: 'EX/2026/17', authority: 'Example Gaming Authority' },
      operator: { name: 'Club of Examples Ltd' },
      complaintBody: { link: 'https://ombudsman.example' },
      countries: ['DE', 'ES'],
      ageMin: 21,
      startingCreditsMinor: '0',
      beacon: { kind: 'drand', houseRun: false },
    });
    const operators = ['Lamplight Trust', 'Observatory of Ebro', 'Nara Watch Society'];
    expect(answer).toMatchObject({ book: { witnesses: operators.map((operator) => ({ operator })) } });
    // The API refuses the session cookie over plain HTTP, since pages are configured to use TLS.
    const tried = await fetch(`${api.address}/api/session`, {
      method: 'DELETE',
      headers: { origin: 'https://club.example' },
    });
    expect(tried.headers.get('set-cookie')).toMatch(/^__Host-tercet=.*Secure/);
    await api.stop();
    await startDraw(config, () => {}).then((draw) => draw.stop());
    await startJobs(config, pino({ level: 'silent' })).then((jobs) => jobs.stop());
  });

  test('without anything does not open in any role, and names all that it lacks', async () => {
    const folder = temporaryFolder('tercet-none-');
    const bare = readConfig({ ...roleEnvironment(live.database), TERCET_KEYS: folder.path, PORT: '0' });
    const all = GO_LIVE_CHECKS.map(({ code }) => code).filter((code) => code !== 'fresh-house');
    const failed = new RegExp(`^go-live checks fail: ${all.map((code) => `${code} .*`).join('')}`);
    await expect(startApi(bare)).rejects.toThrow(failed);
    await expect(startDraw(bare, () => {})).rejects.toThrow(failed);
    await expect(startJobs(bare, pino({ level: 'silent' }))).rejects.toThrow(failed);
    folder.remove();
  });

  test('without anything does not start as a process of its own either, and says so in one line', async () => {
    for (const role of ['draw', 'api,draw,jobs']) {
      const urls = roleEnvironment(live.database);
      const env = { ...COMPILE_CACHE, PATH: process.env.PATH, PORT: '0', ...urls, TERCET_KEYS: live.keysDir };
      const run = promisify(execFile)(process.execPath, [MAIN, `--role=${role}`], { env, timeout: 30_000 });
      const failure = await run.then(
        () => null,
        (error: { code: number; stdout: string; stderr: string }) => error,
      );
      expect(failure).toMatchObject({ code: 1, stdout: '' });
      expect(failure?.stderr).toMatch(/^go-live checks fail: .*\n$/);
    }
  });

  type Lacking = [code: string, change: Environment, file: Parameters<LiveHouse['environment']>[1]];
  test.each<Lacking>([
    ['operator', {}, { operator: null }],
    ['licence', {}, { licence: null }],
    ['countries', { TERCET_COUNTRIES: '' }, {}],
    ['identity', { TERCET_IDENTITY: 'none' }, {}],
    ['identity', { TERCET_IDENTITY: 'sandbox', ...SANDBOX }, {}],
    ['beacon', { TERCET_BEACON: 'local' }, {}],
    ['beacon', { TERCET_BEACON: 'auto' }, {}],
    ['witnesses', { TERCET_WITNESSES: '' }, {}],
    ['payments', { TERCET_PAYMENTS: 'none' }, {}],
    ['payments', { TERCET_ADYEN_ENVIRONMENT: 'test' }, {}],
    ['payments', { TERCET_PAYMENTS: 'sandbox', ...SANDBOX }, {}],
    ['tls', { TERCET_ORIGINS: 'http://club.example' }, {}],
    ['tls', { TERCET_ORIGINS: 'https://club.example,http://other.example' }, {}],
    ['tls', { TERCET_ORIGINS: 'https://club.example/pages' }, {}],
    ['funds', {}, { funds: { text: 'Apart.', link: null } }],
    ...['funds', 'complaints', 'privacy'].map((name): Lacking => [name, {}, { [name]: null }]),
  ])('that lacks its %s alone (%j %j) is refused for it', async (code, change, file) => {
    expect(await refusal(live.environment(change, file))).toEqual([code]);
  });

  test('that names no age, no addresses, or no agreement of its own is refused for it', async () => {
    const { TERCET_AGREEMENT_FILE: _agreement, ...ofPlay } = live.environment();
    expect(await refusal(ofPlay)).toEqual(['agreement']);
    const { TERCET_AGE_MIN: _age, ...ageless } = live.environment();
    expect(await refusal(ageless)).toEqual(['age']);
    const { TERCET_ORIGINS: _origins, ...anywhere } = live.environment();
    expect(await refusal(anywhere)).toEqual(['tls']);
    const { TERCET_LIVE_FILE: _file, ...silent } = live.environment();
    expect(await refusal(silent)).toEqual(['operator', 'licence', 'witnesses', 'funds', 'complaints', 'privacy']);
  });

  test('lets nobody in below 18, nor reads what it cannot mean', async () => {
    expect(() => readConfig(live.environment({ TERCET_AGE_MIN: '17' }))).toThrow('TERCET_AGE_MIN: is below 18');
    expect(() => readConfig(live.environment({ TERCET_COUNTRIES: 'DE,Spain' }))).toThrow('SPAIN is no country');
    expect(
      await refusal(live.environment({}, { licence: { number: '1', authority: 'A', link: 'http://a.example' } })),
    ).toMatch(/house-\d+\.json: licence\.link: is no address that begins with https:/);
  });
});

describe('the keys of a live house', () => {
  const FILES = ['book-key.pem', 'receipt-key.pem', 'encryption-keys.json', 'finance-pepper.json', 'person-key'];

  test.each(FILES)('%s is not made anew where it is not there', async (file) => {
    const path = join(live.keysDir, file);
    renameSync(path, `${path}.away`);
    expect(await refusal(live.environment())).toEqual(['keys']);
    renameSync(`${path}.away`, path);
    expect(await refusal(live.environment())).toEqual([]);
  });

  test.each(FILES)('%s is for the server’s user alone, or for its group to read', async (file) => {
    const path = join(live.keysDir, file);
    for (const mode of [0o604, 0o601, 0o620, 0o660]) {
      chmodSync(path, mode);
      expect([mode, await refusal(live.environment())]).toEqual([mode, ['keys']]);
    }
    // As clusters mount files for a process that is not root.
    chmodSync(path, 0o440);
    expect(await refusal(live.environment())).toEqual([]);
    chmodSync(path, 0o600);
  });

  test.each(['film-key', 'vapid-keys.json'])('%s may be missing, and is looked at where it is there', async (file) => {
    const path = join(live.keysDir, file);
    rmSync(path, { force: true });
    expect(await refusal(live.environment())).toEqual([]);
    writeFileSync(path, 'a key', { mode: 0o600 });
    expect(await refusal(live.environment())).toEqual([]);
    chmodSync(path, 0o604);
    expect(await refusal(live.environment())).toEqual(['keys']);
    rmSync(path);
  });

  test('lie neither in a database’s folder nor where the book is copied to', async () => {
    const cluster = join(live.keysDir, '..', 'PG_VERSION');
    writeFileSync(cluster, '18');
    expect(await refusal(live.environment())).toEqual(['keys']);
    rmSync(cluster);
    expect(await refusal(live.environment({ TERCET_BOOK_STORE: join(live.keysDir, '..') }))).toEqual(['keys']);
    const elsewhere = `${live.keysDir}-book`;
    mkdirSync(elsewhere);
    expect(await refusal(live.environment({ TERCET_BOOK_STORE: elsewhere }))).toEqual([]);
  });
});

describe('a witness does not count', () => {
  /** The three witnesses with the last one changed. */
  async function withThird(change: { name?: string; url?: string; operator?: string | null }) {
    const [one, two, three] = live.witnesses;
    if (!one || !two || !three) throw new Error('three witnesses');
    const vkey = change.name === undefined ? three.vkey : verifierKey(change.name);
    const all = [one.address, two.address, { vkey, url: change.url ?? three.address.url }];
    const file = houseFileOf(all);
    const third = file.witnesses[2];
    const operator = change.operator === undefined ? third?.operator : change.operator;
    const witnesses = [...file.witnesses.slice(0, 2), ...(operator === null ? [] : [{ key: vkey, operator }])];
    return refusal(
      live.environment({ TERCET_WITNESSES: all.map((each) => `${each.vkey}=${each.url}`).join(',') }, { witnesses }),
    );
  }

  test('that is somebody else’s is taken', async () => {
    expect(await withThird({ name: 'w9.elsewhere.example' })).toEqual([]);
  });

  test.each([
    ['of the house’s own operator', { operator: 'club of examples, ltd.' }],
    ['that lies with the house', { url: 'https://witness.club.example' }],
    ['whose key bears the house’s name', { name: 'club.example/w3' }],
    ['of an operator that runs another already', { operator: 'LAMPLIGHT  TRUST' }],
    ['on the host of another', { url: 'http://127.0.0.1:9' }],
    ['whose key bears the host of another', { name: 'more.w1.lamplight.example' }],
    ['of nobody', { operator: null }],
  ])('%s', async (_what, change) => {
    expect(await withThird(change)).toEqual(['witnesses']);
  });
});

describe('the doctor', () => {
  test('prints each lack with what, why and how, and ends badly', async () => {
    const environment = live.environment({ TERCET_IDENTITY: 'none' }, { funds: null });
    const { code, stdout } = await runClub(['doctor'], environment);
    const lines = stdout.trim().split('\n');
    expect(code).toBe(1);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^identity +identity provider: .* Why: .* How: TERCET_IDENTITY=veriff/);
    expect(lines[2]).toMatch(/^funds +funds-protection statement with its rating: .* Why: .* How: .*TERCET_LIVE_FILE/);
  });

  test('says so where nothing is lacking', async () => {
    expect(await runClub(['doctor'], live.environment())).toMatchObject({
      code: 0,
      stdout: 'All go-live checks pass.\n',
    });
  });

  test('tells programs by JSON', async () => {
    const { code, stdout } = await runClub(['doctor', '--json'], live.environment({ TERCET_BEACON: 'local' }));
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      mode: 'live',
      failed: [expect.objectContaining({ code: 'beacon', fault: expect.any(String), ask: expect.any(String) })],
    });
  });
});

describe('a house for play', () => {
  let club: Club;
  beforeAll(async () => {
    club = await openClub();
  });
  afterAll(() => club.close());

  function play(): Environment {
    return { ...live.environment(), TERCET_OWNER_URL: club.database.ownerUrl, ...roleEnvironment(club.database) };
  }

  test('is what one gets out of the box', async () => {
    const database: TestDatabase = await createTestDatabase();
    const db = openDb(openPool({ url: database.ownerUrl, connectionsMax: 1 }));
    await makeHouse(db);
    expect(await db.selectFrom('house.house').select(['mode', 'currency']).execute()).toEqual([
      { mode: 'play', currency: 'PLAY' },
    ]);
    await db.destroy();
    await database.drop();
  });

  test('is well by the doctor, and shows no licence whatever its file says', async () => {
    expect(await runClub(['doctor'], play())).toMatchObject({ code: 0, stdout: expect.stringContaining('play house') });
    const api = await startApi(readConfig({ ...play(), TERCET_PAYMENTS: 'none', TERCET_IDENTITY: 'none' }));
    expect(await houseOf(api.address)).toMatchObject({ mode: 'play', licence: null, funds: null, complaintBody: null });
    await api.stop();
  });

  test('cannot be turned live by the server, nor be replaced', async () => {
    const app = new pg.Client({ connectionString: club.database.urls.api });
    await app.connect();
    for (const change of [`mode = 'live'`, `currency = 'EUR'`, 'exponent = 0']) {
      await expect(app.query(`update house.house set ${change}`)).rejects.toThrow('permission denied');
    }
    await expect(app.query('delete from house.house')).rejects.toThrow('permission denied');
    await app.end();
    const { db } = club;
    const house = { name: 'L', origin: 'l.example/book', mode: 'live', currency: 'EUR', exponent: 2 } as const;
    await transaction(db, (tx) =>
      createHouse(tx, { ...house, locale: 'en', startingCredits: 0n, supportHours: '24/7' }),
    );
    expect(await db.selectFrom('house.house').select('mode').execute()).toEqual([{ mode: 'play' }]);
  });

  test('with play credits in its ledger does not open as a live one, though somebody with all rights turned it', async () => {
    await club.member();
    await club.owner.query(`update house.house set mode = 'live'`);
    await expect(openHouse(club.db, readConfig(play()))).rejects.toThrow('fresh-house');
    await club.owner.query(`update house.house set mode = 'play'`);
  });

  test('keeps its mode for ever from its first table on, whoever asks', async () => {
    await club.openTable({ key: 'dice-60', periodSeconds: 60 });
    const turned = club.owner.query(`update house.house set mode = 'live'`);
    await expect(turned).rejects.toMatchObject({ code: '23503' });
    await expect(club.owner.query('delete from house.house')).rejects.toMatchObject({ code: '23503' });
    const table = `update lottery.odds_table set mode = 'live'`;
    await expect(club.owner.query(table)).rejects.toThrow('live_table_is_public');
  });
});
