import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPasswords } from '../../src/members/sessions/passwords.ts';
import { withoutId } from '../kit/problem.ts';
import { call, cookieOf, join, openWorld, PASSWORD, signIn, startNode, type TestMember, type World } from './club.ts';

const NEW = 'another lantern';

let world: World;
beforeAll(async () => {
  world = await openWorld({ cacheTtlMs: 5_000 });
});
beforeEach(async () => {
  await world.moveClock('0');
  await world.owner.query('truncate members.attempt_count');
});
afterAll(() => world.close());

function recover(fields: { userName: string; recoveryCode: string; newPassword?: string }, address?: string) {
  return call(world.node, 'POST', '/api/recover', {
    body: { newPassword: NEW, ...fields },
    ...(address === undefined ? {} : { address }),
  });
}

function codeOf(member: TestMember, index = 0): string {
  return member.recoveryCodes[index] ?? '';
}

describe('a recovery code', () => {
  test('sets a new password once, ends all sessions, and leaves the other codes', async () => {
    const member = await join(world.node);
    const other = cookieOf(await signIn(world.node, member.userName));
    expect((await call(world.node, 'GET', '/api/me', { cookie: other })).statusCode).toBe(200);
    const typed = codeOf(member).toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    const answer = await recover({ userName: member.userName.toUpperCase(), recoveryCode: typed });
    expect(answer.statusCode).toBe(204);
    for (const cookie of [member.cookie, other]) {
      expect((await call(world.node, 'GET', '/api/me', { cookie })).statusCode).toBe(401);
    }
    expect((await signIn(world.node, member.userName, PASSWORD)).statusCode).toBe(401);
    expect((await signIn(world.node, member.userName, NEW)).statusCode).toBe(201);
    expect((await recover({ userName: member.userName, recoveryCode: codeOf(member) })).json()).toMatchObject({
      code: 'recovery-bad',
      fields: { recoveryCode: 'recovery-bad' },
    });
    expect((await recover({ userName: member.userName, recoveryCode: codeOf(member, 1) })).statusCode).toBe(204);
  });

  test('used by many at once is used by one', async () => {
    const member = await join(world.node);
    const passwords = Array.from({ length: 5 }, (_, index) => `${NEW} ${index}`);
    const answers = await Promise.all(
      passwords.map((newPassword) => recover({ userName: member.userName, recoveryCode: codeOf(member), newPassword })),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([204, 422, 422, 422, 422]);
    const winner = answers.findIndex((answer) => answer.statusCode === 204);
    expect((await signIn(world.node, member.userName, passwords[winner])).statusCode).toBe(201);
  });

  test('of another member is wrong, with the same answer as for nobody', async () => {
    const [one, two] = [await join(world.node), await join(world.node)];
    const wrong = await recover({ userName: one.userName, recoveryCode: codeOf(two) });
    const nobody = await recover({ userName: 'nobody', recoveryCode: codeOf(two) });
    const noCode = await recover({ userName: one.userName, recoveryCode: 'what?' });
    expect(wrong.statusCode).toBe(422);
    expect(withoutId(nobody.body)).toBe(withoutId(wrong.body));
    expect(withoutId(noCode.body)).toBe(withoutId(wrong.body));
    expect((await recover({ userName: two.userName, recoveryCode: codeOf(two) })).statusCode).toBe(204);
  });

  test('stays of use while sign-in is locked, and opens it again', async () => {
    const member = await join(world.node);
    for (let i = 0; i < 6; i++) await signIn(world.node, member.userName, 'wrong one');
    expect((await signIn(world.node, member.userName)).statusCode).toBe(429);
    expect((await recover({ userName: member.userName, recoveryCode: codeOf(member) })).statusCode).toBe(204);
    expect((await signIn(world.node, member.userName, NEW)).statusCode).toBe(201);
  });

  test('stays good for its holder, however often others guess from elsewhere; sign-in stays open', async () => {
    const member = await join(world.node);
    const guesses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        recover({ userName: member.userName, recoveryCode: 'AAAA-BBBB-CCCC-DDDD' }, `198.51.100.${index}`),
      ),
    );
    const codes = guesses.map((answer) => answer.json().code);
    expect(codes).toEqual(codes.map(() => 'recovery-bad'));
    const fromOne = await Promise.all(
      Array.from({ length: 50 }, () =>
        recover({ userName: member.userName, recoveryCode: 'AAAA-BBBB-CCCC-DDDD' }, '203.0.113.9'),
      ),
    );
    expect(fromOne.filter((answer) => answer.json().code === 'recovery-bad')).toHaveLength(5);
    expect((await signIn(world.node, member.userName)).statusCode).toBe(201);
    expect((await recover({ userName: member.userName, recoveryCode: codeOf(member) })).statusCode).toBe(204);
  });

  test('can be guessed thirty times from one address', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => recover({ userName: `name-${index}`, recoveryCode: 'AAAA' })),
    );
    expect(guesses.filter((answer) => answer.json().code === 'throttled')).toHaveLength(10);
  });

  test('is kept when the queue is full', async () => {
    const member = await join(world.node);
    const busy = await startNode(world.database, { passwords: createPasswords({ atOnceMax: 0, waitingMax: 0 }) });
    const body = { userName: member.userName, recoveryCode: codeOf(member), newPassword: NEW };
    for (let i = 0; i < 6; i++) {
      expect((await call(busy, 'POST', '/api/recover', { body })).json().code).toBe('busy');
    }
    await busy.close();
    expect((await recover(body)).statusCode).toBe(204);
  });
});

test.each([
  ['', 'x', NEW, { userName: 'fill-in' }],
  ['somebody', ' ', NEW, { recoveryCode: 'fill-in' }],
  ['somebody', 'x', '', { newPassword: 'fill-in' }],
  ['somebody', 'x', 'too short', { newPassword: 'password-weak' }],
  ['somebody', 'x', 'somebody12345', { newPassword: 'password-weak' }],
  ['', '', '', { userName: 'fill-in', recoveryCode: 'fill-in', newPassword: 'fill-in' }],
])('%j, %j, %j: each failing field says what is wrong', async (userName, recoveryCode, newPassword, fields) => {
  const answer = await recover({ userName, recoveryCode, newPassword });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().fields).toEqual(fields);
});

test('a suspended member can recover, and stays suspended', async () => {
  const member = await join(world.node);
  await world.owner.query(
    `insert into members.suspension (bucket, member_id, id, reason, from_at) values ($1, $2, $2, 'a reason', now())`,
    [member.bucket, member.memberId],
  );
  expect((await recover({ userName: member.userName, recoveryCode: codeOf(member) })).statusCode).toBe(204);
  expect((await signIn(world.node, member.userName, NEW)).json().member.restricted).toBe(true);
});

test('unknown fields and huge bodies are refused', async () => {
  const body = { userName: 'a', recoveryCode: 'b', newPassword: NEW };
  expect((await call(world.node, 'POST', '/api/recover', { body: { ...body, x: 1 } })).statusCode).toBe(400);
  const huge = { ...body, newPassword: 'x'.repeat(5_000) };
  expect((await call(world.node, 'POST', '/api/recover', { body: huge })).statusCode).toBe(413);
});
