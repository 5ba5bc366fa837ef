import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import { startSession } from '../../src/members/sessions/sessions.ts';
import { call, openServer, type SignedIn, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { openTransaction, untilSomebodyWaits } from '../kit/locks.ts';
import { openStream, type StreamClient } from '../live/stream-client.ts';

const PHONE = 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0';
const LAPTOP = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

let club: Club;
let server: TestServer;
let mira: Identity;
let phone: SignedIn;
let laptop: SignedIn;
const streams: StreamClient[] = [];
beforeAll(async () => {
  club = await openClub();
  server = await openServer(club);
});
beforeEach(async () => {
  mira = await club.member();
  // End the session that the kit has opened.
  await club.owner.query('update members.session set ended_at = now() where member_id = $1', [mira.memberId]);
  phone = await device(mira, PHONE, '203.0.113.7');
  laptop = await device(mira, LAPTOP, '2001:db8::1');
});
afterEach(() => {
  for (const { socket } of streams.splice(0)) socket.destroy();
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

async function device(
  { memberId, userName }: Identity,
  userAgent: string | null,
  address = '192.0.2.1',
  restricted = false,
): Promise<SignedIn> {
  const { token, identity } = await transaction(club.api, (tx) =>
    startSession(tx, { memberId, userName, restricted }, { address, device: userAgent }),
  );
  return { ...identity, cookie: `tercet=${token}` };
}

interface Listed {
  id: string;
  current: boolean;
  device: { browser: string | null; system: string | null };
  address: string | null;
  startedAtMs: number;
  usedAtMs: number;
}

async function list({ cookie }: SignedIn): Promise<{ items: Listed[]; total: number }> {
  const answer = await call(server, '/api/me/sessions', { cookie });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { items: Listed[]; total: number };
}

async function idOf(session: SignedIn): Promise<string> {
  const own = (await list(session)).items.find(({ current }) => current);
  return own?.id ?? '';
}

async function end(by: SignedIn, id: unknown, of: TestServer = server): Promise<number> {
  return (await call(of, '/api/me/sessions/end', { cookie: by.cookie, body: { id } })).status;
}

async function endOthers(by: SignedIn): Promise<number> {
  return (await call(server, '/api/me/sessions/end-others', { method: 'POST', cookie: by.cookie })).status;
}

async function isLive({ cookie }: SignedIn, of: TestServer = server): Promise<boolean> {
  return (await call(of, '/api/me', { cookie })).status === 200;
}

async function watch({ cookie }: SignedIn): Promise<StreamClient> {
  const stream = await openStream(server.address, { cookie });
  streams.push(stream);
  return stream;
}

describe('the list', () => {
  test('has the session that asks first, then the others by their last use, in words', async () => {
    await club.clock.forward(3 * 3_600_000);
    const tablet = await device(mira, 'something of its own');
    const nowMs = club.clock.nowMs();
    const { items, total } = await list(phone);
    expect(total).toBe(3);
    expect(
      items.map(({ current, device: { browser, system }, address }) => [current, browser, system, address]),
    ).toEqual([
      [true, 'Firefox', 'Android', '203.0.113.7'],
      [false, null, null, '192.0.2.1'],
      [false, 'Chrome', 'Windows', '2001:db8::1'],
    ]);
    // The request itself used the phone's session.
    expect(items.map(({ usedAtMs }) => nowMs - usedAtMs)).toEqual([0, 0, 3 * 3_600_000]);
    expect(items.map(({ startedAtMs }) => nowMs - startedAtMs)).toEqual([3 * 3_600_000, 0, 3 * 3_600_000]);
    expect((await list(tablet)).items[0]?.id).toBe(items[1]?.id);
  });

  test('has no session that is over, and none of anybody else', async () => {
    const other = await device(await club.member(), PHONE);
    await call(server, '/api/session', { method: 'DELETE', cookie: laptop.cookie });
    expect((await list(phone)).items.map(({ current }) => current)).toEqual([true]);
    await device(mira, LAPTOP);
    await club.clock.forward(8 * DAY_MS);
    const anew = await device(mira, PHONE);
    expect(await list(anew)).toMatchObject({ items: [{ current: true }], total: 1 });
    expect(await isLive(other)).toBe(false);
  });

  test('names no token: neither an id nor its row lets anybody in', async () => {
    const text = JSON.stringify(await list(phone));
    const tokens = [phone, laptop].flatMap(({ cookie, tokenHash }) => [
      ...cookie.slice('tercet='.length).split('.'),
      ...(['hex', 'base64', 'base64url'] as const).map((code) => tokenHash.toString(code)),
    ]);
    for (const token of tokens) expect(text).not.toContain(token);
    const [own = ''] = phone.cookie.split('.');
    const [id, secret] = [await idOf(laptop), laptop.tokenHash.toString('base64url')];
    for (const guess of [id, `${id}${'A'.repeat(11)}`, Buffer.from(id, 'hex').toString('base64url'), secret]) {
      expect(await isLive({ ...phone, cookie: `${own}.${guess}` })).toBe(false);
    }
  });

  test('is cut at a hundred, says how many there are, and the one that asks is in it', async () => {
    await transaction(club.api, async (tx) => {
      for (let n = 0; n < 110; n++) {
        await startSession(tx, { ...mira, restricted: false }, { address: '192.0.2.1', device: null });
      }
    });
    const { items, total } = await list(phone);
    expect([items.length, total, items[0]?.current]).toEqual([100, 112, true]);
    expect(await endOthers(phone)).toBe(204);
    expect((await list(phone)).total).toBe(1);
  });
});

describe('ending one', () => {
  test('ends its calls and streams at once, on every node, and nothing else', async () => {
    const elsewhere = await openServer(club);
    const [hers, gone] = [await watch(phone), await watch(laptop)];
    // Both nodes have cached the session as live.
    expect([await isLive(laptop), await isLive(laptop, elsewhere)]).toEqual([true, true]);
    expect(await end(phone, await idOf(laptop), elsewhere)).toBe(204);
    expect(await isLive(laptop, elsewhere)).toBe(false);
    await gone.ended;
    expect(await isLive(laptop)).toBe(false);
    expect([await isLive(phone), hers.socket.destroyed]).toEqual([true, false]);
    expect((await list(phone)).total).toBe(1);
    await elsewhere.stop();
  });

  test('of another member is refused as unknown, and theirs continues', async () => {
    const tomas = await device(await club.member(), PHONE);
    expect(await end(phone, await idOf(tomas))).toBe(404);
    expect(await end(phone, 'f'.repeat(32))).toBe(404);
    expect(await isLive(tomas)).toBe(true);
    expect((await list(phone)).total).toBe(2);
  });

  test.each([
    '',
    'x',
    'F'.repeat(32),
    'f'.repeat(33),
    '0197a000-0000-7000-8000-000000000001',
    null,
    7,
    ['f'.repeat(32)],
    { $ne: '' },
  ])('that is called %j is no call', async (id) => {
    expect(await end(phone, id)).toBe(400);
  });

  test('twice, or by two taps at once, is no mistake', async () => {
    const id = await idOf(laptop);
    expect(await Promise.all([end(phone, id), end(phone, id)])).toEqual([204, 204]);
    expect(await end(phone, id)).toBe(204);
    const { rows } = await club.owner.query('select count(*) from members.session where member_id = $1', [
      mira.memberId,
    ]);
    expect(rows).toEqual([{ count: '3' }]);
  });

  test('is for members alone, suspended ones included', async () => {
    const id = await idOf(laptop);
    expect((await call(server, '/api/me/sessions')).status).toBe(401);
    expect((await call(server, '/api/me/sessions/end', { body: { id } })).status).toBe(401);
    expect((await call(server, '/api/me/sessions/end-others', { method: 'POST' })).status).toBe(401);
    const restricted = await device(mira, PHONE, '192.0.2.1', true);
    expect((await list(restricted)).total).toBe(3);
    expect(await end(restricted, id)).toBe(204);
    expect(await endOthers(restricted)).toBe(204);
    expect((await list(restricted)).total).toBe(1);
  });
});

describe('ending all others', () => {
  test('leaves the one that asks, with its stream', async () => {
    const tomas = await device(await club.member(), PHONE);
    const tablet = await device(mira, null);
    const [hers, ...gone] = [await watch(phone), await watch(laptop), await watch(tablet)];
    expect(await endOthers(phone)).toBe(204);
    await Promise.all(gone.map(({ ended }) => ended));
    expect([await isLive(phone), await isLive(laptop), await isLive(tablet)]).toEqual([true, false, false]);
    expect(hers?.socket.destroyed).toBe(false);
    expect(await isLive(tomas)).toBe(true);
    expect(await endOthers(phone)).toBe(204);
  });

  test('by two devices at the same time leaves one of them, never none', async () => {
    // Both requests are authenticated, then wait for the same member's lock.
    const holder = await openTransaction(club.owner);
    await holder.client.query('select 1 from members.member where bucket = $1 and member_id = $2 for update', [
      mira.bucket,
      mira.memberId,
    ]);
    const both = Promise.all([endOthers(phone), endOthers(laptop)]);
    let waiting = 0;
    while (waiting < 2) waiting = (await untilSomebodyWaits(club.owner)).length;
    await holder.commit();
    expect((await both).sort()).toEqual([204, 401]);
    expect([await isLive(phone), await isLive(laptop)].sort()).toEqual([false, true]);
  });
});
