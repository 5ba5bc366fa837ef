import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteFingerprints } from '../../src/jobs/delete-fingerprints.ts';
import { type SignedIn, signIn } from '../http/server.ts';
import { openConsole, type TestConsole } from './console.ts';

let at: TestConsole;
let full: SignedIn;
let short: SignedIn;
beforeAll(async () => {
  at = await openConsole();
});
afterAll(() => at.close());
beforeEach(async () => {
  for (const table of ['possible_match', 'exclusion', 'real_name']) {
    await at.club.owner.query(`delete from members.${table}`);
  }
  full = await named('Nguyễn Thị Minh Khai');
  await at.post('/api/me/self-exclusion', { months: 6 }, full);
  short = await named('NGUYEN KHAI');
});

/** A new member who enters a real name over HTTP. */
async function named(realName: string): Promise<SignedIn> {
  const member = await signIn(at.club, await at.club.member());
  expect((await at.post('/api/me/real-name', { realName }, member)).status).toBeLessThan(300);
  return member;
}

const open = async () => (await at.get('/api/console/possible-matches', at.staff.support)).body.items ?? [];
const waiting = async () => {
  const { body } = await at.get('/api/console/queues', at.staff.support);
  return body.items?.find(({ queue }) => queue === 'possible-matches');
};

function decide(id: unknown, verdict: string, by = at.staff.support, why = 'two people, by their papers') {
  return at.post(`/api/console/members/${short.memberId}/possible-matches/${id}/decide`, { verdict, why }, by);
}

test('an account with nearly the name of an excluded member waits for staff, and stays as it is', async () => {
  expect(await open()).toMatchObject([
    {
      memberId: short.memberId,
      realName: 'NGUYEN KHAI',
      otherId: full.memberId,
      otherRealName: 'Nguyễn Thị Minh Khai',
      verdict: null,
    },
  ]);
  expect(await waiting()).toMatchObject({ count: 1, oldestAtMs: at.club.clock.nowMs() });
  const { body } = await at.get('/api/me', short);
  expect(body).toMatchObject({ restricted: false, exclusion: null });
});

test('is decided once, with a reason that its member reads, by those who may', async () => {
  const [{ id } = {}] = await open();
  expect((await decide(id, 'other', at.staff.content)).status).toBe(403);
  expect((await decide(id, 'other', at.staff.auditor)).status).toBe(403);
  expect((await decide(id, 'other', at.staff.support, ' ')).body.code).toBe('reason-needed');
  expect((await decide(id, 'maybe')).status).toBeGreaterThanOrEqual(400);
  expect((await decide(full.memberId, 'other')).status).toBe(404);
  expect((await decide(id, 'other')).status).toBe(204);
  expect((await decide(id, 'same', at.staff.owner)).body.code).toBe('already-set');
  expect(await open()).toEqual([]);
  expect(await waiting()).toMatchObject({ count: 0, oldestAtMs: null });
  const acts = (await at.get('/api/me/acts', short)).body.items ?? [];
  expect(acts[0]).toMatchObject({ act: 'possible-match-decided', why: 'two people, by their papers' });
  expect(JSON.stringify(acts)).not.toContain(full.memberId);
  const decided = await at.get('/api/console/possible-matches?state=decided', at.staff.auditor);
  expect(decided.body.items).toMatchObject([{ id, verdict: 'other' }]);
});

test('one pair is read by those who list them; the log names both members, also for the pair that is decided', async () => {
  const [{ id } = {}] = await open();
  const path = `/api/console/members/${short.memberId}/possible-matches/${id}`;
  expect((await at.get(path, at.staff.content)).status).toBe(403);
  expect((await at.get(path.replace(short.memberId, full.memberId), at.staff.support)).status).toBe(404);
  await at.acts();
  const both = { memberId: short.memberId, otherId: full.memberId };
  expect((await at.get(path, at.staff.auditor)).body).toMatchObject({ id, ...both, verdict: null, decidedBy: null });
  expect(await at.acts()).toMatchObject([
    { act: 'members-read', subject: `possible-match/${id}`, after: { members: [short.memberId, full.memberId] } },
  ]);
  await decide(id, 'same', at.staff.owner);
  const { body } = await at.get(path, at.staff.support);
  expect(body).toMatchObject({ verdict: 'same', decidedAtMs: at.club.clock.nowMs() });
  expect(body.decidedBy).not.toBe('');
});

test('pages follow each other, and a pair goes when either person is erased', async () => {
  const second = await named('Minh Khai');
  const first = await at.get('/api/console/possible-matches?limit=1', at.staff.support);
  expect(first.body).toMatchObject({ total: 2, items: [{ memberId: short.memberId }] });
  const next = await at.get(`/api/console/possible-matches?limit=1&cursor=${first.body.nextCursor}`, at.staff.owner);
  expect(next.body.items).toMatchObject([{ memberId: second.memberId }]);
  await at.club.owner.query(
    `insert into members.erasure (bucket, member_id, kind, at) values ($1, $2, 'person', clock.now())`,
    [full.bucket, full.memberId],
  );
  await deleteFingerprints(at.club.jobs);
  expect(await open()).toEqual([]);
});
