import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { transaction } from '../../src/db/transaction.ts';
import { identityOf } from '../../src/http/auth.ts';
import { lift, type Suspension, suspend } from '../../src/members/account/suspensions.ts';
import { createPasswords } from '../../src/members/sessions/passwords.ts';
import { call, cookieOf, join, openWorld, PASSWORD, signIn, startNode, type World, waitForLock } from './club.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({
    cacheTtlMs: 5_000,
    routes(http) {
      const schema = { response: { 200: z.object({ userName: z.string() }) } };
      for (const access of ['member', 'restricted'] as const) {
        http.route({
          method: 'GET',
          url: `/test/${access}`,
          config: { access },
          schema,
          handler: async (request) => ({ userName: identityOf(request).userName }),
        });
      }
    },
  });
});
beforeEach(() => world.moveClock('0'));
afterAll(() => world.close());

async function suspendMember(memberId: string, suspension: Suspension = { reason: 'a reason', until: null }) {
  const { db, sessions } = world.node.members;
  return transaction(db, (tx) => suspend(tx, sessions, memberId, suspension));
}

async function get(url: string, cookie: string) {
  return call(world.node, 'GET', url, { cookie });
}

describe('a suspended member', () => {
  test('loses all sessions at once, also those that a node remembers', async () => {
    const member = await join(world.node);
    const second = cookieOf(await signIn(world.node, member.userName));
    expect((await get('/test/member', member.cookie)).statusCode).toBe(200);
    expect((await get('/test/member', second)).statusCode).toBe(200);
    await suspendMember(member.memberId);
    for (const cookie of [member.cookie, second]) {
      expect((await get('/test/member', cookie)).json().code).toBe('signed-out');
    }
  });

  test('signs in to a session that sees itself and the reason, and may call nothing else', async () => {
    const member = await join(world.node);
    const until = new Date(Date.now() + 3_600_000);
    await suspendMember(member.memberId, { reason: 'asked twice', until });
    const answer = await signIn(world.node, member.userName);
    expect(answer.statusCode).toBe(201);
    expect(answer.json().member).toMatchObject({
      restricted: true,
      suspension: { reason: 'asked twice', until: until.toISOString() },
      availableMinor: '100000',
    });
    const cookie = cookieOf(answer);
    expect((await get('/api/me', cookie)).json().restricted).toBe(true);
    expect((await get('/test/restricted', cookie)).json()).toEqual({ userName: member.userName });
    const refused = await get('/test/member', cookie);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().code).toBe('suspended');
    const out = await call(world.node, 'DELETE', '/api/session', { cookie });
    expect(out.statusCode).toBe(204);
  });

  test('has one restricted session at a time', async () => {
    const member = await join(world.node);
    await suspendMember(member.memberId);
    const first = cookieOf(await signIn(world.node, member.userName));
    const second = cookieOf(await signIn(world.node, member.userName));
    expect((await get('/api/me', first)).statusCode).toBe(401);
    expect((await get('/api/me', second)).statusCode).toBe(200);
  });

  test('is free again once it is lifted, or over, from the next sign-in on', async () => {
    const member = await join(world.node);
    await suspendMember(member.memberId);
    await suspendMember(member.memberId, { reason: 'another', until: new Date(Date.now() + 60_000) });
    const restricted = cookieOf(await signIn(world.node, member.userName));
    expect((await get('/api/me', restricted)).json().suspension).toEqual({ reason: 'a reason', until: null });
    const { db, sessions } = world.node.members;
    await transaction(db, (tx) => lift(tx, sessions, member.memberId));
    expect((await get('/api/me', restricted)).statusCode).toBe(401);
    expect((await signIn(world.node, member.userName)).json().member).toMatchObject({
      restricted: false,
      suspension: null,
    });

    await suspendMember(member.memberId, { reason: 'short', until: new Date(Date.now() + 60_000) });
    expect((await signIn(world.node, member.userName)).json().member.restricted).toBe(true);
    await world.moveClock('61 seconds');
    expect((await signIn(world.node, member.userName)).json().member.restricted).toBe(false);
  });

  test('slips no full session in while being suspended', async () => {
    const member = await join(world.node);
    const real = createPasswords();
    const node = await startNode(world.database, {
      passwords: {
        hash: real.hash,
        async matches(password, stored) {
          await suspendMember(member.memberId);
          return real.matches(password, stored);
        },
      },
    });
    expect((await signIn(node, member.userName)).json().member.restricted).toBe(true);
    await node.close();

    const others = await Promise.all(Array.from({ length: 8 }, () => join(world.node)));
    await Promise.all(
      others.flatMap((other) => [
        signIn(world.node, other.userName, PASSWORD),
        suspendMember(other.memberId),
        signIn(world.node, other.userName, PASSWORD),
      ]),
    );
    const { rows } = await world.owner.query(
      'select member_id from members.session where member_id = any ($1) and ended_at is null and not restricted',
      [others.map((other) => other.memberId)],
    );
    expect(rows).toEqual([]);
  });

  test('signs in to no full session while the suspension is being written down', async () => {
    const member = await join(world.node);
    const holder = await world.owner.connect();
    await holder.query('begin');
    await holder.query('select 1 from members.member where bucket = $1 and member_id = $2 for update', [
      member.bucket,
      member.memberId,
    ]);
    await holder.query(
      `insert into members.suspension (bucket, member_id, id, reason, from_at) values ($1, $2, $2, 'a reason', now())`,
      [member.bucket, member.memberId],
    );
    let isOver = false;
    const answer = signIn(world.node, member.userName).finally(() => {
      isOver = true;
    });
    await waitForLock(world, () => isOver);
    await holder.query('commit');
    holder.release();
    expect((await answer).json().member.restricted).toBe(true);
  });

  test('must be one', async () => {
    const nobody = '00000000-0000-7000-8000-000000000000';
    await expect(suspendMember(nobody)).rejects.toMatchObject({ code: 'not-found' });
  });
});
