import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPasswords } from '../../src/members/sessions/passwords.ts';
import { join, openWorld, PASSWORD, signIn, startNode, untilNotBusy, type World, warmUp } from './club.ts';

// Any number of concurrent correct passwords succeeds: none is refused for too many attempts.

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.owner.query('truncate members.attempt_count'));
afterAll(() => world.close());

async function attempts(): Promise<number[]> {
  const { rows } = await world.owner.query('select attempts from members.attempt_count order by attempts');
  return rows.map((row) => row.attempts);
}

describe('right passwords', () => {
  test('of forty at once, on two nodes and from one address, all sign in', async () => {
    const member = await join(world.node);
    const other = await startNode(world.database);
    await Promise.all([warmUp(world.node), warmUp(other)]);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        untilNotBusy(() => signIn(index % 2 ? other : world.node, member.userName)),
      ),
    );
    await other.close();
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(40).fill(201));
    expect((await attempts()).filter((count) => count > 0)).toEqual([]);
  });

  test('of forty members at once, from one address, all sign in', async () => {
    const members = await Promise.all(Array.from({ length: 40 }, () => join(world.node, { address: newAddress() })));
    await world.owner.query('truncate members.attempt_count');
    const answers = await Promise.all(members.map(({ userName }) => untilNotBusy(() => signIn(world.node, userName))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(40).fill(201));
  });

  test('among four wrong ones at once sign in as well', async () => {
    const member = await join(world.node);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        signIn(world.node, member.userName, index % 6 === 0 ? 'wrong one' : PASSWORD),
      ),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 401)).toHaveLength(4);
  });

  test('wait for attempts that are under way in a process that died, and are right after it', async () => {
    const member = await join(world.node);
    const stuck = Promise.withResolvers<boolean>();
    const dead = await startNode(world.database, {
      passwords: { hash: createPasswords().hash, matches: () => stuck.promise },
    });
    const lost = Array.from({ length: 2 }, () => signIn(dead, member.userName, 'wrong one'));
    await expect.poll(attempts).toEqual([0, 1, 1]);
    expect((await signIn(world.node, member.userName)).statusCode).toBe(201);
    stuck.resolve(false);
    for (const one of await Promise.all(lost)) expect(one.statusCode).toBe(401);
    await dead.close();
  });
});

let addresses = 0;
function newAddress(): string {
  addresses += 1;
  return `203.0.113.${addresses}`;
}
