import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FieldCipher, loadFieldCipher } from '../../src/crypto/field-cipher.ts';
import { transaction } from '../../src/db/transaction.ts';
import { MINUTE_MS } from '../../src/durations.ts';
import { giveStaffCode } from '../../src/staff/accounts.ts';
import type { SignedInStaff as Caller } from '../../src/staff/sessions.ts';
import { identifyStaff } from '../../src/staff/sessions.ts';
import { proofsOf } from '../../src/staff/step-up.ts';
import { call, openServer, type TestServer } from '../http/server.ts';
import { authenticator } from '../kit/authenticator.ts';
import { type Club, openClub } from '../kit/club.ts';
import { macs } from '../kit/macs.ts';
import { addStaff, type SignedInStaff, STAFF_PASSWORD, signedInStaff, TERMINAL } from '../kit/staff.ts';

// Dangerous acts require a proof of presence that is at most five minutes old.

const MEMBER = '018f9c3e-2b8d-7cc2-8a3f-1d2e3f4a5b6c';
/** A dangerous act. Its body is refused later for another reason. */
const DANGEROUS = `/api/console/members/${MEMBER}/real-name`;

let club: Club;
let server: TestServer;
let cipher: FieldCipher;
beforeAll(async () => {
  club = await openClub();
  server = await openServer(club);
  cipher = await loadFieldCipher(server.keysDir);
});
beforeEach(() => club.owner.query('truncate members.attempt_count'));
afterAll(async () => {
  await server.stop();
  await club.close();
});

async function codeOf(answer: Response): Promise<string | null> {
  return answer.status === 204 ? null : ((await answer.json()) as { code: string }).code;
}

function act({ cookie }: Pick<SignedInStaff, 'cookie'>): Promise<string | null> {
  return call(server, DANGEROUS, { body: { realName: 'Mira', why: '' }, cookie }).then(codeOf);
}

function prove({ cookie }: Pick<SignedInStaff, 'cookie'>, body: object): Promise<string | null> {
  return call(server, '/api/console/step-up', { body, cookie }).then(codeOf);
}

function later(minutes: number): Promise<void> {
  return club.at(club.clock.nowMs() + minutes * MINUTE_MS);
}

/** Gives a signed-in staff account a TOTP secret. This ends its sessions, so it signs in again. */
async function withCode(role: 'support' | 'finance') {
  const staff = await addStaff(club, role);
  const uri = await transaction(club.db, (tx) => giveStaffCode(tx, { macs, cipher }, { name: staff.name }, TERMINAL));
  const totp = new TOTP({ secret: Secret.fromBase32(new URL(uri).searchParams.get('secret') ?? '') });
  const code = () => totp.generate({ timestamp: club.clock.nowMs() });
  const answer = await call(server, '/api/console/session', {
    body: { name: staff.name, password: STAFF_PASSWORD, code: code() },
  });
  return { ...staff, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '', code };
}

test('signing in is a proof for five minutes, and no longer', async () => {
  const sara = await signedInStaff(club, 'support');
  await later(4.99);
  expect(await act(sara)).toBe('reason-needed');
  await later(0.02);
  expect(await act(sara)).toBe('step-up-needed');
  expect((await call(server, '/api/console/complaints', { cookie: sara.cookie })).status).toBe(200);
});

test('the role is asked for first: who may not do it is not asked to prove anything', async () => {
  const ada = await signedInStaff(club, 'auditor');
  await later(6);
  expect(await act(ada)).toBe('forbidden');
});

test('a play house takes the password of who has nothing better; a wrong one is a try', async () => {
  const sara = await signedInStaff(club, 'support');
  await later(6);
  expect(await prove(sara, { password: 'not this one' })).toBe('wrong-credentials');
  expect(await prove(sara, {})).toBe('fill-in');
  expect(await prove(sara, { code: '123456' })).toBe('fill-in');
  expect(await act(sara)).toBe('step-up-needed');
  expect(await prove(sara, { password: STAFF_PASSWORD })).toBe(null);
  expect(await act(sara)).toBe('reason-needed');
  for (let n = 0; n < 5; n++) await prove(sara, { password: `guess ${n}` });
  expect(await prove(sara, { password: STAFF_PASSWORD })).toBe('throttled');
});

test('who has a one-time code gives it, each once; the password is not enough', async () => {
  const sara = await withCode('support');
  await later(6);
  expect(await prove(sara, { password: STAFF_PASSWORD })).toBe('fill-in');
  expect(await prove(sara, { code: '000000' })).toBe('code-wrong');
  const code = sara.code();
  expect(await prove(sara, { code })).toBe(null);
  expect(await prove(sara, { code })).toBe('code-wrong');
  expect(await act(sara)).toBe('reason-needed');
});

test('of two sessions that bring the same code at once, one is taken', async () => {
  const sara = await withCode('support');
  await later(6);
  const code = sara.code();
  const all = await Promise.all([prove(sara, { code }), prove(sara, { code }), prove(sara, { code })]);
  expect(all.filter((one) => one === null)).toHaveLength(1);
});

test('a passkey proves it for its own session alone, and only its owner’s', async () => {
  const sara = await signedInStaff(club, 'support');
  const other = await signedInStaff(club, 'support');
  const key = authenticator(server.address);
  const ask = async (path: string, { cookie }: SignedInStaff) =>
    (await (await call(server, path, { body: {}, cookie })).json()) as { attempt: string; options: object };
  const made = await ask('/api/console/me/passkeys/challenge', sara);
  const body = { attempt: made.attempt, name: 'Phone', passkey: key.create(made.options) };
  expect((await call(server, '/api/console/me/passkeys', { body, cookie: sara.cookie })).status).toBe(201);
  await later(6);
  const requested = await ask('/api/console/step-up/challenge', sara);
  expect(requested.options).toMatchObject({
    allowCredentials: [{ id: key.credentialId }],
    userVerification: 'required',
  });
  const proof = { passkey: { attempt: requested.attempt, passkey: key.get(requested.options) } };
  expect(await prove(other, proof)).toBe('fill-in');
  expect(await prove(sara, proof)).toBe(null);
  expect(await act(sara)).toBe('reason-needed');
  expect(await act(other)).toBe('step-up-needed');
  expect(await prove(sara, proof)).toBe('passkey-refused');
});

test('where play is for money, nobody proves anything by a password', async () => {
  const { id } = await addStaff(club, 'finance');
  expect(await proofsOf(club.db, { codeRequired: true, macs }, id)).toEqual([]);
  expect(await proofsOf(club.db, { codeRequired: false, macs }, id)).toEqual(['password']);
});

test('an ended session proves nothing, and each proof stands in the log', async () => {
  const sara = await signedInStaff(club, 'support');
  expect(await prove(sara, { password: STAFF_PASSWORD })).toBe(null);
  await call(server, '/api/console/session', { method: 'DELETE', cookie: sara.cookie });
  expect(await prove(sara, { password: STAFF_PASSWORD })).toBe('signed-out');
  const { rows } = await club.owner.query('select body from audit.entry where staff_id = $1 order by seq', [sara.id]);
  const acts = rows.map(({ body }) => JSON.parse(body)).map(({ act: name, after }) => [name, after]);
  expect(acts).toEqual([
    ['step-up', { by: 'password' }],
    ['sign-out', null],
  ]);
});

describe('what the server says of oneself', () => {
  test('is the role, what it may do, how presence is proved, and when the session ends', async () => {
    const finn = await signedInStaff(club, 'finance');
    const answer = await call(server, '/api/console/me', { cookie: finn.cookie });
    const me = (await answer.json()) as { provedUntilMs: number; acts: string[] };
    expect(me).toMatchObject({ id: finn.id, role: 'finance', proofs: ['password'], idleSeconds: 900 });
    expect(me.provedUntilMs - club.clock.nowMs()).toBe(5 * MINUTE_MS);
    expect(me.acts).toContain('POST /api/console/members/{memberId}/withdrawals/{id}/approve');
    expect(me.acts).not.toContain('POST /api/console/members/{memberId}/real-name');
  });

  test('lists own sessions and ends one of them, but nobody else’s', async () => {
    const finn = await signedInStaff(club, 'finance');
    const greta = await signedInStaff(club, 'finance');
    const second = await call(server, '/api/console/session', { body: { name: finn.name, password: STAFF_PASSWORD } });
    const cookie = second.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { items } = (await (await call(server, '/api/console/me/sessions', { cookie })).json()) as {
      items: { id: string; current: boolean }[];
    };
    expect(items.map(({ current }) => current).sort()).toEqual([false, true]);
    const first = items.find(({ current }) => !current)?.id ?? '';
    const end = (of: string) => call(server, `/api/console/me/sessions/${first}`, { method: 'DELETE', cookie: of });
    expect((await end(greta.cookie)).status).toBe(404);
    expect((await end(cookie)).status).toBe(204);
    expect((await call(server, '/api/console/me', { cookie: finn.cookie })).status).toBe(401);
    expect((await end(cookie)).status).toBe(404);
  });

  test('a session is told apart by its own token', async () => {
    const { cookie, id } = await signedInStaff(club, 'owner');
    const caller = (await identifyStaff(club.db, macs, cookie.split('=')[1] ?? '')) as Caller;
    expect([caller.id, caller.isProved, caller.tokenHash.length]).toEqual([id, true, 32]);
  });
});
