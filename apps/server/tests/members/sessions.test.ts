import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { listen } from '../../src/db/listen.ts';
import { transaction } from '../../src/db/transaction.ts';
import { endSessions, SESSION_ENDED } from '../../src/members/sessions/sessions.ts';
import {
  call,
  cookieOf,
  join,
  openWorld,
  signIn,
  startNode,
  type TestMember,
  type World,
  waitForLock,
} from './club.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.moveClock('0'));
afterAll(() => world.close());

async function me(cookie: string, node = world.node): Promise<number> {
  return (await call(node, 'GET', '/api/me', { cookie })).statusCode;
}

describe('reading the session', () => {
  test('gives the member, null to a visitor and after the end, and is never cached', async () => {
    const member = await join(world.node);
    const read = (cookie?: string) => call(world.node, 'GET', '/api/session', cookie === undefined ? {} : { cookie });
    const answers = [await read(), await read(member.cookie), await read('tercet=made.up')];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(answers.map((answer) => answer.json().member?.id ?? null)).toEqual([null, member.memberId, null]);
    expect(answers[1]?.json().member).toEqual(
      (await call(world.node, 'GET', '/api/me', { cookie: member.cookie })).json(),
    );
    for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store');
    await call(world.node, 'DELETE', '/api/session', { cookie: member.cookie });
    expect((await read(member.cookie)).json()).toEqual({ member: null });
  });

  test('fails where sessions cannot be read: a member is not taken for a visitor', async () => {
    const node = await startNode(world.database);
    const { cookie } = await join(world.node);
    await world.owner.query('alter table members.session rename to session_away');
    try {
      expect((await call(node, 'GET', '/api/session', { cookie })).statusCode).toBeGreaterThanOrEqual(500);
      expect((await call(node, 'GET', '/api/session')).json()).toEqual({ member: null });
    } finally {
      await world.owner.query('alter table members.session_away rename to session');
    }
    expect((await call(node, 'GET', '/api/session', { cookie })).json().member).not.toBeNull();
    await node.close();
  });
});

describe('the cookie', () => {
  test('on plain HTTP is called tercet and keeps away from scripts and other sites', async () => {
    const member = await join(world.node);
    const answer = await signIn(world.node, member.userName);
    const header = String(answer.headers['set-cookie']);
    expect(header).toMatch(/^tercet=[\w-]{22}\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test('over TLS has the __Host- prefix and is Secure, and the plain one is not read', async () => {
    const origins = ['https://club.example'];
    const secure = await startNode(world.database, { origins });
    const member = await join(world.node);
    const headers = { origin: 'https://club.example' };
    const answer = await signIn(secure, member.userName, undefined, { headers });
    const header = String(answer.headers['set-cookie']);
    expect(header).toMatch(/^__Host-tercet=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(header).not.toContain('Domain');
    expect(await me(cookieOf(answer), secure)).toBe(200);
    expect(await me(cookieOf(answer).replace('__Host-', ''), secure)).toBe(401);
    await secure.close();
  });

  test('behind a trusted proxy follows what the browser speaks', async () => {
    const proxied = await startNode(world.database, { fastify: { trustProxy: '192.0.2.1' } });
    const member = await join(world.node);
    const headers = { 'x-forwarded-proto': 'https', origin: 'https://club.example' };
    const answer = await signIn(proxied, member.userName, undefined, { headers });
    expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-tercet=.*Secure/);
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=31536000; includeSubDomains$/);
    await proxied.close();
  });
});

describe('a token', () => {
  test('is stored as a hash of its secret', async () => {
    const member = await join(world.node);
    const [, secret = ''] = member.cookie.split('=')[1]!.split('.');
    const { rows } = await world.owner.query(
      `select token_hash = sha256($2) as hashed, address, device from members.session where member_id = $1`,
      [member.memberId, Buffer.from(secret, 'base64url')],
    );
    expect(rows).toEqual([{ hashed: true, address: '192.0.2.1', device: 'lightMyRequest' }]);
  });

  test('of another member, a changed one, and anything else is nobody', async () => {
    const [one, two] = [await join(world.node), await join(world.node)];
    const [oneId, oneSecret] = one.cookie.slice(7).split('.');
    const [twoId] = two.cookie.slice(7).split('.');
    const garbage = [
      `tercet=${twoId}.${oneSecret}`,
      `tercet=${oneId}.${'A'.repeat(43)}`,
      `tercet=${oneId}`,
      `tercet=${oneId}.`,
      'tercet=',
      `tercet=${'A'.repeat(22)}.${'A'.repeat(43)}`,
      `tercet=${'_'.repeat(22)}.${'_'.repeat(43)}`,
      `tercet=${"'".repeat(66)}`,
      `tercet=%`,
      `tercet=${'x'.repeat(5_000)}`,
    ];
    for (const cookie of garbage) expect([cookie, await me(cookie)]).toEqual([cookie, 401]);
    expect(await me(one.cookie)).toBe(200);
  });
});

describe('a session', () => {
  test('unused ends after 7 days', async () => {
    const member = await join(world.node);
    await world.moveClock('6 days 23 hours');
    const other = await join(world.node);
    await world.moveClock('7 days 1 second');
    expect(await me(member.cookie)).toBe(401);
    expect(await me(other.cookie)).toBe(200);
  });

  test('used lasts longer, but not beyond 30 days', async () => {
    const member = await join(world.node);
    for (const day of [6, 12, 18, 24, 29]) {
      await world.moveClock(`${day} days`);
      expect(await me(member.cookie)).toBe(200);
    }
    await world.moveClock('29 days 23 hours');
    expect(await me(member.cookie)).toBe(200);
    await world.moveClock('30 days 1 second');
    expect(await me(member.cookie)).toBe(401);
  });

  test('is renewed once an hour at most', async () => {
    const member = await join(world.node);
    const idleUntil = async (): Promise<Date> => {
      const { rows } = await world.owner.query('select idle_until from members.session where member_id = $1', [
        member.memberId,
      ]);
      return rows[0].idle_until;
    };
    const first = await idleUntil();
    await world.moveClock('50 minutes');
    expect(await me(member.cookie)).toBe(200);
    expect(await idleUntil()).toEqual(first);
    await world.moveClock('61 minutes');
    expect(await me(member.cookie)).toBe(200);
    const second = await idleUntil();
    expect(second.getTime()).toBeGreaterThan(first.getTime());
    expect(await me(member.cookie)).toBe(200);
    expect(await idleUntil()).toEqual(second);
  });

  test('is not revived by a renewal that comes after its end', async () => {
    const member = await join(world.node);
    await world.moveClock('2 hours');
    // The renewal waits for the row lock; the session is ended before the lock is released.
    const holder = await world.owner.connect();
    await holder.query('begin');
    await holder.query('update members.session set ended_at = now() where member_id = $1', [member.memberId]);
    const waiting = me(member.cookie);
    await waitForLock(world);
    await holder.query('commit');
    holder.release();
    await waiting;
    const { rows } = await world.owner.query(
      'select seen_at = created_at as same from members.session where member_id = $1',
      [member.memberId],
    );
    expect(rows).toEqual([{ same: true }]);
    expect(await me(member.cookie)).toBe(401);
  });

  test('ends by signing out, alone, and the cookie goes', async () => {
    const member = await join(world.node);
    const other = cookieOf(await signIn(world.node, member.userName));
    const answer = await call(world.node, 'DELETE', '/api/session', { cookie: member.cookie });
    expect(answer.statusCode).toBe(204);
    expect(String(answer.headers['set-cookie'])).toMatch(/^tercet=; .*Path=\/; Expires=Thu, 01 Jan 1970/);
    expect(await me(member.cookie)).toBe(401);
    expect(await me(other)).toBe(200);
  });

  test('signing out without a session is no mistake', async () => {
    expect((await call(world.node, 'DELETE', '/api/session')).statusCode).toBe(204);
    expect((await call(world.node, 'DELETE', '/api/session', { cookie: 'tercet=old' })).statusCode).toBe(204);
  });
});

describe('what a node remembers of sessions', () => {
  async function queriesFor(member: TestMember, node = world.node): Promise<boolean> {
    // End the session directly in the database: a node that queries notices, a cached one does not.
    await world.owner.query('update members.session set ended_at = now() where member_id = $1', [member.memberId]);
    return (await me(member.cookie, node)) === 401;
  }

  test('is used again without a query', async () => {
    const node = await startNode(world.database, { cacheTtlMs: 5_000 });
    const [seen, unseen] = [await join(node), await join(node)];
    expect(await node.members.sessions.identify(seen.cookie.slice(7))).not.toBeNull();
    expect(await queriesFor(unseen, node)).toBe(true);
    const known = await node.members.sessions.identify(seen.cookie.slice(7));
    await world.owner.query('update members.session set ended_at = now() where member_id = $1', [seen.memberId]);
    expect(await node.members.sessions.identify(seen.cookie.slice(7))).toBe(known);
    await node.close();
  });

  test('is dropped at once when the session ends here', async () => {
    const node = await startNode(world.database, { cacheTtlMs: 5_000 });
    const member = await join(node);
    expect(await me(member.cookie, node)).toBe(200);
    await call(node, 'DELETE', '/api/session', { cookie: member.cookie });
    expect(await me(member.cookie, node)).toBe(401);
    await node.close();
  });

  test('is dropped when the session ends on another node, and listeners hear of it', async () => {
    const node = await startNode(world.database, { cacheTtlMs: 5_000 });
    const { sessions } = node.members;
    const [member, other] = [await join(world.node), await join(world.node)];
    let isListening = false;
    const listener = listen(world.database.urls.api, SESSION_ENDED, {
      onMessage: sessions.noteEnded,
      onGap() {
        sessions.noteGap();
        isListening = true;
      },
    });
    const ended: string[] = [];
    const stop = sessions.onEnded((memberId) => ended.push(memberId));
    await vi.waitUntil(() => isListening, 20_000);
    expect(await sessions.identify(member.cookie.slice(7))).not.toBeNull();
    const remembered = await sessions.identify(other.cookie.slice(7));
    await call(world.node, 'DELETE', '/api/session', { cookie: member.cookie });
    await vi.waitUntil(() => ended.length > 0, 20_000);
    expect(ended).toEqual([member.memberId]);
    expect(await sessions.identify(member.cookie.slice(7))).toBeNull();
    expect(await sessions.identify(other.cookie.slice(7))).toBe(remembered);
    stop();
    await listener.close();
    await node.close();
  });

  test('ends that are rolled back end nothing', async () => {
    const member = await join(world.node);
    const { db, sessions } = world.node.members;
    const ended: string[] = [];
    const stop = sessions.onEnded((memberId) => ended.push(memberId));
    const broken = transaction(db, async (tx) => {
      await endSessions(tx, sessions, member.memberId);
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    stop();
    expect(ended).toEqual([]);
    expect(await me(member.cookie)).toBe(200);
  });
});
