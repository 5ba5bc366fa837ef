import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadFieldCipher } from '../../src/crypto/field-cipher.ts';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS } from '../../src/durations.ts';
import { reconcile } from '../../src/ledger/reconcile.ts';
import { correctRealName } from '../../src/members/persons/real-name.ts';
import { call, signIn } from '../http/server.ts';
import { givePayee, nameMember } from '../kit/persons.ts';
import { answerOf, openConsole, type TestConsole } from './console.ts';

const WHY = 'asked for by the member';

let at: TestConsole;
beforeAll(async () => {
  at = await openConsole();
});
afterAll(async () => {
  expect(await reconcile(at.club.db)).toEqual([]);
  await at.close();
});

function pathOf({ memberId }: { memberId: string }, more = ''): string {
  return `/api/console/members/${memberId}${more}`;
}

describe('the list of members', () => {
  test('is searched by the beginning of a name, by id and by real name, page by page, and says who was seen', async () => {
    const [one, two, other] = await at.club.members(3);
    if (!one || !two || !other) throw new Error('nobody came');
    await at.club.owner.query(
      `update members.user_name_claim set name_key = v.name from (values ($1::uuid, 'zoe.a'), ($2, 'zoe_b'), ($3, 'zo.e')) v (id, name)
       where member_id = v.id`,
      [one.memberId, two.memberId, other.memberId],
    );
    await at.acts();
    const first = await at.get('/api/console/members?userName=ZOE&limit=1', at.staff.support);
    expect(first.body).toMatchObject({ total: 2, items: [{ id: one.memberId, state: 'active' }], nextCursor: 'zoe.a' });
    const second = await at.get('/api/console/members?userName=zoe&limit=1&cursor=zoe.a', at.staff.support);
    expect(second.body).toMatchObject({ total: 2, items: [{ id: two.memberId }], nextCursor: null });
    expect((await at.acts()).at(-1)).toMatchObject({
      act: 'members-read',
      staff: { name: at.staff.support.name },
      after: { userName: true, members: [two.memberId] },
    });
    const byId = await at.get(`/api/console/members?memberId=${other.memberId}`, at.staff.finance);
    expect(byId.body).toMatchObject({ total: 1, items: [{ id: other.memberId }] });

    await nameMember(at.club.db, two, 'Ана Петрова');
    const named = (name: string) =>
      at.get(`/api/console/members?realName=${encodeURIComponent(name)}`, at.staff.auditor);
    expect((await named('ана ПЕТРОВА')).body.items).toEqual([expect.objectContaining({ id: two.memberId })]);
    expect((await named('Ана')).body.total).toBe(0);
    await transaction(at.club.db, (tx) => correctRealName(tx, two, 'Anna Petrova', at.staff.support.id));
    expect((await named('Ана Петрова')).body.total).toBe(0);
    expect((await named('Anna Petrova')).body.total).toBe(1);
  });

  test('takes nothing else', async () => {
    for (const query of ['cursor=%', 'memberId=1', 'state=rich', `userName=${'x'.repeat(25)}`, 'limit=101']) {
      expect((await at.get(`/api/console/members?${query}`, at.staff.owner)).status, query).toBe(400);
    }
    expect((await at.get(`/api/console/members?userName=%25`, at.staff.owner)).body.total).toBe(0);
  });
});

describe('one member', () => {
  test('is shown with all their records, masked, and sees who looked', async () => {
    const member = await at.club.member({ credits: 12_300n });
    await nameMember(at.club.db, member, 'Ana Petrova');
    await givePayee(at.club.db, await loadFieldCipher(at.server.keysDir), member);
    const his = await signIn(at.club, member);
    const { status, body } = await at.get(pathOf(member), at.staff.support);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: member.memberId,
      userName: member.userName,
      state: 'active',
      level: 2,
      birthDate: '1990-05-17',
      realName: 'Ana Petrova',
      availableMinor: '12300',
      payee: { masked: 'DE•• •••• 3000' },
      limits: { exclusion: null },
      suspensions: [],
      waitingCorrections: [],
      sessions: { total: 2 },
    });
    expect(JSON.stringify(body)).not.toMatch(/hash|encrypted|token/i);
    for (const part of ['/statement', '/messages', '/acts', '/notes']) {
      expect((await at.get(pathOf(member, part), at.staff.support)).status, part).toBe(200);
    }
    const own = (await answerOf(await call(at.server, '/api/me/acts', { cookie: his.cookie }))).body;
    expect(own.items?.map(({ act, role }) => `${role} ${act}`).sort()).toEqual([
      'support member-acts-read',
      'support member-messages-read',
      'support member-notes-read',
      'support member-read',
      'support member-statement-read',
    ]);
  });

  test('who is not there is not found, and nothing is written down', async () => {
    await at.acts();
    const nobody = { memberId: randomUUID() };
    for (const part of ['', '/statement', '/messages', '/acts', '/notes']) {
      expect((await at.get(pathOf(nobody, part), at.staff.support)).status, part).toBe(404);
    }
    for (const [part, body] of [
      ['/notes', { words: 'x' }],
      ['/suspension', { why: WHY, untilMs: at.club.clock.nowMs() + DAY_MS }],
      ['/suspension/lift', { why: WHY }],
    ] as const) {
      expect((await at.post(pathOf(nobody, part), body, at.staff.support)).status, part).toBe(404);
    }
    expect((await at.post(pathOf(nobody, '/closure'), { why: WHY }, at.staff.finance)).status).toBe(404);
    expect(await at.acts()).toEqual([]);
  });

  test('the member’s statement is the one that they see themselves', async () => {
    const member = await at.club.member({ credits: 500n });
    const his = await signIn(at.club, member);
    const own = await (await call(at.server, '/api/me/statement', { cookie: his.cookie })).json();
    expect((await at.get(pathOf(member, '/statement'), at.staff.finance)).body).toEqual(own);
  });
});

describe('a note', () => {
  test('stays as it is, with who wrote it, and stands in the member’s data', async () => {
    const member = await at.club.member();
    for (const words of ['First.', '  Second.  ']) {
      expect((await at.post(pathOf(member, '/notes'), { words }, at.staff.support)).status).toBe(201);
    }
    const { body } = await at.get(pathOf(member, '/notes'), at.staff.owner);
    expect(body).toMatchObject({
      total: 2,
      items: [{ words: 'Second.', staffName: at.staff.support.name }, { words: 'First.' }],
    });
    const his = await signIn(at.club, member);
    const data = await (await call(at.server, '/api/me/data.json', { cookie: his.cookie })).json();
    const notes = JSON.stringify(data);
    expect(notes).toContain('First.');
    expect(notes).not.toContain(at.staff.support.name);
    for (const change of [`update members.note set words = 'x'`, 'delete from members.note']) {
      await expect(at.club.pool.query(change)).rejects.toThrow('permission denied');
    }
  });

  test('has words, and not too many', async () => {
    const member = await at.club.member();
    for (const words of ['', '   ', 'x'.repeat(2_001)]) {
      expect((await at.post(pathOf(member, '/notes'), { words }, at.staff.support)).status).toBe(422);
    }
    expect((await at.post(pathOf(member, '/notes'), { words: 'x' }, at.staff.content)).status).toBe(403);
  });
});

describe('suspending', () => {
  test('ends the member’s sessions, has a reason and an end, causes a message, and is lifted', async () => {
    const member = await at.club.member({ credits: 1_000n });
    const his = await signIn(at.club, member);
    const untilMs = at.club.clock.nowMs() + DAY_MS;
    const done = await at.post(pathOf(member, '/suspension'), { why: 'Two accounts', untilMs }, at.staff.support);
    expect(done).toMatchObject({ status: 201, body: { untilMs } });
    expect((await call(at.server, '/api/me', { cookie: his.cookie })).status).toBe(401);
    expect((await at.get(pathOf(member), at.staff.support)).body).toMatchObject({
      state: 'suspended',
      suspensions: [{ reason: 'Two accounts', untilMs, liftedAtMs: null }],
    });
    const list = await at.get(`/api/console/members?state=suspended&memberId=${member.memberId}`, at.staff.auditor);
    expect(list.body.total).toBe(1);
    expect((await at.acts()).find(({ act }) => act === 'member-suspended')).toMatchObject({
      why: 'Two accounts',
      member: member.memberId,
      before: null,
      after: { reason: 'Two accounts' },
      address: '127.0.0.1',
    });
    const messages = await at.get(pathOf(member, '/messages'), at.staff.support);
    expect(messages.body).toMatchObject({ items: [{ kind: 'account-suspended', params: { why: 'Two accounts' } }] });

    expect((await at.post(pathOf(member, '/suspension/lift'), { why: WHY }, at.staff.support)).status).toBe(204);
    expect((await at.get(pathOf(member), at.staff.support)).body.state).toBe('active');
    const again = await at.post(pathOf(member, '/suspension/lift'), { why: WHY }, at.staff.support);
    expect(again.body.code).toBe('not-suspended');
  });

  test('takes a reason and an end that comes', async () => {
    const member = await at.club.member();
    const now = at.club.clock.nowMs();
    for (const [body, code] of [
      [{ why: ' ', untilMs: now + DAY_MS }, 'reason-needed'],
      [{ why: WHY, untilMs: now }, 'date-bad'],
      [{ why: WHY, untilMs: now + 367 * DAY_MS }, 'date-bad'],
      [{ why: WHY }, 'invalid-body'],
    ] as const) {
      expect((await at.post(pathOf(member, '/suspension'), body, at.staff.support)).body.code).toBe(code);
    }
  });
});

describe('closing a suspended member’s account', () => {
  test('pays the member out completely, and still lets them sign in to see it', async () => {
    const member = await at.club.member({ credits: 7_777n });
    await nameMember(at.club.db, member, 'Ana Petrova');
    await givePayee(at.club.db, await loadFieldCipher(at.server.keysDir), member);
    const closure = pathOf(member, '/closure');
    expect((await at.post(closure, { why: WHY }, at.staff.finance)).body.code).toBe('not-suspended');
    const untilMs = at.club.clock.nowMs() + DAY_MS;
    await at.post(pathOf(member, '/suspension'), { why: WHY, untilMs }, at.staff.support);
    const done = await at.post(closure, { why: WHY }, at.staff.finance);
    expect(done).toMatchObject({ status: 201, body: { payout: 'sent-off' } });
    expect((await at.get(pathOf(member), at.staff.support)).body).toMatchObject({
      state: 'closing',
      availableMinor: '0',
      heldMinor: '7777',
    });
    expect((await at.post(closure, { why: WHY }, at.staff.owner)).body.code).toBe('closing');
  });

  test('waits for a card or account where there is none', async () => {
    const member = await at.club.member({ credits: 50n });
    const untilMs = at.club.clock.nowMs() + DAY_MS;
    await at.post(pathOf(member, '/suspension'), { why: WHY, untilMs }, at.staff.support);
    const done = await at.post(pathOf(member, '/closure'), { why: WHY }, at.staff.owner);
    expect(done.body).toEqual({ payout: 'waits' });
  });
});
