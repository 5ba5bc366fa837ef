import { afterAll, beforeAll, expect, test } from 'vitest';
import { record } from '../../src/audit/audit.ts';
import { transaction } from '../../src/db/transaction.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { type SignedInStaff, signedInStaff } from '../kit/staff.ts';

let club: Club;
let server: TestServer;
let mira: SignedIn;
let tomas: SignedIn;
let sara: SignedInStaff;
let ada: SignedInStaff;
beforeAll(async () => {
  club = await openClub();
  server = await openServer(club);
  mira = await signIn(club, await club.member());
  tomas = await signIn(club, await club.member());
  sara = await signedInStaff(club, 'support');
  ada = await signedInStaff(club, 'auditor');
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

interface Page {
  items: Record<string, unknown>[];
  nextCursor: string | null;
  total: number;
}

async function read(path: string, cookie: string): Promise<Page> {
  const answer = await call(server, path, { cookie });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
}

function touch(member: SignedIn, why: string): Promise<void> {
  return transaction(club.db, (tx) =>
    record(tx, {
      staff: sara,
      act: 'real-name-corrected',
      why,
      member,
      before: { realName: 'A' },
      after: { realName: 'B' },
      address: '198.51.100.7',
    }),
  );
}

test('a member sees what was done with his account, why and by which role; not by whom, nor of another', async () => {
  await touch(mira, 'typed wrongly at the desk');
  await touch(tomas, 'not for mira');
  const { items, total } = await read('/api/me/acts', mira.cookie);
  expect(total).toBe(1);
  expect(items).toEqual([
    {
      seq: '0',
      atMs: club.clock.nowMs(),
      act: 'real-name-corrected',
      role: 'support',
      why: 'typed wrongly at the desk',
    },
  ]);
  expect(JSON.stringify(items)).not.toMatch(new RegExp(`${sara.name}|${sara.id}|198\\.51|realName`));
  const restricted = await signIn(club, mira, true);
  expect((await read('/api/me/acts', restricted.cookie)).items).toEqual(items);
  expect((await call(server, '/api/me/acts')).status).toBe(401);
});

test('an auditor reads all of it, and stands in it for that: the member sees that he was looked at', async () => {
  const all = await read('/api/console/audit?limit=1', ada.cookie);
  expect(all.items[0]).toMatchObject({
    seq: '1',
    staff: { name: sara.name, role: 'support' },
    memberId: tomas.memberId,
  });
  expect(all.nextCursor).toBe('1');
  const his = await read(`/api/console/audit?member=${mira.memberId}`, ada.cookie);
  expect(his).toMatchObject({ total: 1, items: [{ before: { realName: 'A' }, after: { realName: 'B' } }] });
  const [look] = (await read('/api/me/acts', mira.cookie)).items;
  expect(look).toMatchObject({ act: 'audit-read', role: 'auditor', why: null });
  const newest = await read('/api/console/audit?limit=2', ada.cookie);
  expect(newest.items).toMatchObject([
    { act: 'audit-read', memberId: mira.memberId, staff: { id: ada.id } },
    { act: 'audit-read', memberId: null, staff: { id: ada.id } },
  ]);
});

test.each(['x', '-1', '1.5', '1'.repeat(30)])('a bad cursor is refused: %s', async (cursor) => {
  for (const [path, cookie] of [
    ['/api/me/acts', mira.cookie],
    ['/api/console/audit', ada.cookie],
  ] as const) {
    expect((await call(server, `${path}?cursor=${cursor}`, { cookie })).status).toBe(400);
  }
});

test('what one person only proposes does not speak to the member', async () => {
  const lea = await signIn(club, await club.member());
  await transaction(club.db, (tx) =>
    record(tx, {
      staff: sara,
      act: 'withdrawal-refusal-proposed',
      why: 'send 100 to this account',
      member: lea,
      address: '198.51.100.7',
    }),
  );
  const { items } = await read('/api/me/acts', lea.cookie);
  expect(items).toMatchObject([{ act: 'withdrawal-refusal-proposed', why: null }]);
});
