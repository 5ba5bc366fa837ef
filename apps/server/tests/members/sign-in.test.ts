import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { sweepAttempts } from '../../src/members/sessions/attempts.ts';
import { createPasswords } from '../../src/members/sessions/passwords.ts';
import { withoutId } from '../kit/problem.ts';
import {
  call,
  cookieOf,
  join,
  openWorld,
  PASSWORD,
  signIn,
  startNode,
  type World,
  waitForLock,
  warmUp,
} from './club.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.moveClock('0');
  await world.owner.query('truncate members.attempt_count');
});
afterAll(() => world.close());

async function attempts(): Promise<number[]> {
  const { rows } = await world.owner.query('select attempts from members.attempt_count order by attempts');
  return rows.map((row) => row.attempts);
}

describe('signing in', () => {
  test('gives a session, in whatever case the name is typed', async () => {
    const member = await join(world.node);
    const answer = await signIn(world.node, ` ${member.userName.toUpperCase()} `);
    expect(answer.statusCode).toBe(201);
    expect(answer.json().member).toMatchObject({ id: member.memberId, userName: member.userName, restricted: false });
    const me = await call(world.node, 'GET', '/api/me', { cookie: cookieOf(answer) });
    expect(me.json()).toEqual(answer.json().member);
  });

  test('finds the password typed with other code points for the same letters', async () => {
    const member = await join(world.node);
    const full = PASSWORD.replace('l', 'ｌ');
    expect((await signIn(world.node, member.userName, full)).statusCode).toBe(201);
  });

  test('tells the address of the sign-in before', async () => {
    const member = await join(world.node, { address: '203.0.113.1' });
    const second = await signIn(world.node, member.userName, PASSWORD, { address: '203.0.113.2' });
    expect(second.json().member.lastAddress).toBe('203.0.113.1');
    const third = await signIn(world.node, member.userName, PASSWORD, { address: '203.0.113.3' });
    expect(third.json().member.lastAddress).toBe('203.0.113.2');
    const me = await call(world.node, 'GET', '/api/me', { cookie: cookieOf(second) });
    expect(me.json().lastAddress).toBe('203.0.113.1');
  });

  test('a wrong name and a wrong password get the same answer after the same work', async () => {
    const member = await join(world.node);
    const before = world.node.evaluated();
    const wrongPassword = await signIn(world.node, member.userName, 'not this one');
    expect(world.node.evaluated() - before).toBe(1);
    const wrongName = await signIn(world.node, 'nobody-of-that-name', PASSWORD);
    expect(world.node.evaluated() - before).toBe(2);
    expect(wrongPassword.statusCode).toBe(401);
    expect(wrongPassword.json().code).toBe('wrong-credentials');
    expect(withoutId(wrongName.body)).toBe(withoutId(wrongPassword.body));
    const { date: _a, ...headers } = wrongName.headers;
    const { date: _b, ...expected } = wrongPassword.headers;
    expect(headers).toEqual(expected);
    expect(wrongName.headers['set-cookie']).toBeUndefined();
  });

  test.each([
    ['', '', { userName: 'fill-in', password: 'fill-in' }],
    ['x', '', { password: 'fill-in' }],
    [' ', 'x', { userName: 'fill-in' }],
  ])('%j and %j: fill in', async (userName, password, fields) => {
    const before = world.node.evaluated();
    const answer = await signIn(world.node, userName, password);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'fill-in', fields });
    expect(world.node.evaluated()).toBe(before);
    expect(await attempts()).toEqual([]);
  });

  test.each([
    ['an unknown field', { userName: 'a', password: 'b', remember: true }, 400],
    ['no password', { userName: 'a' }, 400],
    ['a list for a name', { userName: ['a'], password: 'b' }, 400],
    ['a huge password', { userName: 'a', password: 'b'.repeat(5_000) }, 413],
    ['a strange name', { userName: "' or 1=1 --\u0000\ud800", password: 'b' }, 401],
  ])('%s', async (_, body, status) => {
    expect((await call(world.node, 'POST', '/api/session', { body })).statusCode).toBe(status);
  });

  test('a hash that changed meanwhile does not let the old password in', async () => {
    const member = await join(world.node);
    const real = createPasswords();
    const slow = await startNode(world.database, {
      passwords: {
        hash: real.hash,
        async matches(password, stored) {
          const isRight = await real.matches(password, stored);
          await world.owner.query('update members.member set password_hash = $1 where member_id = $2', [
            await real.hash('another long one'),
            member.memberId,
          ]);
          return isRight;
        },
      },
    });
    expect((await signIn(slow, member.userName)).json().code).toBe('wrong-credentials');
    await slow.close();
  });
});

describe('guessing a password', () => {
  test('of 200 at once, on two nodes and from many addresses, at most 5 are evaluated', async () => {
    const member = await join(world.node);
    const other = await startNode(world.database);
    await Promise.all([warmUp(world.node), warmUp(other)]);
    const before = world.node.evaluated() + other.evaluated();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        signIn(index % 2 ? other : world.node, member.userName, `guess number ${index}`, {
          address: `198.51.100.${index}`,
        }),
      ),
    );
    const evaluated = world.node.evaluated() + other.evaluated() - before;
    await other.close();
    expect(evaluated).toBeLessThanOrEqual(5);
    expect(evaluated).toBeGreaterThan(0);
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(evaluated);
    const throttled = answers.filter((answer) => answer.statusCode === 429);
    expect(throttled).toHaveLength(200 - evaluated);
    const { code, params } = throttled[0]!.json();
    expect(code).toBe('throttled');
    expect(params.retryAfterSeconds).toBeGreaterThan(0);
    expect(params.retryAfterSeconds).toBeLessThanOrEqual(900);
    expect(throttled[0]!.headers['retry-after']).toBe(String(params.retryAfterSeconds));
  });

  async function exhaust(userName: string, address?: string): Promise<void> {
    for (let i = 0; i < 5; i++) {
      const answer = await signIn(world.node, userName, 'wrong one', address === undefined ? {} : { address });
      expect(answer.statusCode).toBe(401);
    }
  }

  test('once over, the right password is not evaluated either, nor by a restarted node, until the time is up', async () => {
    const member = await join(world.node);
    await exhaust(member.userName);
    const restarted = await startNode(world.database);
    for (const node of [world.node, restarted]) {
      const before = node.evaluated();
      expect((await signIn(node, member.userName)).json().code).toBe('throttled');
      expect(node.evaluated()).toBe(before);
    }
    await restarted.close();
    await world.moveClock('14 minutes 50 seconds');
    expect((await signIn(world.node, member.userName)).json().code).toBe('throttled');
    await world.moveClock('15 minutes 1 second');
    expect((await signIn(world.node, member.userName)).statusCode).toBe(201);
  });

  test('a try while locked does not make the lock longer, and counts nowhere', async () => {
    const member = await join(world.node);
    await exhaust(member.userName);
    const before = await attempts();
    await world.moveClock('10 minutes');
    for (let i = 0; i < 40; i++) await signIn(world.node, member.userName, 'wrong one');
    expect(await attempts()).toEqual(before);
    await world.moveClock('15 minutes 1 second');
    expect((await signIn(world.node, member.userName)).statusCode).toBe(201);
  });

  test('locks a name that nobody has just the same', async () => {
    await exhaust('no-such-member');
    expect((await signIn(world.node, 'NO-such-member')).json().code).toBe('throttled');
  });

  test('on one account leaves the others open, from the same address', async () => {
    const [one, two] = [await join(world.node), await join(world.node)];
    await exhaust(one.userName);
    expect((await signIn(world.node, two.userName)).statusCode).toBe(201);
  });

  test('over many accounts ends after 30 from one address, or one IPv6 network', async () => {
    const member = await join(world.node);
    await warmUp(world.node);
    const before = world.node.evaluated();
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        signIn(world.node, `name-${index}`, PASSWORD, { address: `2001:db8:1:2::${index.toString(16)}` }),
      ),
    );
    expect(world.node.evaluated() - before).toBe(30);
    const inside = await signIn(world.node, member.userName, PASSWORD, { address: '2001:db8:1:2:ffff::1' });
    expect(inside.json().code).toBe('throttled');
    const outside = await signIn(world.node, member.userName, PASSWORD, { address: '2001:db8:1:3::1' });
    expect(outside.statusCode).toBe(201);
    expect((await attempts()).filter((n) => n > 0)).toEqual([...Array(30).fill(1), 30]);
  });

  test('that the address stops is not held against the account', async () => {
    for (const name of ['one', 'two']) await signIn(world.node, name, 'wrong one');
    // Another attempt uses up the address's limit while this one is being counted.
    const holder = await world.owner.connect();
    await holder.query('begin');
    await holder.query('update members.attempt_count set attempts = 30 where attempts = 2');
    const answer = signIn(world.node, 'else', 'wrong one');
    await waitForLock(world);
    await holder.query('commit');
    holder.release();
    expect((await answer).json().code).toBe('throttled');
    expect(await attempts()).toEqual([0, 1, 1, 30]);
  });

  test('is forgiven by the right password: the account whole, the address the one try', async () => {
    const member = await join(world.node);
    for (let i = 0; i < 4; i++) await signIn(world.node, member.userName, 'wrong one');
    expect((await signIn(world.node, member.userName)).statusCode).toBe(201);
    expect(await attempts()).toEqual([0, 0, 4]);
    await exhaust(member.userName);
  });

  test('a right password forgives only what was counted before it', async () => {
    const member = await join(world.node);
    const real = createPasswords();
    const node = await startNode(world.database, {
      passwords: {
        hash: real.hash,
        async matches(password, stored) {
          // While the correct password is verified, three wrong ones are counted.
          if (password === PASSWORD) {
            for (let i = 0; i < 3; i++) await signIn(world.node, member.userName, 'wrong one');
          }
          return real.matches(password, stored);
        },
      },
    });
    expect((await signIn(node, member.userName)).statusCode).toBe(201);
    await node.close();
    expect((await attempts()).at(-1)).toBe(3);
    expect(await attempts()).toContain(3);
    const before = world.node.evaluated();
    for (let i = 0; i < 5; i++) await signIn(world.node, member.userName, 'wrong one');
    expect(world.node.evaluated() - before).toBe(2);
  });

  test('a full queue answers busy and counts no try', async () => {
    const member = await join(world.node);
    const busy = await startNode(world.database, { passwords: createPasswords({ atOnceMax: 0, waitingMax: 0 }) });
    for (let i = 0; i < 7; i++) {
      const answer = await signIn(busy, member.userName);
      expect(answer.statusCode).toBe(503);
      expect(answer.json().code).toBe('busy');
    }
    await busy.close();
    expect((await signIn(world.node, member.userName)).statusCode).toBe(201);
  });

  test('what is long over is swept away, what counts is kept', async () => {
    await signIn(world.node, 'somebody', 'wrong one');
    const sweep = () => transaction(world.node.members.db, sweepAttempts);
    expect(await sweep()).toBe(0);
    await world.moveClock('2 hours');
    expect(await sweep()).toBe(2);
    expect(await attempts()).toEqual([]);
  });
});
