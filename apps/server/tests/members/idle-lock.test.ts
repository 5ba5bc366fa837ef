import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../src/durations.ts';
import { SESSION_ROUTES } from '../../src/http/member/sessions/routes.ts';
import { recordUse } from '../../src/http/session-use.ts';
import { ATTEMPT_LIMITS } from '../../src/members/sessions/attempts.ts';
import { createUseNotes, MEMBER_IDLE_MS } from '../../src/members/sessions/idle-lock.ts';
import { call, openServer, placeOver, type SignedIn, signIn, slipBody } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { FINANCE_PASSWORD } from '../kit/persons.ts';
import { makeReady, openWallet, serveWallet, type TestWallet } from '../kit/wallet.ts';

const PASSWORD = 'a lantern in june';
const AMOUNT = '40000';
const FIRST_FORM = { financePassword: '8305', repeat: '8305' };

let club: Club;
let wallet: TestWallet;
let server: { address: string; stop(): Promise<void> };
let passwordHash: string;
/** Members whose use was recorded, in order. */
const used: string[] = [];
let mira: SignedIn;
beforeAll(async () => {
  club = await openClub();
  const opened = await openWallet(club);
  wallet = { ...opened, jobs: opened.jobs, members: { ...opened.members, idleMs: MEMBER_IDLE_MS } };
  passwordHash = await wallet.members.passwords.hash(PASSWORD);
  server = await serveWallet(club, wallet, (http, security) => {
    const note = createUseNotes(club.api, MEMBER_IDLE_MS, club.clock.nowMs);
    recordUse(http, (identity) => note(identity).then(() => void used.push(identity.memberId)));
    const register = { db: club.api, register: null };
    for (const add of SESSION_ROUTES) add(http, { members: wallet.members, security, register });
  });
});
beforeEach(async () => {
  used.length = 0;
  mira = await newMember();
  await makeReady(club, wallet, mira);
});
afterAll(async () => {
  await server.stop();
  wallet.close();
  await club.close();
});

async function newMember(): Promise<SignedIn> {
  const member = await signIn(club, await club.member({ credits: 100_000n }));
  await club.owner.query('update members.member set password_hash = $2 where member_id = $1', [
    member.memberId,
    passwordHash,
  ]);
  return member;
}

/** Uses the session, and waits until that is recorded, which is after the answer. */
async function use(by: SignedIn = mira): Promise<void> {
  const before = used.length;
  expect((await send('/api/me/limits/prompted', {}, by)).status).toBe(200);
  await vi.waitFor(() => expect(used.slice(before)).toContain(by.memberId));
}

const forward = (minutes: number) => club.at(club.clock.nowMs() + minutes * MINUTE_MS);
const send = (path: string, body: unknown, { cookie }: { cookie: string } = mira) =>
  call(server, path, { body, cookie, headers: { 'idempotency-key': randomUUID() } });

async function codeOf(answer: Response): Promise<string | undefined> {
  return ((await answer.json()) as { code?: string }).code;
}

const withdraw = (by: { cookie: string } = mira, key = randomUUID()) =>
  call(server, '/api/me/withdrawals', {
    body: { amountMinor: AMOUNT, financePassword: FINANCE_PASSWORD },
    ...{ cookie: by.cookie, headers: { 'idempotency-key': key } },
  });
const confirm = (loginPassword: string, by: { cookie: string } = mira) =>
  send('/api/me/sessions/confirm', { loginPassword }, by);

async function signInAgain(): Promise<{ cookie: string; status: number }> {
  const answer = await call(server, '/api/session', { body: { userName: mira.userName, password: PASSWORD } });
  return { cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '', status: answer.status };
}

const PAYEE = { kind: 'iban', bankCode: 'elbe', holder: 'Ana Petrova', phone: '+97688123456' };

describe('a session without use for half an hour asks for the login password before', () => {
  test.each([
    ['/api/me/withdrawals', { amountMinor: AMOUNT, financePassword: FINANCE_PASSWORD }],
    ['/api/me/closure', { financePassword: FINANCE_PASSWORD, confirm: true }],
    ['/api/me/payee', { ...PAYEE, iban: 'DE89370400440532013000', financePassword: FINANCE_PASSWORD }],
  ])('%s: nothing happens until it is given', async (path, body) => {
    await forward(30);
    const answer = await send(path, body);
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'login-password-needed']);
    expect((await confirm(PASSWORD)).status).toBe(204);
    expect(await codeOf(await send(path, body))).not.toBe('login-password-needed');
  });

  test('the first finance password, also when a login password is sent with it', async () => {
    const nils = await newMember();
    await forward(30);
    for (const more of [{}, { loginPassword: 'anything' }]) {
      expect(await codeOf(await send('/api/me/finance-password', { ...FIRST_FORM, ...more }, nils))).toBe(
        'login-password-needed',
      );
    }
    await confirm(PASSWORD, nils);
    expect((await send('/api/me/finance-password', FIRST_FORM, nils)).status).toBe(204);
  });

  test('a change of the finance password asks once: its own form has the login password, and unlocks the rest', async () => {
    await forward(30);
    const form = { ...FIRST_FORM, oldFinancePassword: FINANCE_PASSWORD };
    expect((await send('/api/me/finance-password', { ...form, loginPassword: PASSWORD })).status).toBe(204);
    expect(await codeOf(await withdraw())).toBe('finance-password-wrong');
  });
});

describe('a withdrawal is not held back', () => {
  test('after the right password the same request goes through, once', async () => {
    const key = randomUUID();
    await forward(31);
    expect((await withdraw(mira, key)).status).toBe(403);
    await confirm(PASSWORD);
    for (let sent = 0; sent < 2; sent++) {
      const answer = await withdraw(mira, key);
      expect([answer.status, await answer.json()]).toMatchObject([201, { availableMinor: '60000' }]);
    }
  });

  test('by wrong passwords at sign-in, which anybody may type', async () => {
    await forward(31);
    for (let tried = 0; tried < ATTEMPT_LIMITS.account; tried++) {
      await call(server, '/api/session', { body: { userName: mira.userName, password: 'wrong' } });
    }
    expect((await signInAgain()).status).toBe(429);
    expect((await confirm(PASSWORD)).status).toBe(204);
    expect((await withdraw()).status).toBe(201);
  });

  test('by wrong passwords in another session, or at the same address', async () => {
    const other = await signInAgain();
    await forward(31);
    for (let tried = 0; tried < ATTEMPT_LIMITS.account; tried++) {
      expect(await codeOf(await confirm('wrong', other))).toBe('wrong-credentials');
    }
    // The sixth is refused without a look, also the right one.
    expect(await codeOf(await confirm(PASSWORD, other))).toBe('throttled');
    expect(await codeOf(await withdraw(other))).toBe('login-password-needed');
    expect((await confirm(PASSWORD)).status).toBe(204);
    const fresh = await signInAgain();
    expect((await withdraw(fresh)).status).toBe(201);
    await forward(16);
    expect((await confirm(PASSWORD, other)).status).toBe(204);
  });

  test('by many wrong passwords of others at the same address', async () => {
    await forward(31);
    const needed = Math.ceil(ATTEMPT_LIMITS.address / ATTEMPT_LIMITS.account);
    for (const one of await Promise.all(Array.from({ length: needed }, newMember))) {
      for (let tried = 0; tried < ATTEMPT_LIMITS.account; tried++) await confirm('wrong', one);
    }
    expect((await confirm(PASSWORD)).status).toBe(204);
  });
});

describe('use', () => {
  test('keeps an unlocked session unlocked, and does not unlock a locked one', async () => {
    await forward(20);
    await use();
    await forward(29);
    expect((await withdraw()).status).toBe(201);
    await forward(31);
    await use();
    expect(await codeOf(await withdraw())).toBe('login-password-needed');
  });

  test('is neither a read nor what a page sends without a person', async () => {
    await forward(20);
    expect((await call(server, '/api/me/wallet', { cookie: mira.cookie })).status).toBe(200);
    expect((await send('/api/me/messages/read', {})).status).toBe(400);
    await use(await newMember());
    expect(used).not.toContain(mira.memberId);
    await forward(10);
    expect(await codeOf(await withdraw())).toBe('login-password-needed');
  });

  test('is recorded for the session that is used, and no other', async () => {
    const other = await signInAgain();
    await forward(20);
    await use({ ...mira, ...other });
    await forward(15);
    expect(await codeOf(await withdraw())).toBe('login-password-needed');
    expect((await withdraw(other)).status).toBe(201);
  });
});

test('bets and reading need only the session, and a bet is use', async () => {
  const table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  const whole = await openServer(club, { memberIdleMs: MEMBER_IDLE_MS });
  try {
    const member = await newMember();
    const bet = () => placeOver(whole, member, slipBody(table, [{ bet: 'big', stakeMinor: 100n }]));
    const send = (path: string, body: object) => call(whole, path, { body, cookie: member.cookie });
    const close = () => send('/api/me/closure', { financePassword: FINANCE_PASSWORD, confirm: true });
    await forward(20);
    expect((await bet()).status).toBe(201);
    await vi.waitFor(async () => {
      const read =
        'select used_at >= clock.now() - interval $$1 minute$$ as is_new from members.session where member_id = $1';
      expect((await club.owner.query(read, [member.memberId])).rows).toContainEqual({ is_new: true });
    });
    await forward(29);
    expect((await send('/api/me/finance-password', FIRST_FORM)).status).toBe(204);
    await forward(31);
    expect(await codeOf(await close())).toBe('login-password-needed');
    expect((await bet()).status).toBe(201);
    expect((await call(whole, '/api/me/wallet', { cookie: member.cookie })).status).toBe(200);
    expect(await codeOf(await close())).toBe('login-password-needed');
  } finally {
    await whole.stop();
  }
});
