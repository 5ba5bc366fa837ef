import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FieldCipher, loadFieldCipher } from '../../src/crypto/field-cipher.ts';
import { transaction } from '../../src/db/transaction.ts';
import { giveStaffCode } from '../../src/staff/accounts.ts';
import { call, openServer, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { macs } from '../kit/macs.ts';
import { addStaff, STAFF_PASSWORD, signedInStaff, TERMINAL } from '../kit/staff.ts';

// Any number of concurrent correct passwords or codes succeeds: none is refused for too many attempts.

const AT_ONCE = 16;
const STEP_MS = 30_000;

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

/**
 * Sends all requests concurrently; each is repeated until the password queue accepts it. Returns the counts by status.
 */
async function atOnce(path: string, bodies: object[], cookie?: string): Promise<Record<number, number>> {
  const answers = await Promise.all(bodies.map((body) => untilTaken(() => call(server, path, { body, cookie }))));
  return countsOf(answers.map(({ status }) => status));
}

async function untilTaken(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function countsOf(statuses: number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

async function wrongOnes(): Promise<number> {
  const { rows } = await club.owner.query(
    'select coalesce(max(attempts), 0)::integer as most from members.attempt_count',
  );
  return rows[0].most;
}

/** A staff account that is signed in with a code whose time step is over. */
async function signedInWithCode() {
  const staff = await addStaff(club, 'finance');
  const uri = await transaction(club.db, (tx) => giveStaffCode(tx, { macs, cipher }, { name: staff.name }, TERMINAL));
  const totp = new TOTP({ secret: Secret.fromBase32(new URL(uri).searchParams.get('secret') ?? '') });
  const code = () => totp.generate({ timestamp: club.clock.nowMs() });
  const answer = await call(server, '/api/console/session', {
    body: { name: staff.name, password: STAFF_PASSWORD, code: code() },
  });
  await club.at(club.clock.nowMs() + STEP_MS);
  return { ...staff, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '', code };
}

test('right passwords at once all sign in', async () => {
  const { name } = await addStaff(club, 'support');
  const body = { name, password: STAFF_PASSWORD };
  expect(await atOnce('/api/console/session', Array(AT_ONCE).fill(body))).toEqual({ 201: AT_ONCE });
  expect(await wrongOnes()).toBe(0);
});

test('among four wrong passwords, all right ones sign in', async () => {
  const { name } = await addStaff(club, 'support');
  const bodies = times(AT_ONCE, (index) => ({ name, password: index % 4 === 0 ? 'wrong one' : STAFF_PASSWORD }));
  expect(await atOnce('/api/console/session', bodies)).toEqual({ 201: 12, 401: 4 });
});

test('right passwords at once all prove presence', async () => {
  const { cookie } = await signedInStaff(club, 'support');
  const proofs = Array(AT_ONCE).fill({ password: STAFF_PASSWORD });
  expect(await atOnce('/api/console/step-up', proofs, cookie)).toEqual({ 204: AT_ONCE });
  expect(await wrongOnes()).toBe(0);
});

test('one right code sent many times at once is taken once, and none of the rest is a guess', async () => {
  const { cookie, code } = await signedInWithCode();
  const proofs = Array(AT_ONCE).fill({ code: code() });
  expect(await atOnce('/api/console/step-up', proofs, cookie)).toEqual({ 204: 1, 401: AT_ONCE - 1 });
  await club.at(club.clock.nowMs() + STEP_MS);
  expect(await atOnce('/api/console/step-up', [{ code: code() }], cookie)).toEqual({ 204: 1 });
});

test.each(['password', 'code'] as const)('of many a wrong %s at once, five are looked at', async (kind) => {
  const { cookie } = kind === 'code' ? await signedInWithCode() : await signedInStaff(club, 'support');
  const proofs = times(AT_ONCE, (index) => ({ [kind]: String(100_000 + index) }));
  expect(await atOnce('/api/console/step-up', proofs, cookie)).toEqual({ 401: 5, 429: AT_ONCE - 5 });
});
