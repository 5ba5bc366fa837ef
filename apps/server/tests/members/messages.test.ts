import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { notifyMember } from '../../src/members/messages/messages.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { openStream, type StreamClient } from '../live/stream-client.ts';

let club: Club;
let server: TestServer;
let mira: SignedIn;
let tomas: SignedIn;
const streams: StreamClient[] = [];
beforeAll(async () => {
  club = await openClub();
  server = await openServer(club);
});
beforeEach(async () => {
  mira = await signIn(club, await club.member({ credits: 10_000n }));
  tomas = await signIn(club, await club.member({ credits: 10_000n }));
});
afterEach(() => {
  for (const { socket } of streams.splice(0)) socket.destroy();
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

async function tell(member: SignedIn, n = 1): Promise<void> {
  const params = { withdrawalId: '0197a000-0000-7000-8000-000000000001', amountMinor: String(n) };
  await transaction(club.api, (tx) => notifyMember(tx, member, { kind: 'withdrawal-paid', params }));
}

interface Page {
  items: { id: string; kind: string; params: { amountMinor: string }; atMs: number; read: boolean }[];
  nextCursor: string | null;
  total: number;
  unread: number;
  unreadBy: Record<string, number>;
}

async function list(member: SignedIn, query = ''): Promise<Page> {
  const answer = await call(server, `/api/me/messages${query}`, { cookie: member.cookie });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
}

function read(member: SignedIn, upTo: string): Promise<Response> {
  return call(server, '/api/me/messages/read', { cookie: member.cookie, body: { upTo } });
}

async function unreadOfMe(member: SignedIn): Promise<unknown> {
  const answer = await call(server, '/api/me', { cookie: member.cookie });
  return ((await answer.json()) as { unreadMessages: number }).unreadMessages;
}

describe('messages', () => {
  test('are the member’s own, newest first, by pages, with their number', async () => {
    for (let n = 1; n <= 5; n++) await tell(mira, n);
    await tell(tomas, 9);
    const first = await list(mira, '?limit=3');
    expect(first.items.map(({ params }) => params.amountMinor)).toEqual(['5', '4', '3']);
    expect(first).toMatchObject({ total: 5, unread: 5 });
    expect(first.items[0]).toMatchObject({ kind: 'withdrawal-paid', atMs: club.clock.nowMs(), read: false });
    const rest = await list(mira, `?limit=3&cursor=${first.nextCursor}`);
    expect(rest.items.map(({ params }) => params.amountMinor)).toEqual(['2', '1']);
    expect(rest).toMatchObject({ nextCursor: null, total: 5, unread: 5 });
    expect((await list(tomas)).items).toHaveLength(1);
  });

  test('are read up to the one that was seen: what came meanwhile is new', async () => {
    for (let n = 1; n <= 4; n++) await tell(mira, n);
    const { items } = await list(mira);
    await tell(mira, 5);
    expect((await read(mira, items[1]?.id ?? '')).status).toBe(204);
    const after = await list(mira);
    expect(after.items.map((one) => one.read)).toEqual([false, false, true, true, true]);
    expect(after.unread).toBe(2);
    expect(await unreadOfMe(mira)).toBe(2);
  });

  test('of another cannot be marked, nor used to mark one’s own', async () => {
    await tell(mira);
    await tell(tomas);
    const [his] = (await list(tomas)).items;
    expect((await read(mira, his?.id ?? '')).status).toBe(404);
    expect((await read(mira, 'ffffffff-ffff-7fff-8fff-ffffffffffff')).status).toBe(404);
    expect([await unreadOfMe(mira), await unreadOfMe(tomas)]).toEqual([1, 1]);
  });

  test('are filtered by subject, each with its unread, and read without the others', async () => {
    const kinds = ['withdrawal-paid', 'complaint-answered', 'desk-answered', 'payee-bound', 'host-report-decided'];
    for (const kind of kinds) await transaction(club.api, (tx) => notifyMember(tx, mira, { kind, params: {} }));
    const kindsOf = async (filter: string) => (await list(mira, `?filter=${filter}`)).items.map(({ kind }) => kind);
    expect(await kindsOf('money')).toEqual(['withdrawal-paid']);
    expect(await kindsOf('play')).toEqual(['complaint-answered']);
    expect(await kindsOf('account')).toEqual(['payee-bound', 'desk-answered']);
    expect(await kindsOf('house')).toEqual(['host-report-decided']);
    const account = await list(mira, '?filter=account&limit=1');
    expect(account).toMatchObject({ total: 2, unread: 2, unreadBy: { money: 1, play: 1, account: 2, house: 1 } });
    const rest = await list(mira, `?filter=account&limit=1&cursor=${account.nextCursor}`);
    expect(rest.items.map(({ kind }) => kind)).toEqual(['desk-answered']);

    const body = { upTo: account.items[0]?.id ?? '', filter: 'account' };
    await call(server, '/api/me/messages/read', { cookie: mira.cookie, body });
    expect(await list(mira)).toMatchObject({ unread: 3, unreadBy: { money: 1, play: 1, account: 0, house: 1 } });
    expect((await call(server, '/api/me/messages?filter=all', { cookie: mira.cookie })).status).toBe(400);
  });

  test('are open to a suspended member and to no visitor', async () => {
    await tell(mira);
    const restricted = await signIn(club, mira, true);
    const [message] = (await list(restricted)).items;
    expect((await read(restricted, message?.id ?? '')).status).toBe(204);
    expect((await call(server, '/api/me/messages')).status).toBe(401);
  });

  test.each(['x', '1', '------------------------------------', "'"])('a bad cursor is refused: %s', async (cursor) => {
    const answer = await call(server, `/api/me/messages?cursor=${encodeURIComponent(cursor)}`, { cookie: mira.cookie });
    expect(answer.status).toBe(400);
  });
});

describe('a screen that watches', () => {
  async function watch(cookie?: string, of: TestServer = server): Promise<StreamClient> {
    const stream = await openStream(of.address, cookie === undefined ? {} : { cookie });
    streams.push(stream);
    return stream;
  }

  test('hears of it with the balance of that moment; nobody else does', async () => {
    const elsewhere = await openServer(club);
    const mine = [await watch(mira.cookie), await watch(mira.cookie, elsewhere)];
    const others = [await watch(tomas.cookie), await watch()];
    await club.owner.query(
      'update ledger.balance set available = available - 300, held = held + 300 where member_id = $1',
      [mira.memberId],
    );
    await tell(mira);
    for (const { until } of mine) {
      const { data } = await until(({ event }) => event === 'message');
      expect(data).toEqual({ unread: 1 });
      const balance = await until(({ event }) => event === 'balance');
      expect(balance.data).toEqual({ availableMinor: '9700', heldMinor: '300', slipsSettled: [] });
    }
    // Events are ordered: when this one arrives, all earlier ones have.
    await tell(tomas);
    await others[0]?.until(({ event, data }) => event === 'message' && data.unread === 1);
    const theirs = others.map(({ events }) => events.filter(({ event }) => event === 'message' || event === 'balance'));
    expect(theirs.map((events) => events.map(({ event }) => event).sort())).toEqual([['balance', 'message'], []]);
    expect(theirs[0]?.find(({ event }) => event === 'balance')?.data).toMatchObject({ availableMinor: '10000' });
    await elsewhere.stop();
  });

  test('learns that they were read on another', async () => {
    await tell(mira);
    await tell(mira);
    const { until } = await watch(mira.cookie);
    const { items } = await list(mira);
    await read(mira, items[0]?.id ?? '');
    // Events about the two messages may still be on their way when the stream opens.
    await until(({ event, data }) => event === 'message' && data.unread === 0);
  });

  test('receives the messages sent while the connection to the database was down', async () => {
    const { until } = await watch(mira.cookie);
    await tell(mira);
    await until(({ event, data }) => event === 'message' && data.unread === 1);
    await club.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'tercet listen'`,
    );
    await tell(mira);
    await until(({ event, data }) => event === 'message' && data.unread === 2);
  });
});
