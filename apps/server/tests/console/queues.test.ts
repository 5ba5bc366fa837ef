import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queuesOf } from '../../src/decisions/work-queues.ts';
import { DAY_MS, HOUR_MS } from '../../src/durations.ts';
import { ROLES, type Role } from '../../src/staff/roles.ts';
import { addHost } from '../kit/hosts.ts';
import { plansOf, scannedIn } from '../kit/plans.ts';
import { openStream } from '../live/stream-client.ts';
import { openConsole, type TestConsole } from './console.ts';
import { fillQueues, threadOf, withdrawalOf } from './queue-rows.ts';

let at: TestConsole;
beforeAll(async () => {
  at = await openConsole();
});
afterAll(() => at.close());

interface Queue {
  queue: string;
  count: number;
  oldestAtMs: number | null;
  newestAtMs: number | null;
  dueAtMs: number | null;
  path: string;
  partOf: string | null;
}

async function read(role: Role, who: { cookie: string } = at.staff[role]): Promise<Queue[]> {
  const { status, body } = await at.get('/api/console/queues', who);
  expect(status).toBe(200);
  return body.items as unknown as Queue[];
}

async function queue(role: Role, name: string, who?: { cookie: string }): Promise<Queue | undefined> {
  return (await read(role, who)).find((one) => one.queue === name);
}

const MONEY = ['closed', 'ledger-faults', 'withdrawals', 'withdrawals-second', 'payments'];
const HOLDS = ['legal-holds', 'legal-holds-ending', 'proposals'];
/** Of those who decide on them. */
const DECIDERS = [...HOLDS, 'proposals-own'];
/** Listed a second time on purpose, like the calls by role. */
const SEEN: Record<Role, string[]> = {
  support: [
    ...['desk', 'desk-mine', 'desk-unassigned', 'bookings', 'desk-back', 'visitors', 'recoveries', 'complaints'],
    ...['formal-complaints', 'risk-cases', 'host-reports', 'possible-matches'],
  ],
  content: ['host-reports', 'hosts', 'hosts-ending'],
  finance: [...MONEY, ...DECIDERS, 'complaints', 'formal-complaints'],
  auditor: [
    ...[...MONEY, ...HOLDS, 'desk', 'desk-unassigned', 'bookings', 'visitors', 'recoveries', 'complaints'],
    ...['formal-complaints', 'risk-cases', 'host-reports', 'hosts', 'hosts-ending', 'possible-matches'],
  ],
  owner: [
    ...[
      ...MONEY,
      ...DECIDERS,
      'desk',
      'desk-mine',
      'desk-unassigned',
      'bookings',
      'desk-back',
      'visitors',
      'recoveries',
    ],
    ...['complaints', 'formal-complaints', 'risk-cases', 'host-reports', 'hosts', 'hosts-ending'],
    'possible-matches',
  ],
};

describe('the queues of a role', () => {
  test('are those whose lists it may read, and are empty at first', async () => {
    for (const role of ROLES) {
      const queues = await read(role);
      expect(queues.map((one) => one.queue)).toEqual(SEEN[role]);
      for (const one of queues) {
        expect([role, one.queue, one.count, one.oldestAtMs, one.dueAtMs]).toEqual([role, one.queue, 0, null, null]);
        expect((await at.get(one.path, at.staff[role])).status, `${role} ${one.path}`).toBe(200);
      }
    }
    expect((await at.get('/api/console/queues')).status).toBe(401);
  });

  test('count what their lists list, for each person', async () => {
    const { finance, support } = at.staff;
    await fillQueues(at.club, { finance: finance.id, support: support.id });
    const filled = new Set<string>();
    for (const role of ROLES) {
      for (const { queue: name, count, path } of await read(role)) {
        const { body } = await at.get(`${path}&limit=1`, at.staff[role]);
        const listed = name === 'closed' ? (body.closed as unknown[]).length : body.total;
        expect([role, name, count]).toEqual([role, name, listed]);
        if (count > 0) filled.add(name);
      }
    }
    // Switches that faults closed have tests of their own.
    expect([...filled].sort()).toEqual(SEEN.owner.filter((name) => name !== 'closed').sort());
  });

  test('leave out what the person themselves proposed', async () => {
    const other = await at.add('finance');
    for (const [name, proposed] of [
      ['proposals', 2],
      ['legal-holds', 1],
    ] as const) {
      const [own, theirs] = [await queue('finance', name), await queue('finance', name, other)];
      expect([name, (theirs?.count ?? 0) - (own?.count ?? 0)]).toEqual([name, proposed]);
      expect((await queue('auditor', name))?.count).toBeGreaterThanOrEqual(theirs?.count ?? 0);
    }
    const owners = await at.get('/api/console/proposals?state=decidable', at.staff.owner);
    expect(owners.body.items?.map(({ what }) => what)).not.toContain('correction');
  });

  test('show each person their own proposals, which are no work of theirs', async () => {
    expect(await queue('finance', 'proposals-own')).toMatchObject({ count: 2, alone: 0, partOf: null });
    expect((await at.get('/api/console/proposals?state=own', at.staff.finance)).body.total).toBe(2);
    const other = await at.add('finance');
    expect(await queue('finance', 'proposals-own', other)).toMatchObject({ count: 0 });
  });

  test('give each person the conversations of their own', async () => {
    const colleague = await at.add('support');
    expect(await queue('support', 'desk-mine')).toMatchObject({ count: 1, partOf: 'desk' });
    expect(await queue('support', 'desk-mine', colleague)).toMatchObject({ count: 0 });
    expect(await queue('support', 'desk-back')).toMatchObject({ count: 2, partOf: null });
    expect(await queue('support', 'desk-back', colleague)).toMatchObject({ count: 1 });
    expect((await at.get('/api/console/desk/threads?box=back', colleague)).body.total).toBe(1);
  });

  test('count a recovery request once: with its conversation, or alone after an answer', async () => {
    expect(await queue('support', 'recoveries')).toMatchObject({ count: 1, alone: 0, partOf: 'visitors' });
    const waits = (since: string) =>
      at.club.owner.query(`update desk.visitor_thread set waits_since = ${since} where topic = 'recovery'`);
    await waits('null');
    expect(await queue('support', 'recoveries')).toMatchObject({ count: 1, alone: 1 });
    await waits('last_at');
  });

  test('show that one item came while another went', async () => {
    const before = await queue('support', 'visitors');
    expect(before?.count).toBeGreaterThan(1);
    const later = (before?.newestAtMs ?? 0) + 1_000;
    await at.club.owner.query(
      `update desk.visitor_thread set waits_since = to_timestamp($1 / 1000.0)
       where id = (select id from desk.visitor_thread where waits_since is not null order by waits_since desc limit 1)`,
      [later],
    );
    expect(await queue('support', 'visitors')).toEqual({ ...before, newestAtMs: later });
  });

  test('say what is due next', async () => {
    const nowMs = at.club.clock.nowMs();
    const due = await queue('finance', 'withdrawals');
    expect(due).toMatchObject({ oldestAtMs: nowMs - HOUR_MS, dueAtMs: nowMs + 23 * HOUR_MS });
    expect(await queue('finance', 'withdrawals-second')).toMatchObject({ count: 1, partOf: 'withdrawals' });
    expect((await queue('content', 'hosts-ending'))?.dueAtMs).toBe(nowMs + 5 * DAY_MS);
    expect((await queue('finance', 'legal-holds-ending'))?.dueAtMs).toBe(nowMs + 3 * DAY_MS);
  });
});

test('a host is ending while members still see them, and only within two weeks', async () => {
  const { hostId } = await addHost(at.club, { name: 'Temu' });
  const shown = async () => (await queue('content', 'hosts-ending'))?.count ?? 0;
  const before = await shown();
  const end = (days: number) =>
    at.club.owner.query(
      `update directory.verification set until_at = clock.now() + $2 * interval '1 day'
       where host_id = $1 and kind = 'age'`,
      [hostId, days],
    );
  await end(15);
  expect(await shown()).toBe(before);
  await end(13);
  expect(await shown()).toBe(before + 1);
  await end(-0.1);
  expect(await shown()).toBe(before);
});

test('a count ends at 100, and the oldest is still the oldest', async () => {
  const member = await at.club.member();
  const oldest = at.club.clock.nowMs() - 20 * HOUR_MS;
  for (let n = 0; n < 120; n++) await withdrawalOf(at.club, member, oldest + n * 60_000);
  const newestAtMs = oldest + 99 * 60_000;
  expect(await queue('finance', 'withdrawals')).toMatchObject({ count: 100, oldestAtMs: oldest, newestAtMs });
  expect((await at.get('/api/console/withdrawals?state=in-review&limit=1', at.staff.finance)).body.total).toBe(122);
});

test('the roles of a changed queue are notified at once, without what changed or whose it is', async () => {
  const path = '/api/console/stream';
  const member = await at.club.member();
  const finance = await openStream(at.server.address, { cookie: at.staff.finance.cookie, path });
  const content = await openStream(at.server.address, { cookie: at.staff.content.cookie, path });
  // With the first stream, every role is notified once.
  await finance.until(({ event, data }) => event === 'queues' && (data.roles as Role[]).length === ROLES.length);
  await threadOf(at.club, member, {});
  const news = (role: Role, without: Role) => (event: { event: string; data: Record<string, unknown> }) => {
    const roles = event.event === 'queues' ? (event.data.roles as Role[]) : [];
    return roles.includes(role) && !roles.includes(without);
  };
  const told = await finance.until(news('support', 'finance'));
  expect(told.data).toEqual({ roles: ['auditor', 'owner', 'support'] });
  await at.club.owner.query(`update payments.withdrawal set state = 'approved' where state = 'in-review'`);
  await finance.until(news('finance', 'support'));
  await content.until(news('finance', 'support'));
  expect(JSON.stringify([finance.events, content.events])).not.toContain(member.memberId);
  for (const one of [finance, content]) one.socket.destroy();
});

/** Tables that grow with the house. Others have few rows. */
const GROWING = [
  ...['withdrawal', 'withdrawal_review', 'payment', 'thread', 'visitor_thread', 'complaint', 'recovery_request'],
  ...['report', 'booking', 'possible_match', 'legal_hold', 'proposal', 'fault'],
];

test('no queue reads a table from one end to the other', async () => {
  for (const role of ROLES) {
    const plans = await plansOf(at.club, (db) => queuesOf(db, at.staff[role]));
    expect(plans.length).toBeGreaterThanOrEqual(SEEN[role].length);
    for (const plan of plans)
      expect(
        scannedIn(plan).filter((table) => GROWING.includes(table)),
        plan,
      ).toEqual([]);
  }
});
