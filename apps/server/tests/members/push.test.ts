import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWebPush } from '../../src/adapters/push.ts';
import { addEncryptionKey, chooseEncryptionKey, loadFieldCipher } from '../../src/crypto/field-cipher.ts';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS, MINUTE_MS } from '../../src/durations.ts';
import { pushMessages } from '../../src/jobs/push-messages.ts';
import { markRead, notifyMember } from '../../src/members/messages/messages.ts';
import { type PushDeps, subscribe } from '../../src/members/messages/push.ts';
import { pushDue } from '../../src/members/messages/push-tasks.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { type Browser, newBrowser, openPushService, type PushService, vapidClaims } from '../kit/push-service.ts';

const SUBJECT = 'mailto:push@tercet.example';

let club: Club;
let service: PushService;
let server: TestServer;
let push: PushDeps;
let mira: SignedIn;
beforeAll(async () => {
  club = await openClub();
  service = await openPushService();
  server = await openServer(club, { push: { moreHosts: [service.host], subject: SUBJECT } });
  push = {
    db: club.jobs,
    cipher: await loadFieldCipher(server.keysDir),
    sender: await openWebPush({ keysDir: server.keysDir, subject: SUBJECT, agent: service.agent }),
    moreHosts: [service.host],
  };
});
beforeEach(async () => {
  mira = await signIn(club, await club.member());
});
afterEach(async () => {
  await club.owner.query('delete from members.push_task');
  service.pushed.length = 0;
});
afterAll(async () => {
  await server.stop();
  await service.stop();
  await club.close();
});

async function subscribed(member: SignedIn = mira): Promise<Browser> {
  const browser = newBrowser(service);
  const answer = await call(server, '/api/me/push', { cookie: member.cookie, body: browser.subscription });
  expect(answer.status).toBe(201);
  return browser;
}

/** Sends a member a message. Returns its id. */
async function tell(member: SignedIn = mira, kind = 'withdrawal-paid'): Promise<string> {
  const params = { withdrawalId: '0197a000-0000-7000-8000-000000000001', amountMinor: '123456' };
  await transaction(club.api, (tx) => notifyMember(tx, member, { kind, params }));
  const { rows } = await club.owner.query(
    'select id from members.message where member_id = $1 order by id desc limit 1',
    [member.memberId],
  );
  return rows[0].id;
}

async function tasks(): Promise<{ attempts: number }[]> {
  return (await club.owner.query('select attempts from members.push_task')).rows;
}

async function subscriptions(member: SignedIn = mira): Promise<number> {
  const { rows } = await club.owner.query('select 1 from members.push_subscription where member_id = $1', [
    member.memberId,
  ]);
  return rows.length;
}

describe('a message', () => {
  test('reaches each browser of the member, opens there alone, and says neither amount nor name', async () => {
    const [phone, desk] = [await subscribed(), await subscribed()];
    const id = await tell();
    await pushMessages(push)();
    expect(service.pushed.map(({ path }) => path).sort()).toEqual([phone.path, desk.path].sort());
    for (const browser of [phone, desk]) {
      const { headers, body } = service.pushed.find(({ path }) => path === browser.path)!;
      expect(browser.open(body)).toEqual({ kind: 'withdrawal-paid', id });
      expect(headers).toMatchObject({
        ttl: '86400',
        'content-encoding': 'aes128gcm',
        topic: id.replaceAll('-', ''),
        host: service.host,
      });
      expect(JSON.stringify(headers)).not.toMatch(/123456|Member|cookie/);
      expect(() => (browser === phone ? desk : phone).open(body)).toThrow();
    }
    expect(await tasks()).toEqual([]);
  });

  test('is signed with the key that browsers are given, for this service, for less than a day', async () => {
    await subscribed();
    await tell();
    await pushMessages(push)();
    const { publicKey } = (await (await call(server, '/api/push-key')).json()) as { publicKey: string };
    const { aud, sub, exp } = vapidClaims(service.pushed[0]!, publicKey);
    expect({ aud, sub }).toEqual({ aud: `https://${service.host}`, sub: SUBJECT });
    expect(Number(exp)).toBeGreaterThan(Date.now() / 1_000);
    expect(Number(exp)).toBeLessThanOrEqual(Date.now() / 1_000 + 86_400);
  });

  test('makes no work where no browser takes it', async () => {
    await tell();
    expect(await tasks()).toEqual([]);
  });

  test('that is rolled back is pushed to nobody', async () => {
    await subscribed();
    const broken = transaction(club.api, async (tx) => {
      await notifyMember(tx, mira, { kind: 'withdrawal-paid', params: {} });
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    expect(await tasks()).toEqual([]);
  });

  test('that was read in the app, or is a day old, is pushed no more', async () => {
    await subscribed();
    await markRead(club.db, mira, await tell());
    await pushMessages(push)();
    await tell();
    await club.at(club.clock.nowMs() + DAY_MS);
    await pushMessages(push)();
    expect(service.pushed).toEqual([]);
    expect(await tasks()).toEqual([]);
  });

  test('is pushed once, however many processes are at it', async () => {
    const browser = await subscribed();
    for (let n = 0; n < 30; n++) await tell();
    await Promise.all(Array.from({ length: 4 }, () => pushMessages(push)()));
    expect(service.pushed).toHaveLength(30);
    const ids = service.pushed.map(({ body }) => (browser.open(body) as { id: string }).id);
    expect(new Set(ids).size).toBe(30);
  });

  test('of a process that died after taking it is taken up by another', async () => {
    await subscribed();
    await tell();
    const dead: PushDeps = { ...push, sender: { ...push.sender, send: () => Promise.reject(new Error('died')) } };
    await expect(pushDue(dead)).rejects.toThrow('died');
    await pushMessages(push)();
    expect(service.pushed).toEqual([]);
    await club.at(club.clock.nowMs() + 2 * MINUTE_MS);
    await pushMessages(push)();
    expect(service.pushed).toHaveLength(1);
  });
});

describe('a push service', () => {
  test.each([404, 410])('that says %i is asked no more', async (status) => {
    const [gone, stored] = [await subscribed(), await subscribed()];
    service.answers.set(gone.path, [status]);
    await tell();
    await pushMessages(push)();
    expect(await subscriptions()).toBe(1);
    expect(await tasks()).toEqual([]);
    await tell();
    await pushMessages(push)();
    expect(service.pushed.map(({ path }) => path).sort()).toEqual([gone.path, stored.path, stored.path].sort());
  });

  test.each([500, 429, 301, 307])('that says %i is tried again, ever later, five times in all', async (status) => {
    const browser = await subscribed();
    service.answers.set(browser.path, [status]);
    await tell();
    const triedAt: number[] = [];
    const startMs = club.clock.nowMs();
    for (let minute = 0; minute < 120; minute += 0.5) {
      await club.clock.set(startMs + minute * MINUTE_MS);
      const before = service.pushed.length;
      await pushMessages(push)();
      if (service.pushed.length > before) triedAt.push(minute);
    }
    expect(triedAt).toEqual([0, 0.5, 2.5, 10.5, 42.5]);
    expect(service.pushed.every(({ path }) => path === browser.path)).toBe(true);
    expect(await tasks()).toEqual([]);
    expect(await subscriptions()).toBe(1);
  });

  test('that comes back gets the message', async () => {
    const browser = await subscribed();
    service.answers.set(browser.path, [503, 201]);
    const id = await tell();
    await pushMessages(push)();
    expect(await tasks()).toEqual([{ attempts: 1 }]);
    await club.at(club.clock.nowMs() + MINUTE_MS);
    await pushMessages(push)();
    expect(service.pushed.map(({ body }) => browser.open(body))).toEqual(
      Array.from({ length: 2 }, () => ({ kind: 'withdrawal-paid', id })),
    );
    expect(await tasks()).toEqual([]);
  });

  test('that cannot be reached, or whose certificate nobody vouches for, is one that failed', async () => {
    const { subscription } = newBrowser({ host: 'localhost:1' });
    expect(await push.sender.send(subscription, '{}', 'x')).toBe('failed');
    const text: string[][] = [];
    const onFailed = (...of: string[]) => text.push(of);
    const strict = await openWebPush({ keysDir: server.keysDir, subject: SUBJECT, onFailed });
    expect(await strict.send(subscription, '{}', 'x')).toBe('failed');
    const other = newBrowser(service).subscription;
    expect(await strict.send(other, '{}', 'x')).toBe('failed');
    // Host and code only. The endpoint's path is a secret of the browser.
    expect(text).toEqual([
      ['localhost:1', 'ECONNREFUSED'],
      [new URL(other.endpoint).host, expect.stringMatching(/^[A-Z_]*CERT[A-Z_]*$/)],
    ]);
    expect(service.pushed).toEqual([]);
  });
});

describe('where the server may be sent', () => {
  test('elsewhere is refused before anything is kept', async () => {
    const { keys } = newBrowser(service).subscription;
    for (const endpoint of ['https://evil.example/abc', 'http://fcm.googleapis.com/abc', 'nonsense']) {
      const answer = await call(server, '/api/me/push', { cookie: mira.cookie, body: { endpoint, keys } });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: 'invalid-body', fields: { endpoint: 'fill-in' } });
    }
    expect(await subscriptions()).toBe(0);
  });

  test.each([
    ['no point of the curve', { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
    ['a short key', { p256dh: 'BAAA' }],
    ['no base64', { p256dh: '*'.repeat(87) }],
    ['a short secret', { auth: 'AAAA' }],
    ['no secret', { auth: '' }],
  ])('keys that nobody could open with are refused: %s', async (_, wrong) => {
    const { endpoint, keys } = newBrowser(service).subscription;
    const body = { endpoint, keys: { ...keys, ...wrong } };
    expect((await call(server, '/api/me/push', { cookie: mira.cookie, body })).status).toBe(400);
  });
});

describe('a subscription', () => {
  test('lies encrypted in its row, and opens in no other', async () => {
    const browser = await subscribed();
    const tomas = await signIn(club, await club.member());
    await subscribed(tomas);
    const { rows } = await club.owner.query(
      'select encrypted, key_id from members.push_subscription where member_id = $1',
      [mira.memberId],
    );
    const text = rows[0].encrypted.toString('latin1');
    for (const secret of [browser.path, browser.subscription.keys.auth, 'https']) expect(text).not.toContain(secret);
    await club.owner.query('update members.push_subscription set encrypted = $1 where member_id = $2', [
      rows[0].encrypted,
      tomas.memberId,
    ]);
    await tell(tomas);
    await pushMessages(push)();
    expect(service.pushed).toEqual([]);
  });

  test('opens after the encryption key was changed', async () => {
    await subscribed();
    await chooseEncryptionKey(server.keysDir, await addEncryptionKey(server.keysDir));
    await tell();
    await pushMessages({ ...push, cipher: await loadFieldCipher(server.keysDir) })();
    expect(service.pushed).toHaveLength(1);
  });

  test('is kept once however often it is sent, and ten at most: the oldest goes', async () => {
    const first = await subscribed();
    for (let n = 0; n < 3; n++) await subscribe({ ...push, db: club.api }, mira, first.subscription);
    expect(await subscriptions()).toBe(1);
    const others = await Promise.all(Array.from({ length: 12 }, () => subscribed()));
    expect(await subscriptions()).toBe(10);
    await tell();
    await pushMessages(push)();
    expect(service.pushed).toHaveLength(10);
    const known = new Set(others.map(({ path }) => path));
    expect(service.pushed.every(({ path }) => known.has(path))).toBe(true);
  });

  test('is the member’s who asked last: a browser tells nobody of another’s money', async () => {
    const browser = await subscribed();
    const tomas = await signIn(club, await club.member());
    const answer = await call(server, '/api/me/push', { cookie: tomas.cookie, body: browser.subscription });
    expect(answer.status).toBe(201);
    expect([await subscriptions(mira), await subscriptions(tomas)]).toEqual([0, 1]);
    await tell(mira);
    expect(await tasks()).toEqual([]);
  });

  test('ends when its member asks, and only then', async () => {
    const browser = await subscribed();
    const tomas = await signIn(club, await club.member());
    const end = (cookie: string) =>
      call(server, '/api/me/push', { method: 'DELETE', cookie, body: { endpoint: browser.subscription.endpoint } });
    expect((await end(tomas.cookie)).status).toBe(204);
    expect(await subscriptions()).toBe(1);
    expect((await end(mira.cookie)).status).toBe(204);
    expect(await subscriptions()).toBe(0);
    expect((await end(mira.cookie)).status).toBe(204);
  });

  test('is a suspended member’s right too, and no visitor’s', async () => {
    const body = newBrowser(service).subscription;
    const { cookie } = await signIn(club, mira, true);
    expect((await call(server, '/api/me/push', { cookie, body })).status).toBe(201);
    expect((await call(server, '/api/me/push', { body })).status).toBe(401);
  });
});
