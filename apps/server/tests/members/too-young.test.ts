import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { claimInvite, readInviteCode } from '../../src/members/invites/invites.ts';
import { call, form, invite, openWorld, type World } from './club.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const send = (fields: Record<string, unknown>) => call(world.node, 'POST', '/api/members', { body: form(fields) });

test('who was too young tries no other date of birth with the same invite; another invite is not concerned', async () => {
  const inviteCode = await invite(world.node);
  const young = { birthDate: '2020-01-01', inviteCode };
  expect((await send(young)).json().fields).toMatchObject({ birthDate: 'too-young' });
  for (const birthDate of ['1990-01-01', '1950-06-30']) {
    expect((await send({ birthDate, inviteCode })).json()).toMatchObject({ code: 'too-young', params: { age: 18 } });
  }
  expect((await send({ birthDate: '1990-01-01', inviteCode: await invite(world.node) })).statusCode).toBe(201);
});

test('a registration that was checked before the refusal does not claim the invite after it', async () => {
  const inviteCode = await invite(world.node);
  await send({ birthDate: '2020-01-01', inviteCode });
  const code = readInviteCode(inviteCode) ?? '';
  expect(await transaction(world.node.members.db, (tx) => claimInvite(tx, code, newId()))).toBe(false);
});
