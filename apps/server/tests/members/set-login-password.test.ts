import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { suspend } from '../../src/members/account/suspensions.ts';
import { openTransaction, untilWaiting } from '../kit/locks.ts';
import { call, cookieOf, join, openWorld, PASSWORD, signIn, type TestMember, type World } from './club.ts';

const NEW = 'four lanterns over a quiet harbour';
const DAYS = 24 * 60 * 60;

let world: World;
let member: TestMember;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.moveClock('0');
  await world.owner.query('truncate members.attempt_count');
  member = await join(world.node);
});
afterAll(() => world.close());

function change(cookie: string, form: Record<string, unknown> = {}, address = '192.0.2.1') {
  const newPassword = form.newPassword ?? NEW;
  const body = { oldPassword: PASSWORD, newPassword, repeat: newPassword, ...form };
  return call(world.node, 'POST', '/api/me/login-password', { cookie, body, address });
}

async function isLive(cookie: string): Promise<boolean> {
  return (await call(world.node, 'GET', '/api/me', { cookie })).statusCode === 200;
}

async function opens(password: string): Promise<number> {
  return (await signIn(world.node, member.userName, password)).statusCode;
}

async function messageKindsOf({ memberId }: TestMember): Promise<string[]> {
  const query = 'select kind from members.message where member_id = $1 order by id';
  return (await world.owner.query(query, [memberId])).rows.map(({ kind }) => kind);
}

/** As in the list of devices. */
async function sessionsOf({ memberId }: TestMember) {
  const { rows } = await world.owner.query(
    `select address, created_at, expires_at, ended_at is null as live from members.session
     where member_id = $1 order by created_at`,
    [memberId],
  );
  return rows;
}

describe('changing the login password', () => {
  test('opens with the new one alone, ends every other session and tells the member', async () => {
    const elsewhere = cookieOf(await signIn(world.node, member.userName));
    const answer = await change(member.cookie);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect([await isLive(elsewhere), await isLive(cookieOf(answer))]).toEqual([false, true]);
    expect([await opens(PASSWORD), await opens(NEW)]).toEqual([401, 201]);
    expect(await messageKindsOf(member)).toEqual(['login-password-changed']);
  });

  test('gives this session another token: a copy of the old one is out too', async () => {
    const [before] = await sessionsOf(member);
    await world.moveClock('5 days');
    const answer = await change(member.cookie);
    const header = String(answer.headers['set-cookie']);
    const maxAge = Number(/Max-Age=(\d+)/.exec(header)?.[1]);
    expect(header).toMatch(/^tercet=[\w-]{22}\.[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    // The change does not extend the session.
    expect(maxAge).toBeGreaterThan(25 * DAYS - 600);
    expect(maxAge).toBeLessThanOrEqual(25 * DAYS);
    expect([await isLive(member.cookie), await isLive(cookieOf(answer))]).toEqual([false, true]);
    expect(await sessionsOf(member)).toEqual([before]);
  });

  test('touches no other member', async () => {
    const other = await join(world.node);
    expect((await change(member.cookie)).statusCode).toBe(204);
    expect(await isLive(other.cookie)).toBe(true);
    expect((await signIn(world.node, other.userName)).statusCode).toBe(201);
    expect(await messageKindsOf(other)).toEqual([]);
  });

  test('is open to a suspended member, whose session stays restricted', async () => {
    const { db, sessions } = world.node.members;
    await transaction(db, (tx) => suspend(tx, sessions, member.memberId, { reason: 'asked to', until: null }));
    const restricted = cookieOf(await signIn(world.node, member.userName));
    const answer = await change(restricted);
    expect(answer.statusCode).toBe(204);
    const me = await call(world.node, 'GET', '/api/me', { cookie: cookieOf(answer) });
    expect(me.json()).toMatchObject({ restricted: true });
  });

  test('is closed to visitors', async () => {
    const body = { oldPassword: PASSWORD, newPassword: NEW, repeat: NEW };
    expect((await call(world.node, 'POST', '/api/me/login-password', { body })).statusCode).toBe(401);
  });
});

describe('a form with faults', () => {
  test.each([
    [{ oldPassword: '' }, 'fill-in', { oldPassword: 'fill-in' }],
    [{ newPassword: '' }, 'fill-in', { newPassword: 'fill-in', repeat: 'fill-in' }],
    [{ repeat: '' }, 'fill-in', { repeat: 'fill-in' }],
    [{ repeat: `${NEW} ` }, 'entries-differ', { repeat: 'entries-differ' }],
    [{ newPassword: 'too short' }, 'password-weak', { newPassword: 'password-weak' }],
    [{ newPassword: 'password123' }, 'password-weak', { newPassword: 'password-weak' }],
    [
      { oldPassword: '', newPassword: 'short', repeat: 'other' },
      'fill-in',
      { oldPassword: 'fill-in', newPassword: 'password-weak', repeat: 'entries-differ' },
    ],
  ])('%j is told what is wrong with it, and no password is looked at', async (form, code, fields) => {
    const before = world.node.evaluated();
    const answer = await change(member.cookie, form);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code, fields });
    expect(world.node.evaluated()).toBe(before);
    expect(await opens(PASSWORD)).toBe(201);
  });

  test('may not have the own name for a password', async () => {
    const answer = await change(member.cookie, { newPassword: `${member.userName}1234` });
    expect(answer.json()).toMatchObject({ fields: { newPassword: 'password-weak' } });
  });

  test.each([
    ['no old one', { oldPassword: undefined }],
    ['a number', { newPassword: 1234567890 }],
    ['another field', { userName: 'someone-else' }],
  ])('%s is no form', async (_, form) => {
    expect((await change(member.cookie, form)).statusCode).toBe(400);
  });

  test('takes the same letters typed on another keyboard for the same', async () => {
    const answer = await change(member.cookie, { newPassword: NEW, repeat: NEW.replace('f', 'ｆ') });
    expect(answer.statusCode).toBe(204);
  });
});

describe('a wrong old password', () => {
  test('changes nothing and ends nothing', async () => {
    const answer = await change(member.cookie, { oldPassword: 'not this one' });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({
      code: 'old-password-wrong',
      fields: { oldPassword: 'old-password-wrong' },
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await isLive(member.cookie)).toBe(true);
    expect([await opens(NEW), await opens(PASSWORD)]).toEqual([401, 201]);
    expect(await messageKindsOf(member)).toEqual([]);
  });

  test('is counted: of any number from a stolen session five are looked at, wherever they come from', async () => {
    const before = world.node.evaluated();
    const codes = [];
    for (let n = 1; n <= 7; n++) {
      const answer = await change(member.cookie, { oldPassword: `guess number ${n}` }, `198.51.100.${n}`);
      codes.push(answer.json().code);
    }
    expect(codes).toEqual([...Array(5).fill('old-password-wrong'), 'throttled', 'throttled']);
    expect(world.node.evaluated() - before).toBe(5);
    // The correct password is refused too; otherwise attempts would reveal it.
    const right = await change(member.cookie);
    expect(right.statusCode).toBe(429);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
    await world.moveClock('16 minutes');
    expect((await change(member.cookie)).statusCode).toBe(204);
  });

  test('is counted together with sign-in: neither gives the other five more', async () => {
    for (let n = 1; n <= 3; n++) await signIn(world.node, member.userName, `guess number ${n}`);
    const codes = [];
    for (let n = 4; n <= 6; n++) {
      codes.push((await change(member.cookie, { oldPassword: `guess number ${n}` })).json().code);
    }
    expect(codes).toEqual(['old-password-wrong', 'old-password-wrong', 'throttled']);
    expect(await opens(PASSWORD)).toBe(429);
  });

  test('is forgiven with the right one', async () => {
    for (let n = 1; n <= 4; n++) await change(member.cookie, { oldPassword: `guess number ${n}` });
    const answer = await change(member.cookie);
    expect(answer.statusCode).toBe(204);
    for (let n = 1; n <= 4; n++) await change(cookieOf(answer), { oldPassword: `guess number ${n}` });
    expect(await opens(NEW)).toBe(201);
  });
});

describe('at the same time', () => {
  /** Starts a call that waits for the member's lock after authentication. Runs `meanwhile`, then lets it continue. */
  async function during<T>(act: () => Promise<T>, meanwhile: string): Promise<T> {
    const holder = await openTransaction(world.owner);
    await holder.client.query('select 1 from members.member where bucket = $1 and member_id = $2 for update', [
      member.bucket,
      member.memberId,
    ]);
    const running = act();
    await untilWaiting(world.owner, holder.pid);
    await holder.client.query(meanwhile, [member.memberId]);
    await holder.commit();
    return running;
  }

  test('two devices change it: one does, and the other is out', async () => {
    const elsewhere = cookieOf(await signIn(world.node, member.userName));
    const passwords = [NEW, 'another harbour, another lantern'];
    const answers = await Promise.all([
      change(member.cookie, { newPassword: passwords[0] }),
      change(elsewhere, { newPassword: passwords[1] }),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
    const winner = answers.findIndex(({ statusCode }) => statusCode === 204);
    expect(['old-password-wrong', 'signed-out']).toContain(answers[1 - winner]?.json().code);
    await world.owner.query('truncate members.attempt_count');
    expect(await opens(passwords[winner] ?? '')).toBe(201);
    expect(await opens(passwords[1 - winner] ?? '')).toBe(401);
    expect(await messageKindsOf(member)).toEqual(['login-password-changed']);
  });

  test('a session that was ended while it waited changes nothing', async () => {
    const answer = await during(
      () => change(member.cookie),
      'update members.session set ended_at = now() where member_id = $1',
    );
    expect(answer.json().code).toBe('signed-out');
    expect([await opens(NEW), await opens(PASSWORD)]).toEqual([401, 201]);
    expect(await messageKindsOf(member)).toEqual([]);
  });

  test('a password that was recovered while it waited stands', async () => {
    const recovered = await world.node.members.passwords.hash('a third harbour, found again');
    const answer = await during(
      () => change(member.cookie),
      `update members.member set password_hash = '${recovered}' where member_id = $1`,
    );
    expect(answer.json().code).toBe('old-password-wrong');
    expect(await isLive(member.cookie)).toBe(true);
    expect(await opens(NEW)).toBe(401);
  });
});
