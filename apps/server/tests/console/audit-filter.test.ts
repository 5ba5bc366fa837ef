import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../src/durations.ts';
import { call } from '../http/server.ts';
import { openConsole, type TestConsole } from './console.ts';

// The audit log can be filtered by actor, act, member and time; its export obeys the same filters.

const LIST = '/api/console/audit';

let at: TestConsole;
let member: string;
beforeAll(async () => {
  at = await openConsole();
  member = (await at.club.member()).memberId;
  await at.post(`/api/console/members/${member}/notes`, { words: 'He called about it' }, at.staff.support);
  await at.post(`/api/console/members/${member}/notes`, { words: 'He called again' }, at.staff.finance);
  await at.get(`/api/console/members/${member}`, at.staff.finance);
});
afterAll(() => at.close());

async function found(query: Record<string, string>) {
  const { status, body } = await at.get(`${LIST}?${new URLSearchParams(query)}`, at.staff.auditor);
  expect(status).toBe(200);
  return { total: body.total, acts: (body.items ?? []).map(({ act }) => act) };
}

test('by who, by what it begins with, by member, and by all of them', async () => {
  expect(await found({ staff: at.staff.support.id })).toEqual({ total: 1, acts: ['member-noted'] });
  expect(await found({ staff: at.staff.finance.id })).toEqual({ total: 2, acts: ['member-read', 'member-noted'] });
  expect(await found({ act: 'member-n' })).toEqual({ total: 2, acts: ['member-noted', 'member-noted'] });
  expect((await found({ act: 'member-', member, staff: at.staff.finance.id })).total).toBe(2);
  expect((await found({ act: 'noted' })).total).toBe(0);
});

test('by days, both of them included', async () => {
  const day = (later: number) => new Date(at.club.clock.nowMs() + later * DAY_MS).toISOString().slice(0, 10);
  const noted = { act: 'member-noted' };
  expect((await found({ ...noted, from: day(0), to: day(0) })).total).toBe(2);
  expect((await found({ ...noted, from: day(1) })).total).toBe(0);
  expect((await found({ ...noted, to: day(-1) })).total).toBe(0);
});

test('members and staff appear by name beside their ids', async () => {
  const { body: created } = await at.post(
    '/api/console/staff',
    { name: 'nora', role: 'support', why: 'new in the team' },
    at.staff.owner,
  );
  expect(created).toMatchObject({ staff: { name: 'nora' } });
  const listed = async (act: string) =>
    (await at.get(`${LIST}?act=${act}&limit=1`, at.staff.auditor)).body.items?.[0] ?? {};
  expect(await listed('staff-created')).toMatchObject({ memberName: null, subjectName: 'nora' });
  const noted = await listed('member-noted');
  const { body } = await at.get(`/api/console/members/${member}`, at.staff.auditor);
  expect(noted).toMatchObject({ memberId: member, memberName: body.userName, subjectName: null });
});

test('the file has what the list has, and the log says what was looked for', async () => {
  await at.acts();
  const query = `act=member-noted&staff=${at.staff.support.id}`;
  const answer = await call(at.server, `${LIST}.csv?${query}`, { cookie: at.staff.owner.cookie });
  expect((await answer.text()).trim().split('\r\n')).toHaveLength(2);
  await at.get(`${LIST}?${query}`, at.staff.owner);
  const requested = { act: 'member-noted', staff: at.staff.support.id };
  const acts = await at.acts();
  expect(acts.at(-3)).toMatchObject({ act: 'exported', after: { file: 'audit.csv', filter: requested, rows: 1 } });
  expect(acts.at(-2)).toMatchObject({ act: 'rows-exported', after: { members: [member] } });
  expect(acts.at(-1)).toMatchObject({ act: 'audit-read', after: { ...requested, members: [member] } });
});

test.each(['act=%25', 'act=Member', 'staff=finn', 'member=1', 'from=2026-13-01', 'from=2026-02-02&to=2026-02-01'])(
  'takes nothing else: %s',
  async (query) => {
    const { status } = await at.get(`${LIST}?${query}`, at.staff.auditor);
    expect([400, 422]).toContain(status);
  },
);

test('withdrawals and questions are listed of one member, too', async () => {
  for (const list of ['withdrawals', 'complaints']) {
    const answer = await at.get(`/api/console/${list}?memberId=${member}`, at.staff.finance);
    expect(answer, list).toMatchObject({ status: 200, body: { items: [], total: 0 } });
    expect((await at.get(`/api/console/${list}?memberId=me`, at.staff.finance)).status).toBe(400);
  }
});
