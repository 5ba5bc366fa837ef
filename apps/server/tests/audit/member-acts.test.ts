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
  return transaction(club.api, (tx) =>
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

test('a member sees what was done with their account, why and by which role; not by whom, nor of another', async () => {
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

test('an auditor reads all of it, and is recorded for that: the member sees that their account was opened', async () => {
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
  await transaction(club.api, (tx) =>
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

test('whom a list shows finds the look among the rest; whom it does not show finds nothing', async () => {
  const [seen, unseen] = [await signIn(club, await club.member()), await signIn(club, await club.member())];
  await read(`/api/console/members?memberId=${seen.memberId}`, sara.cookie);
  expect((await read('/api/me/acts', seen.cookie)).items).toMatchObject([{ act: 'members-read', role: 'support' }]);
  expect((await read('/api/me/acts', unseen.cookie)).total).toBe(0);
  // Each list identifies its rows in its own format.
  const row = { id: unseen.memberId, memberId: seen.memberId };
  const lists = [
    ['withdrawals-read', [row]],
    ['complaints-read', [row]],
    ['legal-holds-read', [row]],
    ['payments-read', { state: 'review', payments: [row] }],
    ['rows-exported', { file: 'members.csv', members: [seen.memberId] }],
  ] as const;
  for (const [act, after] of lists) {
    await transaction(club.api, (tx) => record(tx, { staff: ada, act, why: null, after, address: '198.51.100.7' }));
  }
  const { items, total } = await read('/api/me/acts', seen.cookie);
  expect(items.map(({ act }) => act)).toEqual([...lists.map(([act]) => act).reverse(), 'members-read']);
  expect(total).toBe(lists.length + 1);
  expect((await read('/api/me/acts', unseen.cookie)).total).toBe(0);
});

test('both are found by indexes, however long the log', async () => {
  const client = await club.owner.connect();
  try {
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query(`
      explain select seq from audit.entry where (member_bucket = 1 and member_id = '${mira.memberId}'::uuid) or (
        act in ('members-read', 'withdrawals-read', 'payments-read', 'complaints-read', 'rows-exported')
        and audit.seen_in(body) @> array['${mira.memberId}'::uuid])`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/BitmapOr.*entry_of_member.*entry_of_seen/s);
  } finally {
    client.release(true);
  }
});

test('whoever reads the log, takes it as a file, or reads who joined by an invite is seen by whom that showed', async () => {
  const shown = await signIn(club, await club.member());
  await touch(shown, 'for the log');
  const ofAll = await read('/api/console/audit?limit=1', ada.cookie);
  expect(ofAll.items).toMatchObject([{ memberId: shown.memberId }]);
  for (const query of ['', `?member=${shown.memberId}`]) {
    const file = await call(server, `/api/console/audit.csv${query}`, { cookie: ada.cookie });
    // Read the file to its end, which frees the slot for the next export.
    await file.arrayBuffer();
    expect(file.status).toBe(200);
  }
  const owner = await signedInStaff(club, 'owner');
  const made = await call(server, '/api/console/invites', {
    ...{ method: 'POST', cookie: owner.cookie },
    body: { invites: 1, purpose: 'a fair', days: 7 },
  });
  const { id } = (await made.json()) as { id: string };
  await club.owner.query(
    `update members.invite set used_bucket = $1, used_by = $2, used_at = clock.now()
     where code_hash in (select code_hash from members.house_invite where batch_id = $3)`,
    [shown.bucket, shown.memberId, id],
  );
  await read(`/api/console/invites/${id}`, owner.cookie);
  const { items } = await read('/api/me/acts', shown.cookie);
  expect(items.map(({ act }) => act)).toEqual([
    ...['invites-read', 'rows-exported', 'rows-exported', 'audit-read', 'real-name-corrected'],
  ]);
});

test('a reader of the acts on one member learns nothing of the others in the same list', async () => {
  const [one, other] = [await signIn(club, await club.member()), await signIn(club, await club.member())];
  const after = { file: 'members.csv', members: [one.memberId, other.memberId] };
  await transaction(club.api, (tx) =>
    record(tx, { staff: ada, act: 'rows-exported', why: null, after, address: '198.51.100.7' }),
  );
  const { items } = await read(`/api/console/members/${one.memberId}/acts`, sara.cookie);
  expect(items).toMatchObject([{ act: 'rows-exported', before: null, after: null }]);
  expect(JSON.stringify(items)).not.toContain(other.memberId);
});
