import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import type { LimitKind } from '../../src/members/limits/limit-kinds.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { postAll, transferOf } from '../kit/money.ts';

let club: Club;
let table: OpenTable;
let server: TestServer;
let mira: SignedIn;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-3600', periodSeconds: 3_600 });
  server = await openServer(club);
});
beforeEach(async () => {
  mira = await signIn(club, await club.member());
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

interface LimitsAnswer {
  limits: { kind: LimitKind; usedMinor: string | null; leftMinor: string | null }[];
  promptedAtMs: number | null;
}

async function readLimits(path = '', body?: unknown, member = mira): Promise<LimitsAnswer> {
  const options = { cookie: member.cookie, ...(body === undefined ? {} : { body }) };
  return (await (await call(server, `/api/me/limits${path}`, options)).json()) as LimitsAnswer;
}

const set = (kind: LimitKind, value: bigint) => readLimits('', { kind, value: String(value) });
const bet = (stakeMinor: bigint) => club.place(mira, table, [{ bet: 'big', stakeMinor }]);

async function leftOf(kind: LimitKind): Promise<(string | null)[]> {
  const limit = (await readLimits()).limits.find((one) => one.kind === kind);
  return [limit?.usedMinor ?? null, limit?.leftMinor ?? null];
}

describe('what an own limit leaves', () => {
  test('is what the next slip may stake, to the unit', async () => {
    await set('stake-slip', 900n);
    await set('stake-day', 1_000n);
    await bet(700n);
    expect(await leftOf('stake-slip')).toEqual([null, '900']);
    expect(await leftOf('stake-day')).toEqual(['700', '300']);
    await expect(bet(301n)).rejects.toMatchObject({ code: 'limit-stake-day', params: { leftMinor: '300' } });
    await bet(300n);
    expect(await leftOf('stake-day')).toEqual(['1000', '0']);
  });

  test('of losses is more than the limit where more was won than staked, as the slip has it', async () => {
    await set('loss-day', 1_000n);
    await postAll(club.db, [transferOf(mira, 'payout', 400n, newId())]);
    expect(await leftOf('loss-day')).toEqual(['0', '1400']);
    await club.clock.forward(3_000);
    await bet(1_400n);
    await expect(bet(100n)).rejects.toMatchObject({ code: 'limit-loss', params: { leftMinor: '0' } });
  });

  test('is nothing to tell without one, and of minutes', async () => {
    await set('session', 30n);
    expect((await readLimits()).limits.map(({ leftMinor }) => leftMinor)).toEqual(Array(10).fill(null));
  });
});

test('the question before the first top-up is answered once for an account, the first time counts', async () => {
  expect((await readLimits()).promptedAtMs).toBeNull();
  const answeredAtMs = club.clock.nowMs();
  expect((await readLimits('/prompted', {})).promptedAtMs).toBe(answeredAtMs);
  await club.clock.forward(60_000);
  const otherPhone = await signIn(club, mira);
  expect((await readLimits('/prompted', {}, otherPhone)).promptedAtMs).toBe(answeredAtMs);
  const greta = await signIn(club, await club.member());
  expect((await readLimits('', undefined, greta)).promptedAtMs).toBeNull();
});
