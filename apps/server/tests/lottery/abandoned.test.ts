import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS } from '../../src/durations.ts';
import { deleteAbandonedKeys } from '../../src/jobs/delete-abandoned-keys.ts';
import { ABANDONED_MAX } from '../../src/lottery/abandon-slip.ts';
import { call, openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { openTransaction, untilSomebodyWaits } from '../kit/locks.ts';

// A phone without an answer gives its slip up. It learns that the slip was accepted, or the slip never will be.

const CREDITS = 100_000n;
const STAKE = 1_000n;

let club: Club;
let table: OpenTable;
/** Two server processes on one database. */
let servers: [TestServer, TestServer];
let mira: SignedIn;
let key: string;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-3600', periodSeconds: 3_600 });
  servers = [await openServer(club), await openServer(club)];
});
beforeEach(async () => {
  mira = await newMember();
  key = randomUUID();
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await club.close();
});

async function newMember(): Promise<SignedIn> {
  return signIn(club, await club.member({ credits: CREDITS }));
}

const place = (server: TestServer, member = mira, of = key): Promise<Response> =>
  placeOver(server, member, slipBody(table, [{ bet: 'big', stakeMinor: STAKE }]), of);

const abandon = (server: TestServer, member = mira, of = key): Promise<Response> =>
  call(server, `/api/receipts/${of}`, { method: 'DELETE', cookie: member.cookie });

async function stateOf({ memberId }: SignedIn) {
  const { rows } = await club.owner.query(
    `select available::text, (select count(*)::integer from lottery.slip s where s.member_id = b.member_id) as slips,
      (select count(*)::integer from lottery.abandoned_key a where a.member_id = b.member_id) as abandoned
     from ledger.balance b where member_id = $1`,
    [memberId],
  );
  return rows[0];
}

const UNTOUCHED = { available: String(CREDITS), slips: 0 };
const PLACED = { available: String(CREDITS - STAKE), slips: 1, abandoned: 0 };

/** Runs `send` for each server while the member's balance is locked, each once the one before waits for it. */
async function inOrder(...sends: (() => Promise<Response>)[]): Promise<Response[]> {
  const held = await openTransaction(club.owner);
  const answers: Promise<Response>[] = [];
  try {
    await held.client.query('select from ledger.balance where member_id = $1 for update', [mira.memberId]);
    for (const send of sends) {
      answers.push(send());
      await untilSomebodyWaits(club.owner, answers.length);
    }
  } finally {
    await held.rollback();
  }
  return Promise.all(answers);
}

describe('a slip that was given up', () => {
  test('is that of one member and key: other slips of theirs, of a neighbour and under the same key are taken', async () => {
    const bucket = 7;
    mira = await signIn(club, await club.member({ credits: CREDITS, bucket }));
    const neighbour = await signIn(club, await club.member({ credits: CREDITS, bucket }));
    expect((await abandon(servers[0])).status).toBe(204);
    expect((await place(servers[0], mira, randomUUID())).status).toBe(201);
    expect((await place(servers[0], neighbour, randomUUID())).status).toBe(201);
    expect((await place(servers[0], neighbour)).status).toBe(201);
    expect((await place(servers[0], await newMember())).status).toBe(201);
    expect((await place(servers[0])).status).toBe(409);
  });

  test.each([
    ['the same', 0],
    ['another', 1],
  ] as const)('is refused when it arrives late at %s process, and costs nothing', async (_, late) => {
    expect((await abandon(servers[0])).status).toBe(204);
    const answer = await place(servers[late]);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'key-abandoned' });
    expect(await stateOf(mira)).toEqual({ ...UNTOUCHED, abandoned: 1 });
    expect((await call(servers[late], `/api/receipts/${key}`, { cookie: mira.cookie })).status).toBe(404);
  });

  test('stays refused however often it is sent and given up, and another key takes its place', async () => {
    for (const server of [...servers, ...servers]) {
      expect((await abandon(server)).status).toBe(204);
      expect((await place(server)).status).toBe(409);
    }
    expect((await place(servers[0], mira, randomUUID())).status).toBe(201);
    expect(await stateOf(mira)).toEqual({ ...PLACED, abandoned: 1 });
  });

  test('is found if it was accepted, by either process and again', async () => {
    const placed = await (await place(servers[0])).json();
    for (const server of [...servers, ...servers]) {
      const answer = await abandon(server);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual(placed);
    }
    expect(await (await place(servers[1])).json()).toEqual(placed);
    expect(await stateOf(mira)).toEqual(PLACED);
  });
});

describe('while another process judges the slip', () => {
  test('giving it up waits, and finds it accepted', async () => {
    const [placed, found] = await inOrder(
      () => place(servers[0]),
      () => abandon(servers[1]),
    );
    expect([placed?.status, found?.status]).toEqual([201, 200]);
    expect(await stateOf(mira)).toEqual(PLACED);
  });

  test('a slip that comes behind waits, and is refused', async () => {
    const [gone, placed] = await inOrder(
      () => abandon(servers[1]),
      () => place(servers[0]),
    );
    expect([gone?.status, placed?.status]).toEqual([204, 409]);
    expect(await stateOf(mira)).toEqual({ ...UNTOUCHED, abandoned: 1 });
  });

  test('of many at once on both, each is either accepted and found, or given up and refused', async () => {
    const rounds = Array.from({ length: 20 }, async (_, index) => {
      const member = await newMember();
      const [one, other] = index % 2 === 0 ? servers : [servers[1], servers[0]];
      const [placed, gone] = await Promise.all([place(one, member), abandon(other, member)]);
      const isPlaced = placed.status === 201;
      expect([placed.status, gone.status]).toEqual(isPlaced ? [201, 200] : [409, 204]);
      expect(await stateOf(member)).toEqual(isPlaced ? PLACED : { ...UNTOUCHED, abandoned: 1 });
    });
    await Promise.all(rounds);
  });
});

describe('giving a slip up', () => {
  test('concerns no other member: neither their accepted slip nor one that comes later', async () => {
    const anton = await newMember();
    const later = randomUUID();
    expect((await place(servers[0])).status).toBe(201);
    expect((await abandon(servers[0], anton)).status).toBe(204);
    expect((await abandon(servers[0], anton, later)).status).toBe(204);
    expect((await abandon(servers[1])).status).toBe(200);
    expect((await place(servers[1], mira, later)).status).toBe(201);
    expect(await stateOf(anton)).toEqual({ ...UNTOUCHED, abandoned: 2 });
  });

  test.each(['none', '0', keyOf('A'), `${keyOf('a')}0`])('needs a key: %s is none', async (bad) => {
    const answer = await abandon(servers[0], mira, bad);
    expect(answer.status).toBe(400);
    expect(await stateOf(mira)).toEqual({ ...UNTOUCHED, abandoned: 0 });
  });

  test('needs a session', async () => {
    const answer = await call(servers[0], `/api/receipts/${key}`, { method: 'DELETE' });
    expect(answer.status).toBe(401);
  });

  test(`is possible ${ABANDONED_MAX} times in two days, again for one of them, and for an accepted slip`, async () => {
    expect((await place(servers[0])).status).toBe(201);
    const first = randomUUID();
    expect((await abandon(servers[0], mira, first)).status).toBe(204);
    await club.owner.query(
      `insert into lottery.abandoned_key (bucket, member_id, key, at)
       select $1, $2, gen_random_uuid(), clock.now() from generate_series(2, $3)`,
      [mira.bucket, mira.memberId, ABANDONED_MAX],
    );
    const answer = await abandon(servers[0], mira, randomUUID());
    expect(answer.status).toBe(429);
    expect(await answer.json()).toMatchObject({ code: 'throttled' });
    expect((await abandon(servers[0], mira, first)).status).toBe(204);
    expect((await abandon(servers[0])).status).toBe(200);
  });
});

test('abandoned keys are deleted after two days, when the periods of their slips are long over', async () => {
  await abandon(servers[0]);
  const remove = () => transaction(club.jobs, deleteAbandonedKeys);
  await club.clock.forward(2 * DAY_MS);
  await remove();
  expect(await stateOf(mira)).toMatchObject({ abandoned: 1 });
  await club.clock.forward(1);
  expect(await remove()).toBeGreaterThan(0);
  expect(await stateOf(mira)).toMatchObject({ abandoned: 0 });
});

function keyOf(digit: string): string {
  return `${digit.repeat(8)}-0000-4000-8000-000000000000`;
}
