import { afterAll, beforeAll, expect, test } from 'vitest';
import { CURRENT_AGREEMENT } from '../../src/members/agreement.ts';
import { RETENTION } from '../../src/members/retention.ts';
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
  const first = { kind: 'agreement', version: CURRENT_AGREEMENT, atMs: club.clock.nowMs() };
  expect(await consentsOf(member)).toEqual([first]);
  // As if he had joined under an earlier version.
  await club.owner.query('update members.consent set version = 0 where member_id = $1', [member.memberId]);
  await club.owner.query('update members.member set agreement_version = 0 where member_id = $1', [member.memberId]);
  await club.clock.forward(60_000);
  const { cookie } = member;
  for (let times = 0; times < 2; times++) {
    await call(server, '/api/me/agreement', { cookie, body: { version: CURRENT_AGREEMENT } });
  }
  expect(await consentsOf(member)).toEqual([
    { ...first, atMs: club.clock.nowMs() },
    { ...first, version: 0 },
  ]);
});

test('are the member’s own', async () => {
  expect((await call(server, '/api/me/consents')).status).toBe(401);
});

test('how long each kind of data is kept is said to everybody', async () => {
  const { items } = (await (await call(server, '/api/retention')).json()) as { items: unknown };
  expect(items).toEqual(RETENTION);
});

test('house notices come newest first and by page, with when and what', async () => {
  await club.owner.query('delete from house.notice');
  await club.owner.query(
    `insert into house.notice (id, title, body, at)
     select gen_random_uuid(), 'Notice ' || n, 'Text ' || n, clock.now() + n * interval '1 minute'
     from generate_series(1, 5) n`,
  );
  interface Page {
    items: { title: string; text: string; atMs: number }[];
    nextCursor: string | null;
    total: number;
  }
  const seen: string[] = [];
  let cursor: string | null = '';
  for (let pages = 0; pages < 5 && cursor !== null; pages++) {
    const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page = (await (await call(server, `/api/notices?limit=2${from}`)).json()) as Page;
    expect(page.total).toBe(5);
    seen.push(...page.items.map(({ title }) => title));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual([5, 4, 3, 2, 1].map((n) => `Notice ${n}`));
  const { ticker } = (await (await call(server, '/api/house')).json()) as { ticker: { text: string; atMs: number }[] };
  expect(ticker[0]).toMatchObject({ text: 'Notice 5', atMs: club.clock.nowMs() + 5 * 60_000 });
});
