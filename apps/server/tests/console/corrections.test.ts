import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import type { Identity } from '../../src/identity.ts';
import { reconcile } from '../../src/ledger/reconcile.ts';
import { readStatement } from '../../src/ledger/statement.ts';
import { lifetimeNetDeposits } from '../../src/ledger/turnover.ts';
import type { Role } from '../../src/staff/roles.ts';
import { call, signIn } from '../http/server.ts';
import { openTransaction, untilSomebodyWaits, untilWaiting } from '../kit/locks.ts';
import { balanceOf, post } from '../kit/money.ts';
import type { SignedInStaff } from '../kit/staff.ts';
import { rewriteAccount } from '../kit/staff.ts';
import { type Answer, answerOf, openConsole, type TestConsole } from './console.ts';

const CREDITS = 10_000n;
const WHY = 'A bet of 24 November won, and its slip was lost.';
const AGREED = 'I held the leaf against the printed list.';

let at: TestConsole;
let first: SignedInStaff;
let second: SignedInStaff;
beforeAll(async () => {
  at = await openConsole();
  first = at.staff.finance;
  second = await at.add('finance');
});
afterAll(() => at.close());

interface Ask {
  direction: string;
  amountMinor: string;
  reference: string;
  why: string;
}

let references = 0;
function ask(change: Partial<Ask> = {}): Ask {
  references += 1;
  return { direction: 'to-member', amountMinor: '700', reference: `psp-${references}`, why: WHY, ...change };
}

const sent = (path: string, body: unknown, who: { cookie: string }) => at.post(`/api/console/${path}`, body, who);
const propose = (member: Identity, body: unknown = ask(), who: { cookie: string } = first) =>
  sent(`members/${member.memberId}/corrections`, body, who);
const decide = (verb: 'confirm' | 'decline', { body }: Answer, who: { cookie: string } = second, why = AGREED) =>
  sent(`proposals/${String(body.id)}/${verb}`, { why }, who);
const memberOf = () => at.club.member({ credits: CREDITS });
const available = async (member: Identity) => (await balanceOf(at.club.db, member)).available;
const reported = async ({ memberId }: Identity) =>
  (await at.club.owner.query('select kind, params from members.message where member_id = $1', [memberId])).rows;
const corrections = async ({ memberId }: Identity) =>
  (await at.club.owner.query('select * from payments.correction where member_id = $1', [memberId])).rows;
const isOpen = async ({ body }: Answer) =>
  (await at.get(`/api/console/proposals/${String(body.id)}`, at.staff.auditor)).body.outcome === null;

describe('a correction', () => {
  test('of however little waits for another of finance; then it is posted, and the member told why', async () => {
    const member = await memberOf();
    const leaf = 'ab'.repeat(32);
    await at.acts();
    const made = await propose(member, ask({ amountMinor: '1', reference: leaf }));
    expect(made).toMatchObject({ status: 202, body: { what: 'correction', outcome: null, why: WHY } });
    const plan = { direction: 'to-member', amountMinor: '1', reference: leaf };
    expect(made.body.member).toEqual({ id: member.memberId, name: expect.stringMatching(/./) });
    expect(made.body.body).toEqual({ memberId: member.memberId, ...plan });
    const subject = `correction/${member.memberId}/${leaf}`;
    expect(await at.acts()).toMatchObject([
      { act: 'correction-proposed', member: member.memberId, subject, why: WHY, after: plan },
    ]);
    expect([await available(member), await reported(member)]).toEqual([CREDITS, []]);
    const waiting = async () =>
      (await at.get(`/api/console/members/${member.memberId}`, at.staff.auditor)).body.waitingCorrections;
    expect(await waiting()).toMatchObject([{ id: made.body.id, ...plan }]);
    await propose(await memberOf());
    await at.acts();

    expect((await decide('confirm', made)).status).toBe(200);
    expect(await available(member)).toBe(CREDITS + 1n);
    const { id } = made.body;
    const params = { correctionId: id, direction: 'to-member', amountMinor: '1', reference: leaf, why: WHY };
    expect(await reported(member)).toEqual([{ kind: 'balance-corrected', params }]);
    expect(await at.acts()).toMatchObject([
      {
        ...{ act: 'correction-confirmed', member: member.memberId, subject, why: AGREED },
        before: { proposal: id, availableMinor: '10000' },
        after: { ...plan, availableMinor: '10001' },
      },
    ]);
    expect(await waiting()).toEqual([]);
    expect(await corrections(member)).toMatchObject([{ id, proposed_by: first.id, confirmed_by: second.id }]);
    const own = await at.get('/api/me/acts', await signIn(at.club, member));
    expect(own.body.items?.map(({ act }) => act)).toEqual([
      ...['member-read', 'correction-confirmed', 'member-read', 'correction-proposed'],
    ]);
  });

  test('that is refused while it is carried out says so, for good: nothing was posted, and why', async () => {
    const member = await memberOf();
    const made = await propose(member, ask({ reference: 'PSP-taken' }));
    const held = await openTransaction(at.club.owner);
    await held.client.query(`insert into payments.correction_claim values ('psp-taken', $1)`, [newId()]);
    const confirming = decide('confirm', made);
    await untilWaiting(at.club.owner, held.pid);
    await held.commit();
    const refused = { carriedOut: 'refused', refusal: { code: 'corrected-already', params: {} } };
    expect(await confirming).toMatchObject({
      status: 200,
      body: { inForceFromMs: null, pending: false, proposal: { outcome: 'confirmed', ...refused } },
    });
    expect([await available(member), await reported(member), await corrections(member)]).toEqual([CREDITS, [], []]);
    const shown = await at.get(`/api/console/proposals/${String(made.body.id)}`, at.staff.auditor);
    expect(shown.body).toMatchObject({ outcome: 'confirmed', ...refused });
    const list = await at.get('/api/console/proposals?what=correction&limit=1', at.staff.auditor);
    expect(list.body.items).toMatchObject([refused]);
    expect((await decide('confirm', made)).body.code).toBe('too-late');
  });

  test('takes from a balance as it gives to it, and stands in the statement with its sign', async () => {
    const member = await memberOf();
    await decide('confirm', await propose(member, ask({ amountMinor: '700' })));
    const taken = await propose(member, ask({ direction: 'from-member', amountMinor: '10700' }));
    expect((await decide('confirm', taken)).status).toBe(200);
    expect(await balanceOf(at.club.db, member)).toMatchObject({ available: 0n, correction: 10_000n, cash: 0n });
    const { items } = await readStatement(at.club.db, member, { limit: 10, kinds: ['correction'] });
    expect(items.map(({ availableDelta, availableAfter }) => [availableDelta, availableAfter])).toEqual([
      [-10_700n, 0n],
      [700n, 10_700n],
    ]);
    const signed = await signIn(at.club, member);
    const shown = await at.get('/api/me/statement?kind=correction', signed);
    expect(shown.body.items?.map(({ of }) => of)).toEqual([null, null]);
    // Corrections count neither as deposits nor as withdrawals.
    expect(await lifetimeNetDeposits(at.club.db, member)).toBe(0n);
    expect(await reconcile(at.club.db)).toEqual([]);
  });

  test('never takes more than is available; nothing of it is done, and it can be confirmed later', async () => {
    const member = await memberOf();
    const taken = await propose(member, ask({ direction: 'from-member', amountMinor: '10001' }));
    const refused = await decide('confirm', taken);
    expect(refused).toMatchObject({ status: 409, body: { code: 'balance-too-small', params: { missingMinor: '1' } } });
    expect(await isOpen(taken)).toBe(true);
    expect([await available(member), await reported(member), await corrections(member)]).toEqual([CREDITS, [], []]);
    await decide('confirm', await propose(member, ask({ amountMinor: '1' })));
    expect((await decide('confirm', taken)).status).toBe(200);
    expect(await available(member)).toBe(0n);
  });

  test('is not for who proposed it, nor for another role, nor for whom somebody has let in a moment ago', async () => {
    const member = await memberOf();
    const made = await propose(member);
    expect((await decide('confirm', made, first)).body.code).toBe('second-person-needed');
    for (const role of ['support', 'content', 'auditor', 'owner'] as const satisfies Role[]) {
      const who = at.staff[role];
      expect((await propose(member, ask(), who)).body.code, role).toBe('forbidden');
      expect((await decide('confirm', made, who)).body.code, role).toBe('forbidden');
      expect((await decide('decline', made, who)).body.code, role).toBe('forbidden');
    }
    const ghost = await at.add('finance');
    const handed = { handed_at: new Date(at.club.clock.nowMs()), handed_by: at.staff.owner.id };
    await rewriteAccount(at.club, ghost.id, handed);
    expect((await propose(member, ask(), ghost)).body.code).toBe('too-new');
    expect((await decide('confirm', made, ghost)).body.code).toBe('too-new');
    const gone = await at.add('finance');
    const orphan = await propose(member, ask(), gone);
    await rewriteAccount(at.club, gone.id, { disabled_at: new Date(at.club.clock.nowMs()) });
    expect((await decide('confirm', orphan)).body.code).toBe('proposer-gone');
    expect(await available(member)).toBe(CREDITS);
  });

  test('that is declined or taken back posts nothing, and stays decided', async () => {
    const member = await memberOf();
    const declined = await propose(member);
    expect((await decide('decline', declined)).body.outcome).toBe('declined');
    expect((await at.acts()).at(-1)).toMatchObject({ act: 'correction-declined', member: member.memberId });
    const withdrawn = await propose(member);
    expect((await decide('decline', withdrawn, first)).body.outcome).toBe('withdrawn');
    expect((await at.acts()).at(-1)).toMatchObject({ act: 'correction-withdrawn', member: member.memberId });
    for (const one of [declined, withdrawn]) expect((await decide('confirm', one)).body.code).toBe('too-late');
    expect([await available(member), await reported(member), await corrections(member)]).toEqual([CREDITS, [], []]);
  });

  test('has an amount, a reference and a reason that leads nowhere, and is of a member who is still there', async () => {
    const member = await memberOf();
    for (const amountMinor of ['0', '-1', '1.5', '', '5105105105105100']) {
      expect((await propose(member, ask({ amountMinor }))).body.code, amountMinor).toBe('bad-amount');
    }
    for (const change of [{ reference: 'two words' }, { reference: 'abc' }, { direction: 'up' }]) {
      expect((await propose(member, ask(change))).body.code, JSON.stringify(change)).toBe('invalid-body');
    }
    expect((await propose(member, ask({ reference: ' ' }))).body.code).toBe('fill-in');
    expect((await propose(member, ask({ why: ' ' }))).body.code).toBe('reason-needed');
    expect((await propose(member, ask({ why: 'Write to t.me/desk' }))).body.code).toBe('words-lead-out');
    const made = await propose(member);
    expect((await decide('confirm', made, second, 'See www.elsewhere.example')).body.code).toBe('words-lead-out');
    expect((await propose({ ...member, memberId: newId() })).status).toBe(404);
    await at.club.owner.query(
      'insert into members.closure (bucket, member_id, asked_at, done_at) values ($1, $2, clock.now(), clock.now())',
      [member.bucket, member.memberId],
    );
    expect((await propose(member)).body.code).toBe('closing');
    expect((await decide('confirm', made)).body.code).toBe('closing');
    expect(await available(member)).toBe(CREDITS);
  });
});

describe('a reference', () => {
  test('is corrected once in the whole house, however it is written and whoever is said to be owed', async () => {
    const [member, other] = [await memberOf(), await memberOf()];
    const made = await propose(member, ask({ reference: 'NC6HT9CRT65ZGN82' }));
    const too = await propose(other, ask({ reference: 'nc6ht9crt65zgn82' }));
    expect([made.status, too.status]).toEqual([202, 202]);
    expect((await decide('confirm', made)).status).toBe(200);
    expect((await decide('confirm', too)).body.code).toBe('corrected-already');
    expect(await isOpen(too)).toBe(true);
    for (const one of [member, other]) {
      expect((await propose(one, ask({ reference: 'NC6HT9CRT65ZGN82' }))).body.code).toBe('corrected-already');
    }
    expect([await available(member), await available(other)]).toEqual([CREDITS + 700n, CREDITS]);
  });

  test('that is proposed anew takes the place of what waited; who looked at that confirms nothing', async () => {
    const member = await memberOf();
    const reference = 'withdrawal-17';
    const before = await propose(member, ask({ reference, amountMinor: '70000' }));
    const after = await propose(member, ask({ reference, amountMinor: '700' }));
    expect((await at.acts()).at(-1)).toMatchObject({ before: { proposal: before.body.id } });
    expect((await decide('confirm', before)).body.code).toBe('too-late');
    expect((await decide('confirm', after)).status).toBe(200);
    expect(await available(member)).toBe(CREDITS + 700n);
  });
});

describe('of two who confirm at once', () => {
  test('the same proposal, one does', async () => {
    const member = await memberOf();
    const made = await propose(member);
    const third = await at.add('finance');
    const held = await openTransaction(at.club.owner);
    await held.client.query('select from staff.proposal where id = $1 for update', [made.body.id]);
    const both = Promise.all([decide('confirm', made), decide('confirm', made, third)]);
    await untilSomebodyWaits(at.club.owner, 2);
    await held.commit();
    expect((await both).map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await available(member)).toBe(CREDITS + 700n);
    expect(await reported(member)).toHaveLength(1);
  });

  test('two proposals of one reference, for two members, one does', async () => {
    const members = [await memberOf(), await memberOf()];
    const reference = 'leaf-of-both';
    const made = await Promise.all(members.map((member) => propose(member, ask({ reference }))));
    const held = await openTransaction(at.club.owner);
    for (const { bucket, memberId } of members) {
      await held.client.query('select from ledger.balance where bucket = $1 and member_id = $2 for update', [
        bucket,
        memberId,
      ]);
    }
    const both = Promise.all(made.map((one) => decide('confirm', one)));
    await untilSomebodyWaits(at.club.owner, 2);
    await held.commit();
    const ends = (await both).map(({ body }) => (body.proposal as { carriedOut: string }).carriedOut);
    expect(ends.sort()).toEqual(['done', 'refused']);
    const sums = await Promise.all(members.map(available));
    expect(sums.reduce((sum, one) => sum + one, 0n)).toBe(2n * CREDITS + 700n);
    expect(await reconcile(at.club.db)).toEqual([]);
  });
});

describe('what nobody decided', () => {
  test('is found by the reconciliation', async () => {
    const member = await memberOf();
    const of = { bucket: member.bucket, memberId: member.memberId };
    const ref = newId();
    const forged = { ...of, ref, day: '2026-03-01', amount: 5n };
    await transaction(at.club.db, (tx) =>
      post(tx, [{ ...forged, kind: 'correction', debit: 'correction', credit: 'available' }]),
    );
    expect(await reconcile(at.club.db)).toEqual([{ ...of, what: 'corrections', kept: 0n, found: 5n }]);
    await at.club.owner.query(
      `insert into payments.correction (bucket, member_id, id, day, direction, amount, reference, proposed_by,
         confirmed_by, at) values ($1, $2, $3, '2026-03-01', 'to-member', 5, 'told', $4, $5, clock.now())`,
      [of.bucket, of.memberId, ref, first.id, second.id],
    );
    expect(await reconcile(at.club.db)).toEqual([]);
  });

  test('cannot be written by the server’s own role: not without its posting, not by one person, not changed', async () => {
    const member = await memberOf();
    await decide('confirm', await propose(member));
    const insert = (pool: typeof at.club.pool, proposedBy: string) =>
      pool.query(
        `insert into payments.correction select bucket, member_id, $2, day, direction, amount, reference, $3,
           confirmed_by, at from payments.correction where member_id = $1`,
        [member.memberId, newId(), proposedBy],
      );
    await expect(insert(at.club.pool, first.id)).rejects.toThrow('permission denied');
    // The owner cannot either.
    await expect(insert(at.club.owner, second.id)).rejects.toThrow('check constraint');
    for (const change of ['update payments.correction set amount = 1', 'delete from payments.correction']) {
      await expect(at.club.pool.query(change), change).rejects.toThrow('permission denied');
    }
    await expect(at.club.pool.query('delete from payments.correction_claim')).rejects.toThrow('permission denied');
  });
});

test('the member has it in their data, without the names of the approvers', async () => {
  const member = await memberOf();
  const made = await propose(member, ask({ reference: 'for-his-data' }));
  await decide('confirm', made);
  const { cookie } = await signIn(at.club, member);
  const file = await answerOf(await call(at.server, '/api/me/data.json', { cookie }));
  const { corrections: his } = file.body.data as Record<string, unknown>;
  expect(his).toMatchObject([
    { id: made.body.id, direction: 'to-member', amountMinor: '700', reference: 'for-his-data' },
  ]);
  expect(JSON.stringify(his)).not.toContain(first.id);
});
