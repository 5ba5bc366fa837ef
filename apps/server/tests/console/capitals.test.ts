import { afterAll, beforeAll, expect, test } from 'vitest';
import { record } from '../../src/audit/audit.ts';
import { verifyLog } from '../../src/audit/verify.ts';
import { transaction } from '../../src/db/transaction.ts';
import { changeRole } from '../../src/staff/accounts.ts';
import { call, signIn } from '../http/server.ts';
import { macs } from '../kit/macs.ts';
import { openConsole, type TestConsole } from './console.ts';

const WHY = 'asked for at the desk';

let at: TestConsole;
beforeAll(async () => {
  at = await openConsole();
});
afterAll(() => at.close());

function ownersLeft(): Promise<number> {
  return at.club.owner
    .query(`select count(*)::int as n from staff.account where role = 'owner' and disabled_at is null`)
    .then(({ rows }) => rows[0].n);
}

test('an id in capitals is the same id: the log stays whole, and says it in small letters', async () => {
  const { memberId } = await at.club.member();
  const capitals = memberId.toUpperCase();
  await at.acts();
  expect((await at.get(`/api/console/members/${capitals}`, at.staff.support)).status).toBe(200);
  const note = await at.post(`/api/console/members/${capitals}/notes`, { words: 'He called twice.' }, at.staff.support);
  expect(note.status).toBe(201);
  for (const path of [`audit?member=${capitals}`, `audit?staff=${at.staff.support.id.toUpperCase()}`]) {
    const { status, body } = await at.get(`/api/console/${path}`, at.staff.auditor);
    expect({ status, found: body.items?.length }, path).toMatchObject({ status: 200, found: expect.any(Number) });
    expect(body.items?.length, path).toBeGreaterThan(0);
  }
  const acts = JSON.stringify(await at.acts());
  expect(acts).toContain(memberId);
  expect(acts).not.toContain(capitals);
  expect(await verifyLog(at.club.db, [])).toMatchObject({ brokenAt: null });
});

test('who is suspended by an id in capitals is signed out at once', async () => {
  const mira = await signIn(at.club, await at.club.member());
  expect((await call(at.server, '/api/me', { cookie: mira.cookie })).status).toBe(200);
  const path = `/api/console/members/${mira.memberId.toUpperCase()}/suspension`;
  const body = { untilMs: at.club.clock.nowMs() + 86_400_000, why: WHY };
  expect((await at.post(path, body, at.staff.support)).status).toBe(201);
  expect((await call(at.server, '/api/me', { cookie: mira.cookie })).status).toBe(401);
});

test('the only owner stays one, however their own id is written', async () => {
  const { id } = at.staff.owner;
  expect(await ownersLeft()).toBe(1);
  for (const [act, body] of [
    ['role', { role: 'finance', why: WHY }],
    ['disable', { why: WHY }],
    ['second-factor', { why: WHY }],
  ] as const) {
    const answer = await at.post(`/api/console/staff/${id.toUpperCase()}/${act}`, body, at.staff.owner);
    expect(answer, act).toMatchObject({ status: 409, body: { code: 'own-account' } });
    const staff = { ...at.staff.owner, tokenHash: Buffer.alloc(32) };
    const by = { staff, why: WHY, address: '192.0.2.9' };
    const change = transaction(at.club.db, (tx) => changeRole(tx, macs, { staffId: id.toUpperCase() }, 'finance', by));
    await expect(change).rejects.toThrow('own-account');
  }
  expect(await ownersLeft()).toBe(1);
});

test('the log takes no id that its columns would write otherwise', async () => {
  const { bucket, memberId } = await at.club.member();
  const { id, name, role } = at.staff.support;
  const act = { act: 'member-read', why: null, address: '192.0.2.9' };
  for (const [staff, member] of [
    [
      { id: id.toUpperCase(), name, role },
      { bucket, memberId },
    ],
    [
      { id, name, role },
      { bucket, memberId: memberId.toUpperCase() },
    ],
  ] as const) {
    await expect(transaction(at.club.db, (tx) => record(tx, { ...act, staff, member }))).rejects.toThrow(TypeError);
  }
});
