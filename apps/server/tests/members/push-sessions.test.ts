import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWebPush } from '../../src/adapters/push.ts';
import { loadFieldCipher } from '../../src/crypto/field-cipher.ts';
import { transaction } from '../../src/db/transaction.ts';
import { pushMessages } from '../../src/jobs/push-messages.ts';
import { notifyMember } from '../../src/members/messages/messages.ts';
import { type PushDeps, subscribe } from '../../src/members/messages/push.ts';
import { createSessions, endSessions, renewToken, type Sessions } from '../../src/members/sessions/sessions.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { type Browser, newBrowser, openPushService, type PushService } from '../kit/push-service.ts';

// A push subscription ends with the session that made it.

const SUBJECT = 'mailto:push@tercet.example';

let club: Club;
let service: PushService;
let server: TestServer;
let push: PushDeps;
let sessions: Sessions;
let mira: SignedIn;
beforeAll(async () => {
  club = await openClub();
  service = await openPushService();
  sessions = createSessions(club.api);
  server = await openServer(club, { push: { moreHosts: [service.host], subject: SUBJECT } });
  push = {
    db: club.jobs,
    cipher: await loadFieldCipher(server.keysDir),
    sender: await openWebPush({ keysDir: server.keysDir, subject: SUBJECT, agent: service.agent }),
    moreHosts: [service.host],
  };
});
beforeEach(async () => {
  service.pushed.length = 0;
  mira = await signIn(club, await club.member());
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

async function subscriptions(): Promise<number> {
  const { rows } = await club.owner.query('select 1 from members.push_subscription where member_id = $1', [
    mira.memberId,
  ]);
  return rows.length;
}

/** Sends the member a message. */
async function tell(): Promise<void> {
  const params = { withdrawalId: '0197a000-0000-7000-8000-000000000001', amountMinor: '123456' };
  await transaction(club.api, (tx) => notifyMember(tx, mira, { kind: 'withdrawal-paid', params }));
}

test('ends with the session of its browser', async () => {
  const other = await subscribed(await signIn(club, mira));
  const { endpoint: pushEndpoint } = (await subscribed()).subscription;
  await call(server, '/api/session', { method: 'DELETE', cookie: mira.cookie, body: { pushEndpoint } });
  await tell();
  await pushMessages(push)();
  expect(service.pushed.map(({ path }) => path)).toEqual([other.path]);
});

test('ends with the session however that ends: the browser of a thief hears no more', async () => {
  const own = await subscribed();
  const ways = {
    'signed out without naming its push': (thief: SignedIn) =>
      call(server, '/api/session', { method: 'DELETE', cookie: thief.cookie }),
    'ended by the member': () => call(server, '/api/me/sessions/end-others', { method: 'POST', cookie: mira.cookie }),
  };
  for (const [way, end] of Object.entries(ways)) {
    const thief = await signIn(club, mira);
    await subscribed(thief);
    expect(await subscriptions(), way).toBe(2);
    expect((await end(thief)).status, way).toBeLessThan(300);
    expect(await subscriptions(), way).toBe(1);
  }
  await tell();
  await pushMessages(push)();
  expect(service.pushed.map(({ path }) => path)).toEqual([own.path]);
  // A page whose session has just ended can no longer subscribe.
  await transaction(club.api, (tx) => endSessions(tx, sessions, mira.memberId));
  await expect(subscribe({ ...push, db: club.api }, mira, own.subscription)).rejects.toThrow('signed-out');
  expect(await subscriptions()).toBe(0);
});

test('stays with the session when that gets a new token, and ends with it', async () => {
  await subscribed();
  const { tokenHash } = await transaction(club.api, (tx) => renewToken(tx, sessions, mira));
  expect(await subscriptions()).toBe(1);
  await transaction(club.api, (tx) => endSessions(tx, sessions, mira.memberId, tokenHash));
  expect(await subscriptions()).toBe(0);
});
