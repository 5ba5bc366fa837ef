import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXIT_CODES } from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DishonestClub, LIES } from '../../../../dev/dishonest-club/index.ts';
import { type Ran, tercet } from '../../../../packages/verify/tests/kit/command.ts';
import { readLogKeys } from '../../src/book/log-key.ts';
import { signTreeHeads } from '../../src/book/sign.ts';
import { DAY_MS, HOUR_MS } from '../../src/durations.ts';
import { publishLiabilities } from '../../src/jobs/publish-liabilities.ts';
import { type KeysFolder, keysFolder, signDeps } from '../book/book-kit.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { EXPECTED } from './expected.ts';

const MIDNIGHT_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS;
const OWED = '5000';

let club: Club;
let keys: KeysFolder;
let server: TestServer;
let member: SignedIn;
let dishonest: DishonestClub;
let folder: string;
let logKey: string;
beforeAll(async () => {
  club = await openClub({ startMs: MIDNIGHT_MS - HOUR_MS });
  keys = keysFolder();
  folder = mkdtempSync(join(tmpdir(), 'tercet-owed-'));
  const table = await club.openTable({ key: 'dice-300', periodSeconds: 300 });
  server = await openServer(club);
  member = await signIn(club, await club.member({ credits: 5_000n }));
  await club.place(member, table, [{ bet: 'big', stakeMinor: 500n }]);
  await club.at(MIDNIGHT_MS + HOUR_MS / 2);
  await publishLiabilities(club.db);
  while ((await signTreeHeads(signDeps(club, keys))) > 0);
  logKey = (await readLogKeys(club.db))[0]?.vkey ?? '';
  dishonest = await DishonestClub.start({ club: server.address });
});
afterAll(async () => {
  await dishonest.close();
  await server.stop();
  await club.close();
  keys.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Verifies a downloaded file like a member who kept their own records. */
async function check(more: readonly string[] = ['--user', member.userName, '--owed', OWED]): Promise<Ran> {
  const answer = await call({ address: dishonest.url }, '/api/me/owed', { cookie: member.cookie });
  const file = join(folder, 'owed.json');
  writeFileSync(file, await answer.text());
  const state = mkdtempSync(join(folder, 'state-'));
  const base = ['liabilities', file, '--club', dishonest.url, '--log-key', logKey, '--state', state, '--json'];
  return tercet([...base, ...more], MIDNIGHT_MS + 2 * HOUR_MS);
}

test('an honest proof holds but for the time, which no witness tells', async () => {
  dishonest.tell(null);
  const { code, json } = await check();
  expect([code, json.verdict, json.timeGaps]).toEqual([3, 'time-not-proven', ['no-witnesses']]);
  expect(json.steps?.every((step) => step.state === 'ok')).toBe(true);
});

test('without the member’s own records it is incomplete', async () => {
  dishonest.tell(null);
  const { code, json } = await check([]);
  expect([code, json.verdict]).toEqual([6, 'incomplete']);
  expect(json.missing).toMatchObject([{ reason: 'not-compared', from: 'reader' }]);
});

test('another balance in the member’s own records is a breach', async () => {
  dishonest.tell(null);
  expect((await check(['--user', member.userName, '--owed', '4999'])).code).toBe(1);
});

describe.each(LIES.filter(({ name }) => EXPECTED[name]?.owed !== undefined))('$name: it $does', ({ name }) => {
  const expected = EXPECTED[name]?.owed;
  test(`is found: ${String(expected)}`, async () => {
    dishonest.tell(name);
    const { code, json } = await check();
    if (expected === 'unusable') expect([code, json.verdict]).toEqual([2, null]);
    else expect([json.verdict, code]).toEqual([expected, EXIT_CODES[expected as 'breach']]);
  });
});
