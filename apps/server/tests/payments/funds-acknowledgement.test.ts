import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MembersDeps } from '../../src/members/deps.ts';
import { call, type SignedIn } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { FINANCE_PASSWORD } from '../kit/persons.ts';
import { openWallet, readySignedIn, serveWallet, type TestWallet } from '../kit/wallet.ts';

type Stated = MembersDeps['house']['funds'];

const BASIC: Stated = { version: '00000000000000aa', rating: 'basic' };
const HIGH: Stated = { version: '00000000000000bb', rating: 'high' };

let club: Club;
let wallet: TestWallet;
let server: { address: string; stop(): Promise<void> };
let mira: SignedIn;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  server = await serveWallet(club, wallet);
});
beforeEach(async () => {
  state(BASIC);
  mira = await readySignedIn(club, wallet, { credits: 100_000n });
});
afterAll(async () => {
  await server.stop();
  wallet.close();
  await club.close();
});

/** As after a start with another house file. */
function state(funds: Stated): void {
  wallet.members.house.funds = funds;
}

async function codeOf(path: string, body: object): Promise<string> {
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await call(server, path, { body, cookie: mira.cookie, headers });
  return answer.ok ? 'done' : ((await answer.json()) as { code: string }).code;
}

const topUp = () => codeOf('/api/me/top-ups', { amountMinor: '10000' });
const acknowledge = (stated: Stated) => codeOf('/api/me/funds-acknowledgement', { version: stated?.version });

async function asked(): Promise<string | null> {
  const answer = await call(server, '/api/me/wallet', { cookie: mira.cookie });
  return ((await answer.json()) as { topUp: { fundsVersion: string | null } }).topUp.fundsVersion;
}

async function stored() {
  const query = 'select version, rating, at from members.funds_acknowledgement where member_id = $1 order by at';
  return (await club.owner.query(query, [mira.memberId])).rows;
}

test('no top-up starts until the member acknowledged how money is protected; then none asks', async () => {
  expect([await asked(), await topUp()]).toEqual([BASIC?.version, 'funds-unacknowledged']);
  const at = new Date(club.clock.nowMs());
  expect([await acknowledge(BASIC), await acknowledge(BASIC)]).toEqual(['done', 'done']);
  expect(await stored()).toEqual([{ ...BASIC, at }]);
  expect([await asked(), await topUp(), await topUp()]).toEqual([null, 'done', 'done']);
});

test('a changed statement or rating is acknowledged again, also one that was there before', async () => {
  await acknowledge(BASIC);
  expect(await topUp()).toBe('done');
  for (const next of [HIGH, BASIC]) {
    await club.clock.forward(1_000);
    state(next);
    expect([await asked(), await topUp()]).toEqual([next?.version, 'funds-unacknowledged']);
    expect([await acknowledge(next), await topUp()]).toEqual(['done', 'done']);
  }
  expect((await stored()).map(({ rating }) => rating)).toEqual(['basic', 'high', 'basic']);
});

test('only the statement that the house makes now can be acknowledged', async () => {
  expect(await acknowledge(HIGH)).toBe('funds-unacknowledged');
  expect(await codeOf('/api/me/funds-acknowledgement', { version: '' })).toBe('funds-unacknowledged');
  expect(await stored()).toEqual([]);
});

test('a house without a funds statement requires no acknowledgement', async () => {
  state(null);
  expect([await asked(), await topUp(), await acknowledge(BASIC)]).toEqual([null, 'done', 'not-found']);
});

test('a withdrawal never asks', async () => {
  expect(await codeOf('/api/me/withdrawals', { amountMinor: '40000', financePassword: FINANCE_PASSWORD })).toBe('done');
});
