import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/durations.ts';
import { call, type SignedIn, signIn } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { FINANCE_PASSWORD, giveFinancePassword } from '../kit/persons.ts';
import { type SignedInStaff, signedInStaff } from '../kit/staff.ts';
import { openWallet, serveWallet, type TestWallet } from '../kit/wallet.ts';

const LOGIN_PASSWORD = 'a lantern in june';
const NEW_ONE = '8402';

let club: Club;
let wallet: TestWallet;
let server: Awaited<ReturnType<typeof serveWallet>>;
let support: SignedInStaff;
let loginHash: string;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  server = await serveWallet(club, wallet);
  support = await signedInStaff(club, 'support');
  loginHash = await wallet.members.passwords.hash(LOGIN_PASSWORD);
});
afterAll(async () => {
  await server.stop();
  wallet.close();
  await club.close();
});

async function memberWithPassword(): Promise<SignedIn> {
  const member = await signIn(club, await club.member());
  await club.db
    .updateTable('members.member')
    .set({ password_hash: loginHash })
    .where('bucket', '=', member.bucket)
    .where('member_id', '=', member.memberId)
    .execute();
  await giveFinancePassword(wallet.members, member);
  return member;
}

/** Starts a reset; by new support staff unless `staff` is given, since the moving clock ends sessions. */
async function startReset(
  { memberId }: SignedIn,
  staff?: SignedInStaff,
  why = 'forgot it, seen on video',
): Promise<Response> {
  const { cookie } = staff ?? (await signedInStaff(club, 'support'));
  return call(server, `/api/console/members/${memberId}/finance-password-reset`, { body: { why }, cookie });
}

function setNew(member: SignedIn, more: Record<string, string> = {}): Promise<Response> {
  const body = { financePassword: NEW_ONE, repeat: NEW_ONE, ...more };
  return call(server, '/api/me/finance-password', { body, cookie: member.cookie });
}

function cancel({ cookie }: SignedIn): Promise<Response> {
  return call(server, '/api/me/finance-password/reset/cancel', { method: 'POST', cookie });
}

async function stateOf({ cookie }: SignedIn) {
  return ((await (await call(server, '/api/me/person', { cookie })).json()) as { financePassword: object })
    .financePassword;
}

async function codeOf(answer: Response): Promise<string> {
  return answer.ok ? 'done' : ((await answer.json()) as { code: string }).code;
}

async function messageKindsOf({ bucket, memberId }: SignedIn): Promise<string[]> {
  const rows = await club.db
    .selectFrom('members.message')
    .select('kind')
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
}

describe('a reset', () => {
  test('is started by support, told to the member and written into the log of acts', async () => {
    const member = await memberWithPassword();
    const answer = await startReset(member, support);
    const effectiveAtMs = club.clock.nowMs() + DAY_MS;
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ effectiveAtMs });
    expect(await stateOf(member)).toEqual({ set: true, lockedUntilMs: null, resetAtMs: effectiveAtMs });
    expect(await messageKindsOf(member)).toEqual(['finance-password-reset']);
    const acts = await club.db
      .selectFrom('audit.entry')
      .select(['act', 'staff_id', 'body'])
      .where('member_id', '=', member.memberId)
      .execute();
    expect(acts).toMatchObject([{ act: 'finance-password-reset', staff_id: support.id }]);
    expect(acts[0]?.body).toContain('forgot it, seen on video');
  });

  test.each(['finance', 'content', 'auditor', 'owner'] as const)('is not started by %s', async (role) => {
    const member = await memberWithPassword();
    const answer = await startReset(member, await signedInStaff(club, role));
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'forbidden']);
    expect(await stateOf(member)).toMatchObject({ resetAtMs: null });
  });

  test('needs a reason, a member and a finance password', async () => {
    const member = await memberWithPassword();
    expect(await codeOf(await startReset(member, support, '  '))).toBe('reason-needed');
    const nobody = { ...member, memberId: '0190a1b2-1234-7234-8234-123456789016' };
    expect(await codeOf(await startReset(nobody, support))).toBe('not-found');
    const bare = await signIn(club, await club.member());
    expect(await codeOf(await startReset(bare, support))).toBe('finance-password-first');
  });

  test('is one at a time', async () => {
    const member = await memberWithPassword();
    const answers = await Promise.all([startReset(member, support), startReset(member, support)]);
    expect((await Promise.all(answers.map(codeOf))).sort()).toEqual(['already-set', 'done']);
  });

  test('changes nothing for a day: the old one is right, and the login password alone sets none', async () => {
    const member = await memberWithPassword();
    await startReset(member);
    await club.clock.forward(DAY_MS - 1);
    expect(await codeOf(await setNew(member))).toBe('already-set');
    expect(await codeOf(await setNew(member, { loginPassword: LOGIN_PASSWORD }))).toBe('fill-in');
    const wrong = { loginPassword: LOGIN_PASSWORD, oldFinancePassword: '9041' };
    expect(await codeOf(await setNew(member, wrong))).toBe('finance-password-wrong');
    expect(await stateOf(member)).toMatchObject({ set: true });
  });

  test('makes the old one void after a day; a new one takes the login password', async () => {
    const member = await memberWithPassword();
    await startReset(member);
    const resetAtMs = club.clock.nowMs() + DAY_MS;
    await club.clock.forward(DAY_MS);
    expect(await stateOf(member)).toEqual({ set: false, lockedUntilMs: null, resetAtMs });
    expect(await codeOf(await setNew(member))).toBe('fill-in');
    expect(await codeOf(await setNew(member, { oldFinancePassword: FINANCE_PASSWORD }))).toBe('fill-in');
    expect(await codeOf(await setNew(member, { loginPassword: 'another lantern' }))).toBe('wrong-credentials');
    expect(await codeOf(await setNew(member, { loginPassword: LOGIN_PASSWORD }))).toBe('done');
    expect(await stateOf(member)).toEqual({ set: true, lockedUntilMs: null, resetAtMs: null });
    // The reset is used up: the login password alone sets no second one.
    expect(await codeOf(await setNew(member, { loginPassword: LOGIN_PASSWORD }))).toBe('fill-in');
    expect(await messageKindsOf(member)).toEqual(['finance-password-reset', 'finance-password-changed']);
  });

  test('is used once, also by two at the same time', async () => {
    const member = await memberWithPassword();
    await startReset(member);
    await club.clock.forward(DAY_MS);
    const answers = await Promise.all([1, 2].map(() => setNew(member, { loginPassword: LOGIN_PASSWORD })));
    const codes = await Promise.all(answers.map(codeOf));
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
  });

  test('opens what wrong entries had locked', async () => {
    const member = await memberWithPassword();
    await club.db
      .updateTable('members.finance_password')
      .set({ locks: 9, locked_until: new Date(club.clock.nowMs() + 30 * DAY_MS) })
      .where('bucket', '=', member.bucket)
      .where('member_id', '=', member.memberId)
      .execute();
    await startReset(member);
    await club.clock.forward(DAY_MS);
    expect(await codeOf(await setNew(member, { loginPassword: LOGIN_PASSWORD }))).toBe('done');
    expect(await stateOf(member)).toEqual({ set: true, lockedUntilMs: null, resetAtMs: null });
  });

  test('is stopped by the member with their session, while it waits', async () => {
    const member = await memberWithPassword();
    expect(await codeOf(await cancel(member))).toBe('not-found');
    await startReset(member);
    expect((await cancel(member)).status).toBe(204);
    expect(await stateOf(member)).toMatchObject({ set: true, resetAtMs: null });
    await club.clock.forward(2 * DAY_MS);
    expect(await codeOf(await setNew(member, { loginPassword: LOGIN_PASSWORD }))).toBe('fill-in');
    expect(await messageKindsOf(member)).toEqual(['finance-password-reset', 'finance-password-reset-cancelled']);
    await startReset(member);
    await club.clock.forward(DAY_MS);
    expect(await codeOf(await cancel(member))).toBe('too-late');
  });

  test('ends when members change it themselves, since they know it', async () => {
    const member = await memberWithPassword();
    await startReset(member);
    const both = { loginPassword: LOGIN_PASSWORD, oldFinancePassword: FINANCE_PASSWORD };
    expect(await codeOf(await setNew(member, both))).toBe('done');
    expect(await stateOf(member)).toMatchObject({ set: true, resetAtMs: null });
  });

  test('may be seen and stopped by a suspended member too', async () => {
    const member = await memberWithPassword();
    await startReset(member);
    const restricted = await signIn(club, member, true);
    expect(await stateOf(restricted)).toMatchObject({ set: true });
    expect((await cancel(restricted)).status).toBe(204);
  });
});
