import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/durations.ts';
import { bet, question, WORDS } from '../complaints/asking.ts';
import { CALLS } from '../http/calls.ts';
import { call, type SignedIn, signIn } from '../http/server.ts';
import type { OpenTable } from '../kit/club.ts';
import { openConsole, type TestConsole } from './console.ts';

/** A call of a member that names a thing by id. The owner may repeat a read, but a write only once. */
interface Named {
  name: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Status of the owner's call. */
  status: number;
}

let at: TestConsole;
let table: OpenTable;
let owner: SignedIn;
let calls: Named[];
/** All other callers, and the status that each gets. */
let others: { who: string; cookie: string | null; statuses: number[] }[];

beforeAll(async () => {
  at = await openConsole({}, async (club) => {
    table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  });
  const { club, server } = at;
  owner = await signIn(club, await club.member({ credits: 1_000_000n }));
  calls = await thingsOf(owner);
  const other = await signIn(club, await club.member());
  const suspended = await signIn(club, await club.member(), true);
  const { cookie } = at.staff.owner;
  others = [
    { who: 'a visitor', cookie: null, statuses: [401] },
    { who: 'another member', cookie: other.cookie, statuses: [404] },
    { who: 'a suspended member', cookie: suspended.cookie, statuses: [403, 404] },
    { who: 'one of the staff', cookie, statuses: [401] },
    {
      who: 'one of the staff as if he were a member',
      cookie: cookie.replace('tercet-staff', 'tercet'),
      statuses: [401],
    },
  ];
  expect(server.address).toContain('127.0.0.1');
});
afterAll(() => at.close());

/** Creates one thing of each kind that a member can name. */
async function thingsOf(member: SignedIn): Promise<Named[]> {
  const { club, server } = at;
  const asking = { club, server, table, close: async () => {} };
  const { slip } = await bet(asking, member);
  const complaint = await question(asking, member, slip.id);
  const session = await signIn(club, member);
  const sessions = await (await call(server, '/api/me/sessions', { cookie: member.cookie })).json();
  const sessionId = (sessions as { items: { id: string; current: boolean }[] }).items.find((one) => !one.current)?.id;
  expect(session.memberId).toBe(member.memberId);
  const key = randomUUID();
  const made = await call(server, '/api/me/invites', {
    ...{ body: {}, cookie: member.cookie, headers: { 'idempotency-key': key } },
  });
  const { id: inviteId } = (await made.json()) as { id: string };
  for (const value of ['5000', '9000']) {
    await call(server, '/api/me/limits', { body: { kind: 'stake-day', value }, cookie: member.cookie });
  }
  const limits = (await (await call(server, '/api/me/limits', { cookie: member.cookie })).json()) as {
    limits: { kind: string; asked: { id: string } | null }[];
  };
  const limitId = limits.limits.find(({ kind }) => kind === 'stake-day')?.asked?.id;
  const untilMs = club.clock.nowMs() + DAY_MS;
  await at.post(`/api/console/members/${member.memberId}/suspension`, { why: 'to be told', untilMs }, at.staff.support);
  await at.post(`/api/console/members/${member.memberId}/suspension/lift`, { why: 'to be told' }, at.staff.support);
  // Both acts ended the member's sessions.
  owner = await signIn(club, member);
  await signIn(club, member);
  const again = (await (await call(server, '/api/me/sessions', { cookie: owner.cookie })).json()) as {
    items: { id: string; current: boolean }[];
  };
  const otherSession = again.items.find((one) => !one.current)?.id;
  expect(sessionId).not.toBe(otherSession);
  const messages = (await (await call(server, '/api/me/messages', { cookie: owner.cookie })).json()) as {
    items: { id: string }[];
  };
  const words = { words: WORDS };
  return [
    { name: 'GET slip', path: `/api/slips/${slip.id}`, status: 200 },
    { name: 'GET complaint', path: `/api/me/complaints/${complaint.id}`, status: 200 },
    { name: 'GET receipt as a file', path: `/api/me/receipts/${slip.id}.pdf`, status: 200 },
    {
      ...{ name: 'POST words', path: `/api/me/complaints/${complaint.id}/words`, body: words, status: 201 },
      headers: { 'idempotency-key': randomUUID() },
    },
    {
      ...{ name: 'POST complaint', path: '/api/me/complaints', body: { slipId: slip.id, ...words }, status: 409 },
      headers: { 'idempotency-key': randomUUID() },
    },
    { name: 'POST read', path: '/api/me/messages/read', body: { upTo: messages.items[0]?.id }, status: 204 },
    { name: 'POST end', path: '/api/me/sessions/end', body: { id: otherSession }, status: 204 },
    { name: 'POST take back', path: '/api/me/invites/withdraw', body: { id: inviteId }, status: 200 },
    { name: 'POST confirm', path: '/api/me/limits/confirm', body: { kind: 'stake-day', id: limitId }, status: 409 },
    { name: 'POST drop', path: '/api/me/limits/drop', body: { kind: 'stake-day', id: limitId }, status: 200 },
  ];
}

async function statusOf({ path, body, headers }: Named, cookie: string | null): Promise<number> {
  const answer = await call(at.server, path, {
    ...(body === undefined ? {} : { body }),
    ...(headers === undefined ? {} : { headers }),
    ...(cookie === null ? {} : { cookie }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

describe('a thing of a member', () => {
  test('is nobody else’s, whoever he is', async () => {
    for (const named of calls) {
      for (const { who, cookie, statuses } of others) {
        expect(statuses, `${named.name} by ${who}`).toContain(await statusOf(named, cookie));
      }
    }
  });

  test('is his', async () => {
    for (const named of calls)
      expect([named.name, await statusOf(named, owner.cookie)]).toEqual([named.name, named.status]);
  });
});

function bodyOf(path: string): unknown {
  if (path.includes('/limit-suggestions/')) return {};
  if (path.endsWith('/read')) return { upTo: 1 };
  if (path.endsWith('/rating')) return { stars: 5 };
  if (path.endsWith('/reports')) return { words: WORDS, reason: 'age' };
  if (path === '/api/hosts/{id}/bookings')
    return { service: 'city-guide', language: 'en', day: '2030-01-01', hour: '10:00', note: '' };
  if (path.startsWith('/api/me/bookings/')) return { version: 1 };
  return /\/(close|typing)$/.test(path) ? undefined : { words: WORDS };
}

test('an id of nobody’s gets the same answer as that of somebody else, in every call that has one in its path', async () => {
  // Titles and hosts on a member's list are the same for all members.
  const shared = /^\/api\/(videos|me\/(?:video-history|watch-later|favourite-hosts))\//;
  const own = CALLS.filter(([, path]) => !shared.test(path));
  const named = own.filter(([, path, access]) => access !== 'staff' && access !== 'public' && path.includes('{'));
  expect(named.length).toBeGreaterThan(8);
  for (const [method, path] of named) {
    const month = path.includes('{month}');
    const filled = path
      .replace('{month}', '2026-01')
      .replace('{n}', '1')
      // Read by its number in the conversation, written by a key of the caller.
      .replace('{file}', method === 'get' ? '1' : randomUUID())
      .replaceAll(/\{\w+\}/g, () => randomUUID());
    const body = bodyOf(path);
    const answer = await call(at.server, filled, {
      method: method.toUpperCase(),
      cookie: owner.cookie,
      ...(method === 'post' || path.endsWith('/rating') ? { body, headers: { 'idempotency-key': randomUUID() } } : {}),
    });
    await answer.arrayBuffer();
    // A caller may abandon any unused key. It then counts as the caller's.
    const isGivenUp = method === 'delete' && path === '/api/receipts/{key}';
    expect([path, answer.status]).toEqual([path, month ? 200 : isGivenUp ? 204 : 404]);
  }
});

test('a member’s things are asked for by staff in the console alone, and there by role', async () => {
  const { memberId } = owner;
  for (const part of ['', '/statement', '/messages', '/acts', '/notes']) {
    const path = `/api/console/members/${memberId}${part}`;
    expect((await at.get(path, at.staff.content)).status, part).toBe(403);
    expect((await at.get(path, owner)).status, part).toBe(401);
    expect((await at.get(path)).status, part).toBe(401);
  }
});
