import { afterAll, beforeAll, expect, test } from 'vitest';
import document from '../../../../packages/contract/openapi.json' with { type: 'json' };
import { exclusionOf } from '../../src/members/limits/exclusion-in-force.ts';
import { ROLES } from '../../src/staff/roles.ts';
import { call, signIn } from '../http/server.ts';
import { openConsole, type TestConsole } from './console.ts';

/** Kinds as messages name them. */
const SPOKEN = { 'time-out': 'timeOut', 'self-exclusion': 'selfExclusion' } as const;
const WHY = 'Asked for it on the phone today';

let at: TestConsole;
beforeAll(async () => {
  at = await openConsole();
});
afterAll(() => at.close());

const pathOf = (member: { memberId: string }) => `/api/console/members/${member.memberId}/exclusion`;

test.each([[{ kind: 'time-out', hours: 72 }], [{ kind: 'self-exclusion', months: 12 }]] as const)(
  'staff enter the break that a member asked for: %j',
  async (started) => {
    const member = await at.club.member({ credits: 1_000n });
    const { cookie } = await signIn(at.club, member);
    await at.acts();
    const done = await at.post(pathOf(member), { break: started, why: WHY }, at.staff.support);
    expect(done.status).toBe(201);
    expect(done.body).toEqual({ kind: started.kind, untilMs: expect.any(Number) });
    expect((await exclusionOf(at.club.db, member))?.kind).toBe(started.kind);
    expect(await (await call(at.server, '/api/me', { cookie })).json()).toMatchObject({
      restricted: true,
      exclusion: { kind: started.kind },
    });
    expect((await at.acts()).find(({ act }) => act === 'member-excluded')).toMatchObject({
      why: WHY,
      member: member.memberId,
      before: null,
      after: { kind: started.kind },
    });
    const messages = await (await call(at.server, '/api/me/messages', { cookie })).json();
    expect(messages).toMatchObject({
      items: [{ kind: 'exclusion-by-staff', params: { why: WHY, kind: SPOKEN[started.kind] } }],
    });
  },
);

test('house rule 9: a shorter break entered by staff changes nothing', async () => {
  const member = await at.club.member();
  await at.post(pathOf(member), { break: { kind: 'self-exclusion', months: 24 }, why: WHY }, at.staff.support);
  const before = await exclusionOf(at.club.db, member);
  for (const shorter of [
    { kind: 'self-exclusion', months: 6 },
    { kind: 'time-out', hours: 24 },
  ]) {
    expect((await at.post(pathOf(member), { break: shorter, why: WHY }, at.staff.owner)).status).toBe(201);
  }
  expect(await exclusionOf(at.club.db, member)).toEqual(before);
});

test('house rule 9: no call of staff ends a break or loosens a limit', () => {
  const calls = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/console') && /exclu|time-out|limit/.test(path))
    .map(([path, methods]) => `${Object.keys(methods)} ${path}`);
  // `limits` refuses a looser value: `limit-not-stricter`.
  expect(calls.sort()).toEqual([
    'post /api/console/members/{memberId}/exclusion',
    'post /api/console/members/{memberId}/limits',
  ]);
});

test.each(ROLES.filter((role) => role !== 'support' && role !== 'owner'))('%s enters none', async (role) => {
  const member = await at.club.member();
  const answer = await at.post(pathOf(member), { break: { kind: 'time-out', hours: 24 }, why: WHY }, at.staff[role]);
  expect(answer.status).toBe(403);
  expect(await exclusionOf(at.club.db, member)).toBeNull();
});

test.each([
  [{ break: { kind: 'time-out', hours: 23 }, why: WHY }, 'invalid-body'],
  [{ break: { kind: 'time-out', months: 6 }, why: WHY }, 'invalid-body'],
  [{ break: { kind: 'self-exclusion', months: 5 }, why: WHY }, 'invalid-body'],
  [{ break: { kind: 'self-exclusion' }, why: WHY }, 'invalid-body'],
  [{ break: { kind: 'self-exclusion', months: null }, why: WHY }, 'invalid-body'],
  [{ why: WHY }, 'invalid-body'],
  [{ break: { kind: 'self-exclusion', months: 6 }, why: '  ' }, 'reason-needed'],
] as const)('refuses %j', async (body, code) => {
  const member = await at.club.member();
  expect((await at.post(pathOf(member), body, at.staff.support)).body.code).toBe(code);
  expect(await exclusionOf(at.club.db, member)).toBeNull();
});
