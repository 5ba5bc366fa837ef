import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { transaction } from '../../src/db/transaction.ts';
import { identityOf } from '../../src/http/auth.ts';
import { startClosure } from '../../src/members/account/closures.ts';
import { lift, suspend } from '../../src/members/account/suspensions.ts';
import { readToken } from '../../src/members/sessions/tokens.ts';
import {
  call,
  cookieOf,
  join,
  openWorld,
  signIn,
  startNode,
  type TestMember,
  type World,
  waitForLock,
} from './club.ts';

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

function tokenHashOf(cookie: string): Buffer {
  const named = readToken(cookie.split('=')[1] ?? '');
  if (!named) throw new Error('no token in the cookie');
  return named.tokenHash;
}

async function close({ memberId, bucket, userName }: TestMember, cookie: string): Promise<void> {
  const { db, sessions } = world.node.members;
  const identity = { memberId, bucket, userName, tokenHash: tokenHashOf(cookie), restricted: false };
  await transaction(db, (tx) => startClosure(tx, sessions, identity));
}

async function get(url: string, cookie: string) {
  return call(world.node, 'GET', url, { cookie });
}

describe('a member who leaves', () => {
  test('keeps the calling session, restricted immediately, and loses the others, on every node', async () => {
    const node = await startNode(world.database, { cacheTtlMs: 0 });
    const member = await join(world.node);
    const second = cookieOf(await signIn(world.node, member.userName));
    expect((await get('/test/member', member.cookie)).statusCode).toBe(200);
    expect((await get('/test/member', second)).statusCode).toBe(200);
    await close(member, member.cookie);
    expect((await get('/test/member', member.cookie)).json().code).toBe('suspended');
    expect((await get('/test/restricted', member.cookie)).statusCode).toBe(200);
    expect((await get('/api/me', member.cookie)).json()).toMatchObject({ restricted: true, closing: true });
    expect((await get('/test/restricted', second)).json().code).toBe('signed-out');
    expect((await call(node, 'GET', '/api/me', { cookie: second })).json().code).toBe('signed-out');
    await node.close();
  });

  test('signs in to a restricted session from then on, also after a suspension was lifted', async () => {
    const member = await join(world.node);
    expect((await get('/api/me', member.cookie)).json()).toMatchObject({ restricted: false, closing: false });
    await close(member, member.cookie);
    expect((await signIn(world.node, member.userName)).json().member).toMatchObject({
      restricted: true,
      closing: true,
      suspension: null,
    });
    const { db, sessions } = world.node.members;
    await transaction(db, (tx) => suspend(tx, sessions, member.memberId, { reason: 'a reason', until: null }));
    await transaction(db, (tx) => lift(tx, sessions, member.memberId));
    expect((await signIn(world.node, member.userName)).json().member.restricted).toBe(true);
  });

  test('may ask for it again: nothing changes', async () => {
    const member = await join(world.node);
    await close(member, member.cookie);
    await close(member, member.cookie);
    const { rows } = await world.owner.query('select done_at from members.closure where member_id = $1', [
      member.memberId,
    ]);
    expect(rows).toEqual([{ done_at: null }]);
    expect((await get('/test/restricted', member.cookie)).statusCode).toBe(200);
  });

  test('signs in to no full session while the closure is being written down', async () => {
    const member = await join(world.node);
    const holder = await world.owner.connect();
    await holder.query('begin');
    await holder.query('select 1 from members.member where bucket = $1 and member_id = $2 for update', [
      member.bucket,
      member.memberId,
    ]);
    await holder.query('insert into members.closure (bucket, member_id, asked_at) values ($1, $2, now())', [
      member.bucket,
      member.memberId,
    ]);
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
    const nobody = { memberId: '00000000-0000-7000-8000-000000000000', bucket: 0, userName: 'X', recoveryCodes: [] };
    const { cookie } = await join(world.node);
    await expect(close({ ...nobody, cookie }, cookie)).rejects.toMatchObject({ code: 'not-found' });
  });
});
