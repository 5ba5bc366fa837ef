import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLog } from '../../src/process/log.ts';
import { call, openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { openStream } from '../live/stream-client.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const GIVEN = '01JDD4M3Z8.front-7_a';

let club: Club;
let table: OpenTable;
let member: SignedIn;
let open: TestServer;
let behindProxy: TestServer;
let lines: Record<string, unknown>[] = [];
const log = openLog(
  'debug',
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(
        ...chunk
          .toString()
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      );
      done();
    },
  }),
);
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  member = await signIn(club, await club.member());
  open = await openServer(club, {}, { log });
  behindProxy = await openServer(club, { trustProxy: '10.0.0.0/8, 127.0.0.1' }, { log });
}, 120_000);
afterAll(async () => {
  await Promise.all([open.stop(), behindProxy.stop()]);
  await club.close();
});

async function idOf(server: TestServer, path: string, given?: string): Promise<string | null> {
  const answer = await call(server, path, given === undefined ? {} : { headers: { 'x-request-id': given } });
  return answer.headers.get('x-request-id');
}

describe('a request has an id', () => {
  test('of its own on each kind of answer', async () => {
    const paths = ['/api/house', '/', '/assets/index-abc123.js', '/api/nothing', '/api/me', '/%'];
    const ids = await Promise.all(paths.map((path) => idOf(open, path)));
    for (const [index, id] of ids.entries())
      expect([paths[index], id]).toEqual([paths[index], expect.stringMatching(UUID)]);
    expect(new Set(ids).size).toBe(paths.length);
  });

  test('on an event stream, and on an answer to what is no HTTP', async () => {
    for (const head of ['GET /api/stream HTTP/1.1\r\nhost: a\r\n\r\n', 'nonsense\r\n\r\n']) {
      const socket = connect(Number(new URL(open.address).port), '127.0.0.1');
      socket.write(head);
      const [chunk] = await once(socket, 'data');
      expect(/^x-request-id: (\S+)\r$/m.exec(String(chunk))?.[1]).toMatch(UUID);
      socket.destroy();
    }
  });

  test('that a trusted proxy gave, where it is one', async () => {
    expect(await idOf(behindProxy, '/api/house', GIVEN)).toBe(GIVEN);
    for (const bad of [
      'short',
      'x'.repeat(65),
      'has spaces in it',
      '"quoted-and-more"',
      '-begins-oddly',
      'größer-ist-es',
    ])
      expect(await idOf(behindProxy, '/api/house', encodeURI(bad) === bad ? bad : bad.replace(/[^ -~]/g, '?'))).toMatch(
        UUID,
      );
  });

  test('that nobody else can choose', async () => {
    expect(await idOf(open, '/api/house', GIVEN)).toMatch(UUID);
  });
});

test('a problem names its request, and so does each line of the log about it, faults included', async () => {
  lines = [];
  await club.owner.query('alter table house.payment_logo rename to gone');
  const answer = await call(behindProxy, '/api/payment-logos', { headers: { 'x-request-id': GIVEN } });
  await club.owner.query('alter table house.gone rename to payment_logo');
  expect(await answer.json()).toMatchObject({ code: 'internal', instance: `urn:tercet:request:${GIVEN}` });
  await expect.poll(() => lines.length).toBeGreaterThan(1);
  expect(lines).toMatchObject([
    { level: 'error', requestId: GIVEN, msg: 'unexpected error', err: { code: '42P01' } },
    { level: 'debug', requestId: GIVEN, msg: 'request completed', route: '/api/payment-logos', status: 500 },
  ]);
});

test('a slip and its refusal are answered with it, too', async () => {
  await club.at(club.clock.nowMs());
  const placed = await placeOver(open, member, slipBody(table, [{ bet: 'big', stakeMinor: 100n }]));
  expect([placed.status, placed.headers.get('x-request-id')]).toEqual([201, expect.stringMatching(UUID)]);
  const refused = await placeOver(open, member, slipBody(table, []));
  const { instance } = (await refused.json()) as { instance: string };
  expect(instance).toBe(`urn:tercet:request:${refused.headers.get('x-request-id')}`);
});

test('the log knows the route, and nothing of who called or what was sent', async () => {
  lines = [];
  const canary = 'canary-of-the-log';
  await call(open, `/api/lotteries/${canary}?secret=${canary}`, { cookie: `${member.cookie}; other=${canary}` });
  await call(open, '/api/session', { body: { userName: canary, password: canary } });
  const stream = await openStream(open.address, { cookie: member.cookie });
  stream.socket.destroy();
  log.warn({ password: canary, body: { token: canary, deep: { financePassword: canary } } }, 'handed over by mistake');
  await expect.poll(() => lines.length).toBeGreaterThan(3);
  const written = JSON.stringify(lines);
  expect(written).not.toContain(canary);
  expect(written).not.toContain(member.userName);
  expect(written).not.toContain(member.memberId);
  expect(written).not.toContain(member.cookie.split('=')[1]);
  expect(lines.every((line) => typeof line.time === 'string' && typeof line.level === 'string')).toBe(true);
});

test('what is told in each answer is in the API document', async () => {
  const document = (await (await call(open, '/api/openapi.json')).json()) as {
    components: { schemas: { Problem: { required: string[] } } };
  };
  expect(document.components.schemas.Problem.required).toContain('instance');
});
