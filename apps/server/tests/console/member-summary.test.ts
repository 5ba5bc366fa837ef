import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadFieldCipher } from '../../src/crypto/field-cipher.ts';
import { DAY_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import { call, signIn } from '../http/server.ts';
import { givePayee, nameMember } from '../kit/persons.ts';
import { answerOf, openConsole, type TestConsole } from './console.ts';

// What a decision page reads about its member.

let at: TestConsole;
beforeAll(async () => {
  at = await openConsole();
});
afterAll(() => at.close());

const pathOf = ({ memberId }: Pick<Identity, 'memberId'>, more = '/summary') =>
  `/api/console/members/${memberId}${more}`;

test('the summary has level, balance, payouts, limits and open cases, and the member sees who looked', async () => {
  const member = await at.club.member({ credits: 12_300n });
  await nameMember(at.club.db, member, 'Ana Petrova');
  await givePayee(at.club.db, await loadFieldCipher(at.server.keysDir), member);
  const { cookie } = await signIn(at.club, member);
  await call(at.server, '/api/me/desk/threads', {
    cookie,
    body: { subject: 'question', words: 'Where is my payout?' },
    headers: { 'idempotency-key': randomUUID() },
  });
  await call(at.server, '/api/me/limits', { cookie, body: { kind: 'stake-day', value: '500' } });
  const expiresAtMs = at.club.clock.nowMs() + 10 * DAY_MS;
  const order = { authority: 'District Court', reference: 'DC 1', expiresAtMs, why: 'as ordered' };
  expect((await at.post(pathOf(member, '/legal-holds'), order, at.staff.finance)).status).toBeLessThan(300);
  const correction = { direction: 'to-member', amountMinor: '5', reference: 'leaf-0001', why: 'a lost slip' };
  expect((await at.post(pathOf(member, '/corrections'), correction, at.staff.finance)).status).toBeLessThan(300);
  await at.acts();

  const { status, body } = await at.get(pathOf(member), at.staff.finance);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: member.memberId,
    userName: member.userName,
    realName: 'Ana Petrova',
    state: 'active',
    level: 2,
    availableMinor: '12300',
    heldMinor: '0',
    payouts: { paid: 0, refused: 0, last: [] },
    limits: { exclusion: null },
    open: { withdrawals: 0, corrections: 1, legalHolds: 1, complaints: 0, threads: null },
  });
  expect((body.limits as { limits: unknown[] }).limits).toContainEqual(
    expect.objectContaining({ kind: 'stake-day', value: '500' }),
  );
  expect(await at.acts()).toMatchObject([
    { act: 'member-read', member: member.memberId, staff: { name: at.staff.finance.name } },
  ]);
  const own = await answerOf(await call(at.server, '/api/me/acts', { cookie }));
  expect(own.body.items?.map(({ act }) => act)).toContain('member-read');
});

test('each role sees the open cases that it may list', async () => {
  const member = await at.club.member();
  const open = async (role: 'support' | 'finance' | 'auditor' | 'owner') =>
    (await at.get(pathOf(member), at.staff[role])).body.open;
  const none = { withdrawals: 0, corrections: 0, legalHolds: 0, complaints: 0, threads: 0 };
  expect(await open('support')).toEqual({ ...none, withdrawals: null, corrections: null, legalHolds: null });
  expect(await open('finance')).toEqual({ ...none, threads: null });
  for (const role of ['auditor', 'owner'] as const) expect(await open(role)).toEqual(none);
  expect((await at.get(pathOf(member), at.staff.content)).status).toBe(403);
});

test('an unknown member is not found, and nothing is recorded', async () => {
  await at.acts();
  expect((await at.get(pathOf({ memberId: randomUUID() }), at.staff.owner)).status).toBe(404);
  expect((await at.get(pathOf({ memberId: 'nobody' }), at.staff.owner)).status).toBe(400);
  expect((await at.get(pathOf(await at.club.member()))).status).toBe(401);
  expect(await at.acts()).toEqual([]);
});
