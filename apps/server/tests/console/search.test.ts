import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { record } from '../../src/audit/audit.ts';
import { transaction } from '../../src/db/transaction.ts';
import { findMembers } from '../../src/http/console/search/find-members.ts';
import { readReference } from '../../src/http/console/search/find-money.ts';
import { search } from '../../src/http/console/search/search.ts';
import { readTerm } from '../../src/http/console/search/term.ts';
import type { PaymentProvider } from '../../src/payments/provider/provider.ts';
import { ROLES, type Role } from '../../src/staff/roles.ts';
import { WORDS } from '../complaints/asking.ts';
import { call, type SignedIn, signIn } from '../http/server.ts';
import type { OpenTable } from '../kit/club.ts';
import { addMadeTitle } from '../kit/films.ts';
import { addHost } from '../kit/hosts.ts';
import { nameMember } from '../kit/persons.ts';
import { plansOf, scannedIn } from '../kit/plans.ts';
import { openConsole, type TestConsole } from './console.ts';
import { paymentOf, threadOf, withdrawalOf } from './queue-rows.ts';

interface Hit {
  kind: string;
  id: string;
  memberId: string | null;
  name: string;
  about: string | null;
  state: string | null;
  amountMinor: string | null;
  atMs: number | null;
}

type Groups = { group: string; hits: Hit[]; hasMore: boolean }[];

let at: TestConsole;
let table: OpenTable;
let mira: SignedIn;
/** Ids of Mira's things. */
const of: Record<'withdrawal' | 'topUp' | 'payment' | 'thread' | 'slip' | 'host' | 'title', string> = {
  ...{ withdrawal: '', topUp: '', payment: '', thread: '', slip: '', host: '', title: '' },
};

beforeAll(async () => {
  // Ids have the machine's time, by which a bet is found within a minute. Opening the table moves the club's time up to
  // a minute ahead.
  at = await openConsole({ startMs: Date.now() - 60_000 }, async (club) => {
    table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  });
  const { club } = at;
  mira = await signIn(club, await club.member({ credits: 1_000_000n }));
  await nameMember(club.db, mira, 'Mira Søndergård');
  of.withdrawal = await withdrawalOf(club, mira, club.clock.nowMs());
  ({ topUp: of.topUp, payment: of.payment } = await paymentOf(club, mira));
  of.thread = await threadOf(club, mira, {});
  of.slip = (await club.place(mira, table, [{ bet: 'big', stakeMinor: 1_500n }])).prepared.slipId;
  of.host = (await addHost(club, { name: 'Saranchimeg' })).hostId;
  of.title = await addMadeTitle(club, { name: 'Winter Horses' });
  await club.owner.query(`update payments.payee set masked = '•••• 4242', ended_at = null where member_id = $1`, [
    mira.memberId,
  ]);
});
afterAll(() => at.close());

async function find(query: string, role: Role = 'owner', who: { cookie: string } = at.staff[role]): Promise<Groups> {
  const { status, body } = await at.get(`/api/console/search?query=${encodeURIComponent(query)}`, who);
  expect([query, status]).toEqual([query, 200]);
  return body.groups as Groups;
}

/** `group: kind` of each hit. */
async function kinds(query: string, role: Role = 'owner'): Promise<string[]> {
  return (await find(query, role)).flatMap(({ group, hits }) => hits.map(({ kind }) => `${group}: ${kind}`));
}

async function hitOf(query: string, kind: string, role: Role = 'owner'): Promise<Hit | undefined> {
  return (await find(query, role)).flatMap(({ hits }) => hits).find((one) => one.kind === kind);
}

describe('a search finds', () => {
  test('a member by name, its beginning, the real name in any spelling, id, ending of the payee, and address', async () => {
    const { userName, memberId } = mira;
    const asked = [userName, userName.toUpperCase(), userName.slice(0, 4), 'mira soendergaard', memberId];
    for (const query of [...asked, memberId.toUpperCase(), '4242', '•••• 4242', '192.0.2.1']) {
      const hits = (await find(query)).find(({ group }) => group === 'members')?.hits ?? [];
      expect([query, hits.some((one) => one.id === memberId)]).toEqual([query, true]);
    }
    expect(await hitOf('4242', 'member')).toEqual({
      ...{ kind: 'member', id: memberId, memberId, name: userName, about: 'Mira Søndergård · •••• 4242' },
      ...{ state: 'active', amountMinor: null, atMs: expect.any(Number) },
    });
  });

  test('a withdrawal by the bank’s reference, however it is spaced', async () => {
    const member = await at.club.member();
    const traced = await withdrawalOf(at.club, member, at.club.clock.nowMs());
    await at.club.owner.query(`update payments.withdrawal set trace_ref = '7453 760 42' where id = $1`, [traced]);
    for (const typed of ['7453 760 42', '  7453  760 42 ']) {
      expect(await hitOf(typed, 'withdrawal')).toMatchObject({ id: traced, memberId: member.memberId });
    }
    expect(await kinds('7453 760')).not.toContain('withdrawals: withdrawal');
  });

  test('a withdrawal and a payment by id, and a payment by its top-up and by the provider’s name', async () => {
    const facts = { memberId: mira.memberId, name: mira.userName };
    expect(await hitOf(of.withdrawal, 'withdrawal')).toMatchObject({
      ...{ ...facts, id: of.withdrawal, about: '•••• 4242', state: 'in-review', amountMinor: '600000' },
    });
    for (const query of [of.payment, of.topUp]) {
      expect(await hitOf(query, 'payment')).toMatchObject({ ...facts, id: of.payment, amountMinor: '4000' });
    }
    await at.club.owner.query(
      `insert into payments.payment_claim (provider, provider_ref, payment_id) values ('sandbox', 'PAY-17', $1)`,
      [of.payment],
    );
    const provider = { name: 'sandbox', spellPayment: (typed: string) => typed.toUpperCase() } as PaymentProvider;
    const found = await transaction(at.club.api, (tx) => readReference(tx, readTerm('pay-17'), provider));
    expect(found).toMatchObject({ what: 'payment', id: of.payment, memberId: mira.memberId });
  });

  test('a bet by the slip’s id, and the question about it', async () => {
    expect(await hitOf(of.slip, 'bet')).toMatchObject({
      ...{ memberId: mira.memberId, about: table.schedule().drawId, state: 'pending', amountMinor: '1500' },
    });
    const asked = await call(at.server, '/api/me/complaints', {
      ...{ body: { slipId: of.slip, words: WORDS }, cookie: mira.cookie },
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    const { id } = (await asked.json()) as { id: string };
    expect(await hitOf(of.slip, 'complaint', 'support')).toMatchObject({ id, state: 'open' });
  });

  test.each(['0', '1', '9', 'f'])('nothing for an id of %s alone, whose time cannot be', async (digit) => {
    const id = '00000000-0000-0000-0000-000000000000'.replaceAll('0', digit);
    expect(await hitOf(id, 'bet')).toBeUndefined();
    expect(await hitOf(`0000000${digit}-0000-7000-8000-000000000000`, 'bet')).toBeUndefined();
  });

  test('a draw by its number, with or without its lottery, and none of the future', async () => {
    const { period, drawId } = table.schedule();
    for (const query of [drawId, `dice-60 ${period}`, String(period)]) {
      expect(await hitOf(query, 'draw')).toMatchObject({ id: drawId, state: 'open' });
    }
    for (const query of [`dice-60 ${period + 2}`, `other ${period}`, '999999999999999']) {
      expect([query, await hitOf(query, 'draw')]).toEqual([query, undefined]);
    }
  });

  test('a conversation, a host and a title by id, and both of the library by a part of the name', async () => {
    expect(await hitOf(of.thread, 'conversation')).toMatchObject({ memberId: mira.memberId, state: 'open' });
    for (const query of [of.host, 'chimeg']) expect(await hitOf(query, 'host')).toMatchObject({ name: 'Saranchimeg' });
    for (const query of [of.title, 'winter horse']) {
      expect(await hitOf(query, 'title')).toMatchObject({ id: of.title, name: 'Winter Horses' });
    }
  });

  test('who approved a payout: the acts about it, and the latest of a person', async () => {
    const { finance } = at.staff;
    await transaction(at.club.api, (tx) =>
      record(tx, {
        ...{ staff: finance, act: 'withdrawal-approved', why: 'fine', member: mira, address: '198.51.100.7' },
        subject: `withdrawal/${of.withdrawal}`,
      }),
    );
    const act = await hitOf(of.withdrawal, 'act', 'auditor');
    expect(act).toMatchObject({ name: finance.name, state: 'withdrawal-approved', memberId: mira.memberId });
    expect((await hitOf(finance.name, 'act'))?.id).toBe(act?.id);
    expect(await hitOf(`#0${act?.id}`, 'act')).toMatchObject({ id: act?.id });
  });

  test('the latest of a member who is named exactly, and nothing else for a beginning', async () => {
    expect(await kinds(mira.userName)).toEqual(
      expect.arrayContaining(['withdrawals: withdrawal', 'conversations: conversation', 'acts: act']),
    );
    expect(await kinds(mira.userName.slice(0, 4))).not.toContain('withdrawals: withdrawal');
  });
});

/** Groups that each role sees, listed a second time on purpose. */
const SEEN: Record<Role, string[]> = {
  support: ['members', 'bets', 'conversations', 'hosts'],
  content: ['hosts', 'titles'],
  finance: ['members', 'withdrawals', 'payments', 'bets', 'draws'],
  auditor: ['members', 'withdrawals', 'payments', 'bets', 'draws', 'conversations', 'hosts', 'titles', 'acts'],
  owner: ['members', 'withdrawals', 'payments', 'bets', 'draws', 'conversations', 'hosts', 'titles', 'acts'],
};

test('each role finds what its pages show, and nothing else', async () => {
  const queries = [
    ...Object.values(of),
    mira.userName,
    mira.memberId,
    '4242',
    table.schedule().drawId,
    'winter',
    'saran',
  ];
  for (const role of ROLES) {
    const seen = new Set<string>();
    for (const query of queries) for (const { group } of await find(query, role)) seen.add(group);
    expect([role, [...seen].sort()]).toEqual([role, SEEN[role].sort()]);
  }
  expect((await at.get('/api/console/search?query=mira')).status).toBe(401);
  expect((await at.get('/api/console/search?query=mira', mira)).status).toBe(401);
});

test('each search is an act that names the members it showed, and not what was typed', async () => {
  await at.acts();
  await find('mira soendergaard', 'support');
  await find('nobody at all', 'support');
  const acts = await at.acts();
  expect(acts).toMatchObject([
    {
      ...{ act: 'console-searched', staff: { id: at.staff.support.id }, member: null, why: null },
      after: { members: [mira.memberId], found: [`member/${mira.memberId}`] },
    },
    { act: 'console-searched', after: { members: [], found: [] } },
  ]);
  expect(JSON.stringify(acts)).not.toMatch(/soendergaard|nobody/);
  const own = await at.get('/api/me/acts', mira);
  expect(own.body.items?.[0]).toMatchObject({ act: 'console-searched', role: 'support' });
  const other = await signIn(at.club, await at.club.member());
  expect((await at.get('/api/me/acts', other)).body.items).toEqual([]);
});

test('a group ends after a few hits and says that there are more', async () => {
  for (const member of await at.club.members(10)) await withdrawalOf(at.club, member, at.club.clock.nowMs());
  await at.club.owner.query(`update payments.payee set masked = '•••• 7777', ended_at = null where masked like 'DE%'`);
  const [members] = await find('7777', 'finance');
  expect(members).toMatchObject({ group: 'members', hasMore: true });
  expect(members?.hits).toHaveLength(8);
});

test.each([
  ["' or 1=1 --", 200],
  ['%%%', 200],
  ['___', 200],
  ['a\0b\0c', 400],
  ['\ud800\ud800\ud800', 200],
  ['\u202e\u200b\u200b\u200b', 400],
  ['../../../etc', 200],
  ['1e400', 200],
  ['#999999999999999999', 200],
  ['9'.repeat(80), 200],
  ['ab', 400],
  ['', 400],
  ['x'.repeat(81), 400],
])('hostile or short text finds nothing and breaks nothing: %j', async (query, status) => {
  const answer = await at.get(`/api/console/search?query=${encodeURIComponent(query.toWellFormed())}`, at.staff.owner);
  expect(answer.status).toBe(status);
  if (status === 200) expect((answer.body.groups as Groups).filter(({ group }) => group !== 'draws')).toEqual([]);
});

/** Tables that grow with the house. Hosts and titles are read whole. */
const GROWING = [
  ...['member', 'user_name_claim', 'real_name', 'payee', 'session', 'withdrawal', 'payment', 'payment_claim', 'top_up'],
  ...['reference', 'slip', 'slip_rest', 'complaint', 'thread', 'visitor_thread', 'entry', 'draw', 'seal', 'void'],
];

test('no search reads a table from one end to the other', async () => {
  const { club } = at;
  const deps = { db: club.db, catalogue: club.catalogue, house: { locale: 'en' }, payments: { provider: null } };
  const spoken = { languages: [], house: 'en' };
  const queries = [mira.memberId, of.withdrawal, of.payment, of.slip, of.thread, mira.userName, '4242', '192.0.2.1'];
  for (const query of [...queries, '#1', table.schedule().drawId, at.staff.finance.name]) {
    const term = readTerm(query);
    const plans = await plansOf(club, (db) =>
      transaction(db, (tx) => search(tx, 'owner', { term, deps: deps as never, spoken })),
    );
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans)
      expect(
        scannedIn(plan).filter((one) => GROWING.includes(one)),
        plan,
      ).toEqual([]);
  }
  const [plan] = await plansOf(club, (db) => transaction(db, (tx) => findMembers(tx, readTerm('•••• 9999'))));
  expect(plan).toContain('payee_last_four');
});
