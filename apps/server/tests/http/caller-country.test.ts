import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { type Club, openClub } from '../kit/club.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from './server.ts';

const HEADER = 'x-test-country';
const SETTINGS: Partial<Config> = {
  countryHeader: 'X-Test-Country',
  trustProxy: '127.0.0.1',
  payments: { kind: 'sandbox', url: 'http://127.0.0.1:1', secret: 'a secret that opens nothing' },
  admission: { ageMin: 18, countries: ['MN', 'KR'] },
};

let club: Club;
let server: TestServer;
let mira: SignedIn;
beforeAll(async () => {
  club = await openClub();
  server = await openServer(club, SETTINGS);
  mira = await signIn(club, await club.member());
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

type Headers = Record<string, string>;

async function codeOf(answer: Response): Promise<string> {
  return answer.ok ? 'done' : ((await answer.json()) as { code: string }).code;
}

async function register(headers: Headers, at: { address: string } = server): Promise<string> {
  const form = {
    userName: 'newcomer',
    password: 'long enough for all',
    inviteCode: 'AAAA-BBBB',
    birthDate: '1990-01-01',
  };
  return codeOf(await call(at, '/api/members', { body: { ...form, agreementVersion: 1 }, headers }));
}

async function topUp(headers: Headers): Promise<string> {
  const more = { 'idempotency-key': randomUUID(), ...headers };
  const body = { amountMinor: '1000' };
  return codeOf(await call(server, '/api/me/top-ups', { body, cookie: mira.cookie, headers: more }));
}

describe('where the edge names the country of an address', () => {
  test.each<[string, Headers]>([
    ['another country', { [HEADER]: 'FR' }],
    ['no header', {}],
    ['an empty header', { [HEADER]: '' }],
    ['an unknown country', { [HEADER]: 'XX' }],
    ['an anonymous network', { [HEADER]: 'T1' }],
    ['two countries', { [HEADER]: 'MN, FR' }],
  ])('%s can neither register nor top up', async (_, headers) => {
    expect([await register(headers), await topUp(headers)]).toEqual(['place-not-served', 'place-not-served']);
  });

  test.each(['MN', 'kr', ' mn '])('%s can', async (country) => {
    // What is refused now is the invite and the missing name.
    expect(await register({ [HEADER]: country })).toBe('invite-bad');
    expect(await topUp({ [HEADER]: country })).not.toBe('place-not-served');
  });

  test('house rule 5: no country closes the way out, nor what only reads', async () => {
    const headers = { [HEADER]: 'FR', 'idempotency-key': randomUUID() };
    const body = { amountMinor: '1000', financePassword: '1234' };
    const out = await codeOf(await call(server, '/api/me/withdrawals', { body, cookie: mira.cookie, headers }));
    expect(out).not.toBe('place-not-served');
    expect((await call(server, '/api/me/wallet', { cookie: mira.cookie, headers: { [HEADER]: 'FR' } })).status).toBe(
      200,
    );
  });
});

test('a peer that is no trusted proxy cannot name its country', async () => {
  const open = await openServer(club, { ...SETTINGS, trustProxy: false });
  expect(await register({ [HEADER]: 'MN' }, open)).toBe('place-not-served');
  await open.stop();
});

test('without a header or without countries, nothing is compared', async () => {
  for (const settings of [{ countryHeader: null }, { admission: { ageMin: 18, countries: [] } }]) {
    const open = await openServer(club, { ...SETTINGS, ...settings });
    expect(await register({ [HEADER]: 'FR' }, open)).toBe('invite-bad');
    await open.stop();
  }
});
