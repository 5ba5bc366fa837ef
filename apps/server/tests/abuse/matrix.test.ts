import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { startClosure } from '../../src/members/account/closures.ts';
import { createSessions } from '../../src/members/sessions/sessions.ts';
import { ROLES, type Role } from '../../src/staff/roles.ts';
import { CALLS } from '../http/calls.ts';
import { call, type SignedIn, signIn } from '../http/server.ts';
import { callerHeader } from '../kit/callers.ts';
import { addHost } from '../kit/hosts.ts';
import { signedInStaff } from '../kit/staff.ts';
import { CALLS_BY_ROLE } from '../staff/calls-by-role.ts';
import { type Ground, openGround } from './ground.ts';

// Every operation, called by every kind of caller with the ids of another member. The server must refuse it, and
// nothing of that member may change.

type Kind = 'visitor' | 'host' | 'restricted' | 'closing' | 'member' | Role;

let ground: Ground;
let victim: SignedIn;
let things: string[];
let callers: Map<Kind, Record<string, string>>;

beforeAll(async () => {
  ground = await openGround();
  const { club } = ground;
  victim = await signIn(club, await club.member({ credits: 1_000_000n }));
  things = await thingsOf(victim);
  const closing = await signIn(club, await club.member());
  await transaction(club.api, (tx) => startClosure(tx, createSessions(club.db), closing));
  const restricted = await signIn(club, await club.member(), true);
  const member = await signIn(club, await club.member());
  const { token } = await addHost(club);
  callers = new Map<Kind, Record<string, string>>([
    ['visitor', {}],
    ['host', { authorization: `Bearer ${token}` }],
    ['restricted', { cookie: restricted.cookie }],
    ['closing', { cookie: closing.cookie }],
    ['member', { cookie: member.cookie }],
  ]);
  for (const role of ROLES) callers.set(role, { cookie: (await signedInStaff(club, role)).cookie });
}, 180_000);
afterAll(() => ground.close());

/** Creates one thing of each kind with an id, and returns the ids. */
async function thingsOf({ cookie, memberId }: SignedIn): Promise<string[]> {
  const made = async (path: string, body: unknown): Promise<string> => {
    const answer = await call(ground.server, path, { body, cookie, headers: { 'idempotency-key': randomUUID() } });
    const parsed = (await answer.json()) as { id?: string; slip?: { id: string } };
    const id = parsed.id ?? parsed.slip?.id;
    if (id === undefined) throw new Error(`${path}: ${answer.status} ${JSON.stringify(parsed)}`);
    return id;
  };
  const { drawId, tableHash, hostId } = ground.known;
  const slipId = await made('/api/slips', { drawId, tableHash, selections: [{ bet: 'big', stakeMinor: '100' }] });
  const words = 'Somebody looked at this, and asks why it was so.';
  return [
    memberId,
    slipId,
    await made('/api/me/complaints', { slipId, words }),
    await made('/api/me/formal-complaints', { subject: 'other', words }),
    await made('/api/me/desk/threads', { subject: 'question', words }),
    await made('/api/me/invites', {}),
    await made(`/api/hosts/${hostId}/reports`, { reason: 'other', words }),
  ];
}

/** All rows of a member in all tables, as text. */
async function rowsOf({ memberId }: SignedIn): Promise<Record<string, string>> {
  const { rows: tables } = await ground.club.owner.query(`
    select c.table_schema || '.' || quote_ident(c.table_name) as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.column_name = 'member_id' and t.table_type = 'BASE TABLE' order by 1`);
  const found: Record<string, string> = {};
  for (const { name } of tables as { name: string }[]) {
    const { rows } = await ground.club.owner.query(
      `select md5(coalesce(string_agg(r, '|' order by r), '')) as all from (select t::text as r from ${name} t
         where t.member_id = $1) x`,
      [memberId],
    );
    found[name] = rows[0].all;
  }
  return found;
}

const isStaff = (kind: Kind): kind is Role => (ROLES as readonly string[]).includes(kind);

/** True if the operation is open to this kind of caller. */
function isFor(kind: Kind, method: string, path: string, access: string): boolean {
  if (access === 'public') return true;
  if (access === 'staff') {
    const written = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
    return isStaff(kind) && (CALLS_BY_ROLE[written] ?? []).includes(kind);
  }
  if (kind === 'member') return true;
  return access === 'restricted' && (kind === 'restricted' || kind === 'closing');
}

async function statusOf(kind: Kind, method: string, path: string, body: unknown): Promise<number> {
  const bodied = method !== 'get' && method !== 'head';
  const aborting = new AbortController();
  const answer = await fetch(`${ground.server.address}${path}`, {
    method: method.toUpperCase(),
    signal: aborting.signal,
    headers: {
      origin: ground.server.address,
      'idempotency-key': randomUUID(),
      ...(bodied ? { 'content-type': 'application/json' } : {}),
      ...callers.get(kind),
      ...callerHeader(path, callers.get(kind)?.cookie),
    },
    ...(bodied ? { body: JSON.stringify(body) } : {}),
  });
  // Streams never end.
  if (path.endsWith('/stream')) aborting.abort();
  else await answer.arrayBuffer();
  return answer.status;
}

/** A body with the member's id in every field that takes one. */
function bodyWith(id: string): Record<string, unknown> {
  return {
    id,
    memberId: id,
    slipId: id,
    threadId: id,
    upTo: 1,
    words: 'Let me have a look at it.',
    why: 'I ask for it',
  };
}

test('may make the calls of their role, and no others', async () => {
  const wrong: string[] = [];
  let all = 0;
  for (const [method, path, access] of CALLS) {
    for (const kind of callers.keys()) {
      if (isFor(kind, method, path, access)) continue;
      all += 1;
      const filled = path.replaceAll(/\{[^}]+\}/g, () => victim.memberId);
      const status = await statusOf(kind, method, filled, {});
      const expected = access === 'staff' ? (isStaff(kind) ? [403] : [401]) : [401, 403];
      if (!expected.includes(status)) wrong.push(`${kind}: ${method} ${path} ${status}`);
    }
  }
  expect(all).toBeGreaterThan(1_000);
  // This operation checks the caller inside its transaction, and the schema before that.
  expect(wrong.filter((one) => !/post \/api\/slips 400$/.test(one))).toEqual([]);
}, 600_000);

const GIVEN_UP = ['/api/receipts/{key}', '/api/me/favourite-hosts/{id}', '/api/me/watch-later/{id}'];

test('finds no data of another member by any of their ids, and changes nothing', async () => {
  const before = await rowsOf(victim);
  const taken: string[] = [];
  const named = CALLS.filter(([, path, access]) => access !== 'staff' && path.startsWith('/api/'));
  for (const [method, path] of named) {
    // Titles and hosts belong to the house, and public calls show public data.
    const withId = path.includes('{') && /^\/api\/(me|slips|receipts)\b/.test(path) && !path.includes('video');
    for (const kind of ['visitor', 'host', 'restricted', 'closing', 'member'] as const) {
      if (!withId) continue;
      for (const id of things) {
        const filled = path
          .replace('{month}', 'x')
          .replace('{n}', '1')
          .replaceAll(/\{[^}]+\}/g, () => id);
        const status = await statusOf(kind, method, filled, bodyWith(id));
        // A member gives up any key of their own, used or not: the answer tells nothing about others.
        // Likewise they remove any host or title from their own lists.
        const isGivenUp = method === 'delete' && GIVEN_UP.includes(path) && status === 204;
        if (status < 400 && !isGivenUp) taken.push(`${kind}: ${method} ${path} ${status}`);
      }
    }
  }
  // Operations with an id in the body.
  for (const path of ['/api/me/complaints', '/api/me/sessions/end', '/api/me/invites/withdraw', '/api/me/limits/drop'])
    for (const id of things)
      for (const kind of ['restricted', 'closing', 'member'] as const) {
        const status = await statusOf(kind, 'post', path, bodyWith(id));
        if (status < 400) taken.push(`${kind}: post ${path} ${status}`);
      }
  expect(taken).toEqual([]);
  expect(await rowsOf(victim)).toEqual(before);
}, 600_000);

test('one of the staff who may not make a call changes nothing of a member by it', async () => {
  const before = await rowsOf(victim);
  for (const [method, path, access] of CALLS) {
    if (access !== 'staff' || method === 'get') continue;
    for (const role of ROLES) {
      if (isFor(role, method, path, access)) continue;
      const filled = path.replace('{memberId}', victim.memberId).replaceAll(/\{[^}]+\}/g, () => things[1] ?? '');
      expect([path, await statusOf(role, method, filled, bodyWith(things[1] ?? ''))]).toEqual([path, 403]);
    }
  }
  expect(await rowsOf(victim)).toEqual(before);
}, 600_000);
