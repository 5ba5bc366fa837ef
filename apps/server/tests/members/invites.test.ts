import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reencryptAll } from '../../src/cli/encrypted-rows.ts';
import { addEncryptionKey, chooseEncryptionKey, loadFieldCipher } from '../../src/crypto/field-cipher.ts';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS } from '../../src/durations.ts';
import { startClosure } from '../../src/members/account/closures.ts';
import { lift, suspend } from '../../src/members/account/suspensions.ts';
import { exclude } from '../../src/members/limits/exclusions.ts';
import { createSessions } from '../../src/members/sessions/sessions.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { openTransaction, untilSomebodyWaits } from '../kit/locks.ts';
import { form, TEST_PERSON_KEY } from './club.ts';

let club: Club;
let server: TestServer;
beforeAll(async () => {
  club = await openClub();
  server = await openServer(club, { trustProxy: '127.0.0.1' });
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

interface Invite {
  id: string;
  state: string;
  code: string | null;
  usedBy: string | null;
}

interface Invites {
  items: Invite[];
  total: number;
  left: number;
  nextAtMs: number | null;
}

async function newMember(): Promise<SignedIn> {
  return signIn(club, await club.member());
}

async function list(member: SignedIn, query = ''): Promise<Invites> {
  const answer = await call(server, `/api/me/invites${query}`, { cookie: member.cookie });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Invites;
}

function ask(member: SignedIn, key: string = randomUUID()): Promise<Response> {
  return call(server, '/api/me/invites', {
    method: 'POST',
    cookie: member.cookie,
    headers: { 'idempotency-key': key },
  });
}

async function make(member: SignedIn): Promise<Invite & { code: string }> {
  const answer = await ask(member);
  expect(answer.status).toBe(201);
  return (await answer.json()) as Invite & { code: string };
}

let addresses = 0;

/** Registers from a new address, since attempts at invites are counted by address. */
function register(inviteCode: string, userName?: string): Promise<Response> {
  addresses += 1;
  const body = form({ inviteCode, userName: userName ?? `Joiner${addresses}` });
  const headers = { 'x-forwarded-for': `198.51.${addresses >> 8}.${addresses & 255}` };
  return call(server, '/api/members', { body, headers });
}

function withdraw(member: SignedIn, id: string): Promise<Response> {
  return call(server, '/api/me/invites/withdraw', { body: { id }, cookie: member.cookie });
}

async function codeOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { code: string }).code;
}

describe('an invite of a member', () => {
  test('lets one person in, and shows its maker who that was', async () => {
    const maker = await newMember();
    const { id, code } = await make(maker);
    expect(code).toMatch(/^TERC-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect((await list(maker)).items).toMatchObject([{ id, state: 'open', code, usedBy: null }]);

    expect((await register(` ${code.toLowerCase()} `, 'Nomin')).status).toBe(201);
    expect((await list(maker)).items).toMatchObject([{ id, state: 'used', code: null, usedBy: 'Nomin' }]);
    expect(await codeOf(await register(code))).toBe('invite-bad');
  });

  test('brings its maker nothing: no money moves, and nothing of theirs changes', async () => {
    const maker = await newMember();
    const { code } = await make(maker);
    const seen = async () => {
      const me = await (await call(server, '/api/me', { cookie: maker.cookie })).json();
      const { rows } = await club.owner.query('select * from ledger.transfer where member_id = $1', [maker.memberId]);
      return { me, rows };
    };
    const before = await seen();
    expect((await register(code)).status).toBe(201);
    expect(await seen()).toEqual(before);
  });

  test('lies encrypted: its code stands nowhere in the database', async () => {
    const maker = await newMember();
    const { code } = await make(maker);
    const bare = code.replaceAll('-', '').slice(4);
    const texts = async (table: string) => (await club.owner.query(`select t::text as text from ${table} t`)).rows;
    const rows = [...(await texts('members.member_invite')), ...(await texts('members.invite'))];
    const found = rows.filter(({ text }) =>
      [code, bare, Buffer.from(code).toString('hex')].some((as) => text.includes(as)),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(found).toEqual([]);
  });

  test('can be shown again after the keys that seal were changed', async () => {
    const maker = await newMember();
    const { code } = await make(maker);
    await chooseEncryptionKey(server.keysDir, await addEncryptionKey(server.keysDir));
    const done = await reencryptAll(club.db, await loadFieldCipher(server.keysDir));
    expect(done.find(({ name }) => name === 'invites')).toMatchObject({ unreadable: [] });
    expect((await list(maker)).items).toMatchObject([{ state: 'open', code }]);
  });

  test('runs out 14 days after it was made', async () => {
    const start = club.clock.nowMs();
    const maker = await newMember();
    const { code } = await make(maker);
    await club.clock.set(start + 14 * DAY_MS);
    const later = await signIn(club, maker);
    expect((await list(later)).items).toMatchObject([{ state: 'expired', code: null }]);
    expect(await codeOf(await register(code))).toBe('invite-bad');
    await club.clock.set(start + 14 * DAY_MS - 1);
    expect((await register(code)).status).toBe(201);
    await club.clock.set(start);
  });

  test('that five people use at once admits one', async () => {
    const maker = await newMember();
    const { code } = await make(maker);
    const answers = await Promise.all(Array.from({ length: 5 }, () => register(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
  });
});

describe('the maker of an invite', () => {
  test('may make three within 30 days, used or taken back or not, and one more for each that is older', async () => {
    const start = club.clock.nowMs();
    const maker = await newMember();
    const first = await make(maker);
    expect((await withdraw(maker, first.id)).status).toBe(200);
    await club.clock.set(start + DAY_MS);
    await make(maker);
    await make(maker);
    expect(await list(maker)).toMatchObject({ left: 0, nextAtMs: start + 30 * DAY_MS, total: 3 });
    expect(await codeOf(await ask(maker))).toBe('invite-limit');

    await club.clock.set(start + 30 * DAY_MS - 1);
    expect(await codeOf(await ask(await signIn(club, maker)))).toBe('invite-limit');
    await club.clock.set(start + 30 * DAY_MS);
    const later = await signIn(club, maker);
    expect(await list(later)).toMatchObject({ left: 1, nextAtMs: null });
    await make(later);
    expect(await codeOf(await ask(later))).toBe('invite-limit');
    await club.clock.set(start);
  });

  test('who asks ten times at once gets three', async () => {
    const maker = await newMember();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(maker)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    expect((await list(maker)).total).toBe(3);
  });

  test('who sends one call ten times gets one', async () => {
    const maker = await newMember();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(maker, key)));
    const codes = await Promise.all(answers.map(codeOf));
    expect(new Set(codes).size).toBe(1);
    expect((await list(maker)).total).toBe(1);
  });

  test('takes back what nobody has used, once and for all', async () => {
    const maker = await newMember();
    const { id, code } = await make(maker);
    for (const _ of [1, 2]) expect(await (await withdraw(maker, id)).json()).toMatchObject({ state: 'withdrawn' });
    expect((await list(maker)).items).toMatchObject([{ state: 'withdrawn', code: null }]);
    expect(await codeOf(await register(code))).toBe('invite-bad');

    const used = await make(maker);
    expect((await register(used.code)).status).toBe(201);
    expect(await codeOf(await withdraw(maker, used.id))).toBe('too-late');
    expect(await codeOf(await withdraw(maker, randomUUID()))).toBe('not-found');
  });

  test('who takes it back while somebody joins with it is too late', async () => {
    const maker = await newMember();
    const { id, code } = await make(maker);
    const joining = await openTransaction(club.owner);
    await joining.client.query(
      `update members.invite i set used_by = $1, used_bucket = 0, used_at = now()
       from members.member_invite o where o.code_hash = i.code_hash and o.id = $2`,
      [randomUUID(), id],
    );
    const taking = withdraw(maker, id);
    await untilSomebodyWaits(club.owner);
    await joining.commit();
    expect(await codeOf(await taking)).toBe('too-late');
    expect(code).not.toBe('');
  });

  test('a suspended, excluded or leaving member invites nobody: their codes do not work', async () => {
    const sessions = createSessions(club.db);
    const maker = await newMember();
    const { code } = await make(maker);
    await transaction(club.api, (tx) => suspend(tx, sessions, maker.memberId, { reason: 'a reason', until: null }));
    const restricted = await signIn(club, maker, true);
    expect(await codeOf(await ask(restricted))).toBe('suspended');
    expect(await codeOf(await register(code))).toBe('invite-bad');
    await transaction(club.api, (tx) => lift(tx, sessions, maker.memberId));
    expect((await register(code)).status).toBe(201);

    const excluded = await newMember();
    const before = await make(excluded);
    const deps = { sessions, personKey: TEST_PERSON_KEY };
    await transaction(club.api, (tx) => exclude(tx, deps, excluded, { kind: 'time-out', hours: 24 }));
    expect(await codeOf(await register(before.code)), 'the way back in').toBe('invite-bad');

    const leaver = await newMember();
    const last = await make(leaver);
    await transaction(club.api, (tx) => startClosure(tx, sessions, leaver));
    expect(await codeOf(await register(last.code))).toBe('invite-bad');
    // Also in a session that was unrestricted before the closure.
    expect(await codeOf(await ask(await signIn(club, leaver)))).toBe('closing');
  });
});

test('nobody sees or touches another’s invites', async () => {
  const maker = await newMember();
  const other = await newMember();
  const { id, code } = await make(maker);
  expect((await list(other)).items).toEqual([]);
  expect(await codeOf(await withdraw(other, id))).toBe('not-found');
  expect((await list(maker)).items).toMatchObject([{ id, state: 'open', code }]);
  expect((await call(server, '/api/me/invites')).status).toBe(401);
});

test('a call without a key, or with a bad id, is refused in words', async () => {
  const member = await newMember();
  expect(await codeOf(await call(server, '/api/me/invites', { method: 'POST', cookie: member.cookie }))).toBe(
    'key-needed',
  );
  expect(await codeOf(await withdraw(member, 'none'))).toBe('invalid-body');
  const page = await call(server, '/api/me/invites?cursor=none', { cookie: member.cookie });
  expect(await codeOf(page)).toBe('invalid-body');
});

test('the list pages by its cursor', async () => {
  const member = await newMember();
  const made = [await make(member), await make(member), await make(member)].map(({ id }) => id).reverse();
  const first = (await list(member, '?limit=2')) as Invites & { nextCursor: string };
  const second = await list(member, `?limit=2&cursor=${first.nextCursor}`);
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(made);
});
