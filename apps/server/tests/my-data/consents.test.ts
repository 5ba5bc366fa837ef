import { afterAll, beforeAll, expect, test } from 'vitest';
import { CURRENT_AGREEMENT } from '../../src/members/account/agreement.ts';
import { RETENTION } from '../../src/members/account/retention.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';

let club: Club;
let server: TestServer;
beforeAll(async () => {
  club = await openClub();
  await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  server = await openServer(club);
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

async function consentsOf(member: SignedIn): Promise<unknown> {
  return ((await (await call(server, '/api/me/consents', { cookie: member.cookie })).json()) as { items: unknown })
    .items;
}

test('what was agreed to is written down at registration and at each new version, once', async () => {
  const member = await signIn(club, await club.member());
  const givenAt = (atMs: number) =>
    ['privacy', 'rules', 'terms'].map((kind) => ({ kind, version: CURRENT_AGREEMENT, atMs }));
  const first = givenAt(club.clock.nowMs());
  expect(await consentsOf(member)).toEqual(first);
  // As if the member had joined under an earlier version.
  const older = `update members.consent set version = 0, kind = 'agreement' where member_id = $1 and kind = 'terms'`;
  await club.owner.query(older, [member.memberId]);
  await club.owner.query(`delete from members.consent where member_id = $1 and kind <> 'agreement'`, [member.memberId]);
  await club.owner.query('update members.member set agreement_version = 0 where member_id = $1', [member.memberId]);
  await club.clock.forward(60_000);
  const { cookie } = member;
  const body = { version: CURRENT_AGREEMENT, accepted: ['terms', 'rules', 'privacy'] };
  for (let times = 0; times < 2; times++) {
    await call(server, '/api/me/agreement', { cookie, body });
  }
  expect(await consentsOf(member)).toEqual([
    ...givenAt(club.clock.nowMs()),
    // Members who joined earlier keep theirs.
    { kind: 'agreement', version: 0, atMs: first[0]?.atMs },
  ]);
});

test('are the member’s own', async () => {
  expect((await call(server, '/api/me/consents')).status).toBe(401);
});

test('how long each kind of data is kept is said to everybody', async () => {
  const { items } = (await (await call(server, '/api/retention')).json()) as { items: unknown };
  expect(items).toEqual(RETENTION);
});
