import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWebPush } from '../../src/adapters/push.ts';
import { loadFieldCipher } from '../../src/crypto/field-cipher.ts';
import { transaction } from '../../src/db/transaction.ts';
import { HOUR_MS } from '../../src/durations.ts';
import { pushMessages } from '../../src/jobs/push-messages.ts';
import { markRead, notifyMember } from '../../src/members/messages/messages.ts';
import type { PushDeps } from '../../src/members/messages/push.ts';
import type { PushSettings } from '../../src/members/messages/push-settings.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { type Browser, newBrowser, openPushService, type PushService } from '../kit/push-service.ts';

const SUBJECT = 'mailto:push@tercet.example';
const ALL = { money: true, play: true, account: true, house: true, desk: true };
const URL_OF_SETTINGS = '/api/me/push-settings';

let club: Club;
let service: PushService;
let server: TestServer;
let push: PushDeps;
let mira: SignedIn;
let phone: Browser;
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
  phone = newBrowser(service);
  await call(server, '/api/me/push', { cookie: mira.cookie, body: phone.subscription });
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

async function tell(kind: string, member: SignedIn = mira): Promise<string> {
  await transaction(club.api, (tx) => notifyMember(tx, member, { kind, params: {} }));
  const { rows } = await club.owner.query('select id from members.message where member_id = $1 order by id desc', [
    member.memberId,
  ]);
  return rows[0].id;
}

function set(body: unknown, member: SignedIn = mira): Promise<Response> {
  return call(server, URL_OF_SETTINGS, { method: 'PUT', cookie: member.cookie, body });
}

async function read(member: SignedIn = mira): Promise<PushSettings> {
  return (await (await call(server, URL_OF_SETTINGS, { cookie: member.cookie })).json()) as PushSettings;
}

function kindsPushed(): string[] {
  return service.pushed.map(({ body }) => (phone.open(body) as { kind: string }).kind).sort();
}

async function tasks(): Promise<{ attempts: number; next_at: Date }[]> {
  return (await club.owner.query('select attempts, next_at from members.push_task')).rows;
}

describe('the settings', () => {
  test('are everything at any hour until the member chooses, and then what they chose', async () => {
    expect(await read()).toEqual({ topics: ALL, quiet: null });
    const chosen = {
      topics: { ...ALL, play: false, house: false },
      quiet: { from: '22:30', to: '07:00', timeZone: 'Asia/Ulaanbaatar' },
    };
    expect((await set(chosen)).status).toBe(204);
    expect(await read()).toEqual(chosen);
    expect((await set({ topics: ALL, quiet: null })).status).toBe(204);
    expect(await read()).toEqual({ topics: ALL, quiet: null });
  });

  test('are the member’s own', async () => {
    const tomas = await signIn(club, await club.member());
    await set({ topics: { ...ALL, money: false }, quiet: null });
    expect(await read(tomas)).toEqual({ topics: ALL, quiet: null });
    expect((await call(server, URL_OF_SETTINGS)).status).toBe(401);
  });

  test('are open to a suspended member', async () => {
    const restricted = await signIn(club, mira, true);
    expect((await set({ topics: ALL, quiet: null }, restricted)).status).toBe(204);
  });

  test.each([
    ['an unknown time zone', { from: '22:00', to: '07:00', timeZone: 'Mars/Olympus' }],
    ['hours without a length', { from: '22:00', to: '22:00', timeZone: 'UTC' }],
    ['no time of day', { from: '24:00', to: '07:00', timeZone: 'UTC' }],
    ['half of the hours', { from: '22:00', timeZone: 'UTC' }],
  ])('are refused with %s', async (_, quiet) => {
    expect((await set({ topics: ALL, quiet })).status).toBe(400);
    expect(await read()).toEqual({ topics: ALL, quiet: null });
  });

  test('name every topic', async () => {
    const { desk: _, ...some } = ALL;
    expect((await set({ topics: some, quiet: null })).status).toBe(400);
  });
});

describe('a push', () => {
  test('is not sent for a muted topic, and is sent for the others', async () => {
    await set({ topics: { ...ALL, money: false, desk: false }, quiet: null });
    for (const kind of ['withdrawal-paid', 'desk-answered', 'complaint-answered', 'identity-verified'])
      await tell(kind);
    await pushMessages(push)();
    expect(kindsPushed()).toEqual(['complaint-answered', 'identity-verified']);
    expect(await tasks()).toEqual([]);
  });

  test('obeys settings that were changed after its message', async () => {
    await tell('withdrawal-paid');
    await set({ topics: { ...ALL, money: false }, quiet: null });
    await pushMessages(push)();
    expect(kindsPushed()).toEqual([]);
    expect(await tasks()).toEqual([]);
  });

  test('about security is sent although all is muted and the hours are quiet', async () => {
    await quietFor(HOUR_MS, { money: false, play: false, account: false, house: false, desk: false });
    for (const kind of ['recovery-requested', 'login-password-changed', 'payee-replacing', 'withdrawal-paid']) {
      await tell(kind);
    }
    await pushMessages(push)();
    expect(kindsPushed()).toEqual(['login-password-changed', 'payee-replacing', 'recovery-requested']);
  });

  test('waits for the end of quiet hours, without an attempt, and is then sent once', async () => {
    const endMs = await quietFor(2 * HOUR_MS);
    await tell('withdrawal-paid');
    await pushMessages(push)();
    await pushMessages(push)();
    expect(kindsPushed()).toEqual([]);
    expect(await tasks()).toEqual([{ attempts: 0, next_at: new Date(endMs) }]);
    await club.at(endMs);
    await pushMessages(push)();
    expect(kindsPushed()).toEqual(['withdrawal-paid']);
    expect(await tasks()).toEqual([]);
  });

  test('that was read in the app during quiet hours is sent no more', async () => {
    const endMs = await quietFor(HOUR_MS);
    const id = await tell('withdrawal-paid');
    await pushMessages(push)();
    await markRead(club.db, mira, id);
    await club.at(endMs);
    await pushMessages(push)();
    expect(kindsPushed()).toEqual([]);
    expect(await tasks()).toEqual([]);
  });
});

/** Sets quiet hours that began a minute ago and last for a while yet. Returns their end. */
async function quietFor(ms: number, topics = ALL): Promise<number> {
  const minuteMs = Math.floor(club.clock.nowMs() / 60_000) * 60_000;
  const timeOf = (atMs: number) => new Date(atMs).toISOString().slice(11, 16);
  const quiet = { from: timeOf(minuteMs - 60_000), to: timeOf(minuteMs + ms), timeZone: 'UTC' };
  expect((await set({ topics, quiet })).status).toBe(204);
  return minuteMs + ms;
}
