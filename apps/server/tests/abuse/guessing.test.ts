import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadFieldCipher } from '../../src/crypto/field-cipher.ts';
import { transaction } from '../../src/db/transaction.ts';
import { CURRENT_AGREEMENT } from '../../src/members/account/agreement.ts';
import { issueRecoveryCodes } from '../../src/members/account/recovery-codes.ts';
import { createInvite } from '../../src/members/invites/invites.ts';
import { createPasswords } from '../../src/members/sessions/passwords.ts';
import { giveStaffCode } from '../../src/staff/accounts.ts';
import { call, signIn } from '../http/server.ts';
import { macs } from '../kit/macs.ts';
import { addStaff, type SignedInStaff, STAFF_PASSWORD, signedInStaff, TERMINAL } from '../kit/staff.ts';
import { type Ground, openGround, PASSWORD } from './ground.ts';
import { type ApiProcess, startProcess } from './process.ts';

// Brute force against every secret: from many addresses, at many accounts, over two processes that share only the
// database, and across the crash of one. The tests count the guesses that were checked.

let ground: Ground;
let processes: ApiProcess[];
const start = (): Promise<ApiProcess> => startProcess(ground.club, ground.server.keysDir);
beforeAll(async () => {
  ground = await openGround();
  processes = [await start(), await start()];
}, 180_000);
beforeEach(() => ground.club.owner.query('truncate members.attempt_count'));
afterAll(async () => {
  for (const one of processes) await one.stop();
  await ground.close();
});

interface Guess {
  path: string;
  method?: string;
  body: unknown;
  cookie?: string;
  headers?: Record<string, string>;
}

let nth = 0;

/** Sends a guess to the processes in turn. Returns the error code, or `taken`. */
async function guess(one: Guess, address: string): Promise<string> {
  nth += 1;
  const at = processes[nth % processes.length] as ApiProcess;
  const answer = await call(at, one.path, {
    body: one.body,
    headers: { 'x-forwarded-for': address, ...one.headers },
    ...(one.method === undefined ? {} : { method: one.method }),
    ...(one.cookie === undefined ? {} : { cookie: one.cookie }),
  });
  const text = await answer.text();
  return answer.ok ? 'taken' : String(JSON.parse(text).code);
}

/** Sends guesses concurrently, each from its own address by default. Returns the counts by code. */
async function guesses(
  count: number,
  make: (n: number) => Guess,
  addressOf = (n: number) => `198.51.${n >> 8}.${n & 255}`,
): Promise<Record<string, number>> {
  const codes = await Promise.all(Array.from({ length: count }, (_, n) => guess(make(n), addressOf(n))));
  const counts: Record<string, number> = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

async function newMember(): Promise<{ memberId: string; userName: string; cookie: string }> {
  const { club } = ground;
  const member = await signIn(club, await club.member());
  const hash = await createPasswords().hash(PASSWORD);
  await club.owner.query('update members.member set password_hash = $1 where member_id = $2', [hash, member.memberId]);
  return member;
}

const HERE = () => '203.0.113.5';
const signingIn = (userName: string, password: string): Guess => ({
  path: '/api/session',
  body: { userName, password },
});

describe('a member’s password', () => {
  test('is looked at five times for an account, from however many addresses, and not after a process died', async () => {
    const { userName } = await newMember();
    const counts = await guesses(60, (n) => signingIn(userName, `guess number ${n}`));
    expect(counts).toEqual({ 'wrong-credentials': 5, throttled: 55 });
    await processes[0]?.stop('SIGKILL');
    processes[0] = await start();
    for (let turn = 0; turn < 2; turn++) {
      expect(await guess(signingIn(userName, PASSWORD), '203.0.113.77')).toBe('throttled');
    }
    await ground.club.clock.forward(15 * 60_000 + 1);
    expect(await guess(signingIn(userName, PASSWORD), '203.0.113.77')).toBe('taken');
  });

  test('is looked at thirty times from an address, or one network, over however many accounts', async () => {
    const one = await guesses(60, (n) => signingIn(`name-${n}`, PASSWORD), HERE);
    expect(one).toEqual({ 'wrong-credentials': 30, throttled: 30 });
    const network = (n: number) => `2001:db8:7:7::${n.toString(16)}`;
    const many = await guesses(60, (n) => signingIn(`other-${n}`, PASSWORD), network);
    expect(many).toEqual({ 'wrong-credentials': 30, throttled: 30 });
  });

  test('that is common is tried on as many accounts as there are attempts, and no further', async () => {
    // Few guesses at each of many accounts: 30 per address and 5 per account.
    const names = await Promise.all(Array.from({ length: 8 }, newMember));
    const counts = await guesses(
      160,
      (n) => signingIn(names[n % 8]?.userName ?? '', `common-${Math.floor(n / 8)}`),
      (n) => `198.51.100.${n % 3}`,
    );
    expect(counts['wrong-credentials']).toBeLessThanOrEqual(8 * 5);
    expect((counts['wrong-credentials'] ?? 0) + (counts.throttled ?? 0)).toBe(160);
  });

  test('asked for once more in a session counts with those at the door', async () => {
    const { userName, cookie } = await newMember();
    const change = (n: number): Guess => ({
      path: '/api/me/login-password',
      cookie,
      body: { oldPassword: `guess ${n}`, newPassword: `${PASSWORD} two`, repeat: `${PASSWORD} two` },
    });
    const counts = await guesses(20, change);
    expect(counts).toEqual({ 'old-password-wrong': 5, throttled: 15 });
    expect(await guess(signingIn(userName, PASSWORD), '203.0.113.78')).toBe('throttled');
  });
});

describe('a code', () => {
  test('of recovery is looked at five times for an account and address, and the right one opens from elsewhere', async () => {
    const { memberId, userName } = await newMember();
    const [code = ''] = await transaction(ground.club.db, (tx) => issueRecoveryCodes(tx, memberId));
    const recovering = (recoveryCode: string): Guess => ({
      path: '/api/recover',
      body: { userName, recoveryCode, newPassword: `${PASSWORD} again` },
    });
    const counts = await guesses(30, () => recovering('AAAA-BBBB-CCCC-DDDD'), HERE);
    expect(counts).toEqual({ 'recovery-bad': 5, throttled: 25 });
    expect(await guess(recovering(code), HERE())).toBe('throttled');
    expect(await guess(recovering(code), '203.0.113.80')).toBe('taken');
    expect(await guess(recovering(code), '203.0.113.80')).toBe('recovery-bad');
  });

  test('of an invite is looked at thirty times from an address, and a right one after that is not', async () => {
    const expiresAt = new Date(ground.club.clock.nowMs() + 86_400_000);
    const right = await transaction(ground.club.db, (tx) => createInvite(tx, { issuer: null, expiresAt }));
    const joining = (inviteCode: string, n: number): Guess => ({
      path: '/api/members',
      body: {
        ...{ userName: `Guesser${n}`, password: PASSWORD, inviteCode },
        ...{ birthDate: '1990-05-17', agreementVersion: CURRENT_AGREEMENT },
      },
    });
    const counts = await guesses(50, (n) => joining(`TERC-${String(n).padStart(4, '0')}-0000`, n), HERE);
    expect(counts).toEqual({ 'invite-bad': 30, throttled: 20 });
    expect(await guess(joining(right, 99), HERE())).toBe('throttled');
    expect(await guess(joining(right, 99), '203.0.113.81')).toBe('taken');
  });

  test('of a host’s link is looked at thirty times from an address', async () => {
    const asking = (token: string): Guess => ({
      path: '/api/host-link/profile',
      body: undefined,
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    const counts = await guesses(50, () => asking(randomBytes(32).toString('base64url')), HERE);
    expect(counts).toEqual({ 'host-link-bad': 30, throttled: 20 });
  });
});

describe('the staff’s door', () => {
  const entering = (name: string, password: string, code?: string): Guess => ({
    path: '/api/console/session',
    body: { name, password, ...(code === undefined ? {} : { code }) },
  });

  test('checks five passwords from one address and a hundred from anywhere; a person at their usual address gets in', async () => {
    const { name } = await addStaff(ground.club, 'finance');
    expect(await guesses(20, (n) => entering(name, `guess ${n}`), HERE)).toEqual({
      'wrong-credentials': 5,
      throttled: 15,
    });
    expect(await guess(entering(name, STAFF_PASSWORD), '203.0.113.90')).toBe('taken');
    const { name: other } = await addStaff(ground.club, 'finance');
    const counts = await guesses(150, (n) => entering(other, `guess ${n}`));
    const { 'wrong-credentials': lookedAt, throttled = 0, busy = 0, ...others } = counts;
    // A busy machine refuses some before they are counted.
    expect({ lookedAt, sentAway: throttled + busy, others }).toEqual({ lookedAt: 100, sentAway: 50, others: {} });
  }, 180_000);

  test('looks at five one-time codes behind the right password', async () => {
    const { name } = await addStaff(ground.club, 'finance');
    const cipher = await loadFieldCipher(ground.server.keysDir);
    await transaction(ground.club.db, (tx) => giveStaffCode(tx, { macs, cipher }, { name }, TERMINAL));
    const counts = await guesses(20, (n) => entering(name, STAFF_PASSWORD, String(100_000 + n)), HERE);
    expect(counts).toEqual({ 'code-wrong': 5, throttled: 15 });
  });

  test('looks at five proofs of presence in a stolen session', async () => {
    const one: SignedInStaff = await signedInStaff(ground.club, 'owner');
    const proving = (n: number): Guess => ({
      path: '/api/console/step-up',
      cookie: one.cookie,
      body: { password: `guess ${n}` },
    });
    expect(await guesses(20, proving, HERE)).toEqual({ 'wrong-credentials': 5, throttled: 15 });
  });
});

test('a finance password is looked at five times in all, from whatever session, address and process', async () => {
  const { club } = ground;
  const cookie = (await ground.cookieOf('member')) ?? '';
  const { id } = (await (await call(ground.server, '/api/me', { cookie })).json()) as { id: string };
  const first = { financePassword: '7391', repeat: '7391' };
  expect(await guess({ path: '/api/me/finance-password', cookie, body: first }, HERE())).toBe('taken');
  const { rows } = await club.owner.query('select user_name from members.member where member_id = $1', [id]);
  const { rows: before } = await club.owner.query(
    'select available::text as a from ledger.balance where member_id = $1',
    [id],
  );
  const changing = (n: number): Guess => ({
    path: '/api/me/finance-password',
    cookie,
    body: {
      ...{ financePassword: '8402', repeat: '8402', loginPassword: PASSWORD },
      oldFinancePassword: String(1_000 + n),
    },
  });
  const counts: Record<string, number> = {};
  // Sequentially: the server checks two correct login passwords at a time and answers "busy" to more.
  for (let n = 0; n < 12; n++) {
    const code = await guess(changing(n), `198.51.100.${n}`);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  expect(counts).toEqual({ 'finance-password-wrong': 5, 'finance-password-locked': 7 });
  await processes[1]?.stop('SIGKILL');
  processes[1] = await start();
  const right = { ...(changing(0).body as object), oldFinancePassword: '7391' };
  for (let turn = 0; turn < 2; turn++) {
    const guessed = await guess({ path: '/api/me/finance-password', cookie, body: right }, '203.0.113.95');
    expect(guessed).toBe('finance-password-locked');
  }
  expect(rows).toHaveLength(1);
  expect(
    (await club.owner.query('select available::text as a from ledger.balance where member_id = $1', [id])).rows,
  ).toEqual(before);
}, 180_000);
