import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReadCounter } from '../../src/http/read-limits.ts';
import { call, openServer, placeOver, slipBody, type TestServer } from '../http/server.ts';
import { type Ground, openGround } from './ground.ts';

// Reads are rate-limited by cost: first per address, before any query, and then per caller. Bets are exempt.

const OF_ADDRESS = 200;
const OF_CALLER = 40;
/** Cost of `/api/me`. */
const OF_ME = 2;
/** Limits per hour, so that even a slow test stays inside one window. */
const READS = { perAddressMax: OF_ADDRESS / 60, perCallerMax: OF_CALLER / 60, windowMs: 3_600_000 };

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
}, 120_000);
afterAll(() => ground.close());

/** A server with empty counters, behind a trusted proxy. */
async function fresh<T>(act: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await openServer(ground.club, { reads: READS, trustProxy: '127.0.0.1' });
  try {
    return await act(server);
  } finally {
    await server.stop();
  }
}

async function statuses(times: number, ask: () => Promise<Response>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let n = 0; n < times; n++) {
    const answer = await ask();
    await answer.arrayBuffer();
    counts[answer.status] = (counts[answer.status] ?? 0) + 1;
  }
  return counts;
}

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

describe('who reads like a machine', () => {
  test('from one address gets the time to retry; others continue to read, and the member may still bet', async () => {
    await fresh(async (server) => {
      const here = from('198.51.100.7');
      const cookie = (await ground.cookieOf('member')) ?? '';
      const all = await statuses(OF_ADDRESS + 50, () => call(server, '/api/clock', here));
      expect(all).toEqual({ 200: OF_ADDRESS, 429: 50 });
      const refused = await call(server, '/api/clock', here);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(await refused.json()).toMatchObject({
        code: 'throttled',
        params: { retryAfterSeconds: expect.any(Number) },
      });
      expect((await call(server, '/api/clock', from('198.51.100.8'))).status).toBe(200);
      const body = slipBody(ground.table, [{ bet: 'odd', stakeMinor: 100n }]);
      const headers = { 'idempotency-key': crypto.randomUUID(), ...here.headers };
      expect((await call(server, '/api/slips', { body, cookie, headers })).status).toBe(201);
    });
  });

  test('with one session, or many of one member, from many addresses, is told the same; another member is not', async () => {
    await fresh(async (server) => {
      const [one, other] = [await ground.cookieOf('member'), await ground.cookieOf('member')] as [string, string];
      let n = 0;
      const ask = (cookie: string) => () => call(server, '/api/me', { cookie, ...from(`203.0.113.${n++ % 200}`) });
      const all = await statuses(OF_CALLER + 20, ask(one));
      expect(all).toEqual({ 200: OF_CALLER / OF_ME, 429: OF_CALLER + 20 - OF_CALLER / OF_ME });
      expect((await ask(other)()).status).toBe(200);
      const member = { cookie: one } as Parameters<typeof placeOver>[1];
      const placed = await placeOver(server, member, slipBody(ground.table, [{ bet: 'odd', stakeMinor: 100n }]));
      expect(placed.status).toBe(201);
      const staff = (await ground.cookieOf('auditor')) ?? '';
      const ofStaff = await statuses(OF_CALLER + 20, () => call(server, '/api/console/me', { cookie: staff }));
      expect(ofStaff).toEqual({ 200: OF_CALLER, 429: 20 });
    });
  });

  test('has spent it sooner by what costs more: long answers, and those that take long to make', async () => {
    await fresh(async (server) => {
      const answered = async (address: string, path: string, encoding = 'identity') => {
        const headers = { 'x-forwarded-for': address, 'accept-encoding': encoding };
        const all = await statuses(OF_ADDRESS + 1, () => call(server, path, { headers }));
        return all[200] ?? 0;
      };
      expect(await answered('198.51.100.20', '/api/clock')).toBe(OF_ADDRESS);
      expect(await answered('198.51.100.21', '/api/house')).toBe(OF_ADDRESS / 4);
      // Half a megabyte costs 15 units of 32 kB; compressed it costs one.
      expect(await answered('198.51.100.22', '/api/openapi.json')).toBeLessThan(OF_ADDRESS / 12);
      expect(await answered('198.51.100.23', '/api/openapi.json', 'br')).toBeGreaterThan(OF_ADDRESS / 4);
    });
  });

  test('asks nothing of the database beyond the bound', async () => {
    await fresh(async (server) => {
      const here = from('198.51.100.9');
      await statuses(OF_ADDRESS + 1, () => call(server, '/api/clock', here));
      // Block the query for the session, so that a request that reaches it would wait.
      const cookie = (await ground.cookieOf('member')) ?? '';
      const holder = await ground.club.owner.connect();
      await holder.query('begin');
      await holder.query('lock table members.session in access exclusive mode');
      const answer = await call(server, '/api/me', { cookie, ...here });
      await holder.query('commit');
      holder.release();
      expect(answer.status).toBe(429);
    });
  });
});

describe('the counter', () => {
  test('begins anew every ten seconds, and says how long that takes', () => {
    let nowMs = 0;
    const counter = createReadCounter(10_000, () => nowMs);
    for (let n = 0; n < 10; n++) expect(counter.take('a', 60, 1)).toBeNull();
    expect(counter.take('a', 60, 1)).toBe(10);
    expect(counter.take('b', 60, 1)).toBeNull();
    nowMs = 8_500;
    expect(counter.take('a', 60, 1)).toBe(2);
    nowMs = 10_000;
    expect(counter.take('a', 60, 1)).toBeNull();
  });

  test('takes what a call costs, and lets one through as long as anything is left', () => {
    const counter = createReadCounter(10_000, () => 0);
    expect(counter.take('a', 60, 7)).toBeNull();
    expect(counter.take('a', 60, 7)).toBeNull();
    expect(counter.take('a', 60, 1)).toBe(10);
    counter.takeMore('b', 100);
    expect(counter.take('b', 60, 1)).toBeNull();
    counter.takeMore('b', 9);
    expect(counter.take('b', 60, 1)).toBe(10);
  });

  test('what is refused is not taken', () => {
    let nowMs = 0;
    const counter = createReadCounter(10_000, () => nowMs);
    for (let n = 0; n < 1_000; n++) counter.take('a', 60, 20);
    nowMs = 10_000;
    expect(counter.take('a', 60, 1)).toBeNull();
  });

  test('keeps a bounded number of names, whoever asks', () => {
    const counter = createReadCounter(10_000, () => 0);
    for (let n = 0; n < 400_001; n++) counter.take(`a${n}`, 60, 1);
    // The counter has been reset in between; its size stays bounded.
    for (let n = 0; n < 10; n++) expect(counter.take('b', 60, 1)).toBeNull();
    expect(counter.take('b', 60, 1)).toBe(10);
  });
});
