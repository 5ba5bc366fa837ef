import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, form, invite, openWorld, type World } from './club.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const ALL = ['terms', 'rules', 'privacy'];

async function joinWith(accepted: unknown) {
  const body = form({ inviteCode: await invite(world.node), accepted });
  return call(world.node, 'POST', '/api/members', { body, address: '192.0.2.44' });
}

test.each([undefined, [], ['terms', 'rules'], ['terms', 'privacy', 'terms'], ['rules', 'privacy'], ['privacy']])(
  'nobody joins who accepted only %j',
  async (accepted) => {
    const answer = await joinWith(accepted);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'agreement-needed', fields: { accepted: 'agreement-needed' } });
    expect(Object.keys(answer.json().fields)).toEqual(['accepted']);
  },
);

test.each([[[...ALL, 'all']], ['terms'], [[true, true, true]], [{ terms: true }]])(
  'a form with %j for consents is no form',
  async (accepted) => {
    expect((await joinWith(accepted)).statusCode).toBe(400);
  },
);

test('each consent is stored by itself, with version and time', async () => {
  const answer = await joinWith(['privacy', 'terms', 'rules']);
  expect(answer.statusCode).toBe(201);
  const { rows } = await world.owner.query(
    'select kind, version, at from members.consent where member_id = $1 order by kind',
    [answer.json().member.id],
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['privacy', 'rules', 'terms']);
  expect(rows.every(({ version, at }) => version === answer.json().member.agreementVersion && at instanceof Date)).toBe(
    true,
  );
});
