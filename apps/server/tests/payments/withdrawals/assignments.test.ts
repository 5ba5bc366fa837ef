import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../../src/db/transaction.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import { readPersonFacts } from '../../../src/members/persons/person-facts.ts';
import { assignWithdrawal, releaseAssignment } from '../../../src/payments/withdrawals/assignments.ts';
import { readReviewFlags } from '../../../src/payments/withdrawals/review-flags.ts';
import { approve, approveOverdue } from '../../../src/payments/withdrawals/reviews.ts';
import { call } from '../../http/server.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { refuseAs } from '../../kit/decisions.ts';
import { givePayee, nameMember } from '../../kit/persons.ts';
import { rewriteAccount, type SignedInStaff, signedInStaff } from '../../kit/staff.ts';
import { openWallet, serveWallet, type TestWallet } from '../../kit/wallet.ts';
import { ADA, accountOf, BO, codeOf, submit, withdrawalOf } from './withdrawing.ts';

const AMOUNT = 600_000n;
const LARGE = 2_000_000n;
const WORDS = 'The account belongs to somebody else.';

let club: Club;
let wallet: TestWallet;
let server: { address: string; stop(): Promise<void> };
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  server = await serveWallet(club, wallet);
});
afterAll(async () => {
  await server.stop();
  wallet.close();
  await club.close();
});

interface InReview {
  member: Identity;
  id: string;
}

async function inReview(amount = AMOUNT): Promise<InReview> {
  const member = await club.member({ credits: amount + 50_000n });
  await nameMember(club.db, member);
  await givePayee(club.db, wallet.payments.cipher, member);
  return { member, id: await submit(wallet.payments, member, amount) };
}

function assign({ member, id }: InReview, staffId: string) {
  return transaction(club.api, (tx) => assignWithdrawal(tx, accountOf(member), id, staffId));
}

function approveAs({ member, id }: InReview, staffId: string) {
  return transaction(club.api, (tx) => approve(tx, wallet.payments, accountOf(member), id, staffId));
}

function reject({ member, id }: InReview, staffId: string) {
  const given = { staffId, reason: 'payee-not-own', words: WORDS } as const;
  return refuseAs(club, wallet.payments, accountOf(member), id, given);
}

describe('an assignment', () => {
  test('keeps others from deciding, for ten minutes, and its owner from nothing', async () => {
    const one = await inReview();
    const { until } = await assign(one, ADA);
    expect(until.getTime() - club.clock.nowMs()).toBe(10 * MINUTE_MS);
    for (const act of [assign, approveAs, reject]) expect(await codeOf(act(one, BO))).toBe('assigned');
    await assign(one, ADA);
    expect(await approveAs(one, ADA)).toBe('decided');
  });

  test('runs out by itself, and can be given back by its owner alone', async () => {
    const one = await inReview();
    await assign(one, ADA);
    const release = (staffId: string) =>
      transaction(club.api, (tx) => releaseAssignment(tx, { ...accountOf(one.member), id: one.id }, staffId));
    expect(await release(BO)).toBe(false);
    expect(await codeOf(assign(one, BO))).toBe('assigned');
    expect(await release(ADA)).toBe(true);
    await assign(one, BO);
    await club.at(club.clock.nowMs() + 10 * MINUTE_MS);
    await assign(one, ADA);
    expect(await codeOf(assign(one, BO))).toBe('assigned');
  });

  test('of two at the same time goes to one', async () => {
    const one = await inReview();
    const codes = await Promise.all([codeOf(assign(one, ADA)), codeOf(assign(one, BO))]);
    expect(codes.sort()).toEqual(['assigned', null].sort());
  });

  test('ends with its owner’s decision, so that the second person can decide', async () => {
    const one = await inReview(LARGE);
    await assign(one, ADA);
    expect(await approveAs(one, ADA)).toBe('waiting');
    expect(await approveAs(one, BO)).toBe('decided');
  });

  test('keeps nothing from being paid: a review that is overdue approves itself', async () => {
    const one = await inReview();
    await club.at(club.clock.nowMs() + DAY_MS - MINUTE_MS);
    await assign(one, ADA);
    await club.at(club.clock.nowMs() + MINUTE_MS);
    expect(await approveOverdue(wallet.jobs)).toBeGreaterThan(0);
    expect((await withdrawalOf(club.db, one.member, one.id)).state).toBe('approved');
    expect(await codeOf(assign(one, ADA))).toBe('too-late');
  });
});

describe('over the console', () => {
  const path = ({ member, id }: InReview) => `/api/console/members/${member.memberId}/withdrawals/${id}`;
  const post = (one: InReview, act: string, { cookie }: SignedInStaff, body: object = {}) =>
    call(server, `${path(one)}/${act}`, { body, cookie });

  test('who has it is seen by the others, and each assignment stands in the log and before the member', async () => {
    const one = await inReview();
    const [finn, greta] = [await signedInStaff(club, 'finance'), await signedInStaff(club, 'finance')];
    const taken = await post(one, 'assignment', finn);
    expect(await taken.json()).toMatchObject({ assignment: { staffId: finn.id, staffName: finn.name } });
    const seen = await (await call(server, path(one), { cookie: greta.cookie })).json();
    expect(seen).toMatchObject({ assignment: { staffName: finn.name } });
    const no = await post(one, 'approve', greta, { why: 'fine' });
    expect([no.status, ((await no.json()) as { code: string }).code]).toEqual([409, 'assigned']);
    expect(await (await post(one, 'release', finn)).json()).toMatchObject({ assignment: null });
    expect((await post(one, 'approve', greta, { why: 'fine' })).status).toBe(200);
    const { rows } = await club.owner.query('select act from audit.entry where member_id = $1 order by seq', [
      one.member.memberId,
    ]);
    expect(rows.map(({ act }) => act)).toEqual([
      'withdrawal-assigned',
      'withdrawal-read',
      'withdrawal-released',
      'withdrawal-approved',
    ]);
  });

  test('the queue says who has reviewed one, so that each person passes over their own', async () => {
    const [one, other] = [await inReview(LARGE), await inReview()];
    const finn = await signedInStaff(club, 'finance');
    const reviewers = async () => {
      const list = await call(server, '/api/console/withdrawals?state=in-review&limit=100', { cookie: finn.cookie });
      const { items } = (await list.json()) as { items: { id: string; reviewers: string[] }[] };
      return [one, other].map(({ id }) => items.find((item) => item.id === id)?.reviewers);
    };
    expect(await reviewers()).toEqual([[], []]);
    expect((await post(one, 'approve', finn, { why: 'fine' })).status).toBe(202);
    expect(await reviewers()).toEqual([[finn.id], []]);
  });

  test('the editor of the name does not approve, in whatever role they are now, and the edit voids earlier approvals', async () => {
    const one = await inReview(LARGE);
    const [finn, greta] = [await signedInStaff(club, 'finance'), await signedInStaff(club, 'finance')];
    expect((await post(one, 'approve', finn, { why: 'fine' })).status).toBe(202);
    const sara = await signedInStaff(club, 'support');
    await club.at(club.clock.nowMs() + 1_000);
    const edit = await call(server, `/api/console/members/${one.member.memberId}/real-name`, {
      body: { realName: 'Mira Boldina', why: 'as in the passport' },
      cookie: sara.cookie,
    });
    expect(edit.status).toBe(200);
    await club.at(club.clock.nowMs() + 1_000);
    await rewriteAccount(club, sara.id, { role: 'finance' });
    const own = await post(one, 'approve', sara, { why: 'fine' });
    expect([own.status, ((await own.json()) as { code: string }).code]).toEqual([409, 'own-edit']);
    // The edit voids finn's approval, as the page shows: two are needed again.
    const path = `/api/console/members/${one.member.memberId}/withdrawals/${one.id}`;
    const seen = await call(server, path, { cookie: greta.cookie });
    expect(((await seen.json()) as { reviews: object[] }).reviews).toMatchObject([
      { staffId: finn.id, verdict: 'approve', counts: false },
    ]);
    expect((await post(one, 'approve', greta, { why: 'fine' })).status).toBe(202);
    expect((await post(one, 'approve', finn, { why: 'again' })).status).toBe(200);
  });
});

test('a fault of a draw flags the withdrawals of those who bet on it, and of nobody else', async () => {
  const table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  const [bettor, other] = [await inReview(), await inReview()];
  const { period } = table.schedule();
  await club.place(bettor.member, table, [{ bet: 'big', stakeMinor: 100n }]);
  await club.owner.query(
    `insert into ledger.fault (id, what, lottery_id, period) values (sha256('a'), 'unproven: dice', $1, $2)`,
    [table.lotteryId, period],
  );
  const all = [bettor, other].map(({ member, id }) => ({ ...accountOf(member), id }));
  const found = await readReviewFlags(club.db, all, new Map());
  const flagged = (id: string) => found.get(id)?.some(({ kind }) => kind === 'ledger-fault');
  expect([flagged(bettor.id), flagged(other.id)]).toEqual([true, false]);
  await club.owner.query('delete from ledger.fault');
});

test('review flags are facts: the first withdrawal, a payee bound lately, a name that differs', async () => {
  const one = await inReview();
  const reviewFlagsOf = async ({ member, id }: InReview) => {
    const people = await readPersonFacts(club.db, [member]);
    const reviewFlags = (await readReviewFlags(club.db, [{ ...accountOf(member), id }], people)).get(id) ?? [];
    return reviewFlags.map(({ kind }) => kind);
  };
  const bindDaysAgo = (days: number) =>
    club.owner.query(
      `update payments.payee p set bound_at = (w.submitted_at at time zone 'UTC' - make_interval(days => $2::int)) at time zone 'UTC'
       from payments.withdrawal w
       where w.bucket = $3 and w.id = $1 and p.bucket = $3 and p.member_id = w.member_id`,
      [one.id, days, one.member.bucket],
    );
  await bindDaysAgo(6);
  expect(await reviewFlagsOf(one)).toEqual(['first-withdrawal', 'payee-new']);
  await club.owner.query(
    `insert into members.real_name (bucket, member_id, version, name, corrected_by, at)
     values ($1, $2, 2, 'Somebody Else', $3, clock.now())`,
    [one.member.bucket, one.member.memberId, ADA],
  );
  expect(await reviewFlagsOf(one)).toEqual(['name-differs', 'first-withdrawal', 'payee-new', 'name-corrected']);
  await bindDaysAgo(8);
  await club.owner.query(
    `insert into payments.withdrawal (bucket, member_id, id, day, amount, currency, payee_id, provider, state,
       submitted_at, ended_at)
     select bucket, member_id, gen_random_uuid(), day, 100, currency, payee_id, provider, 'paid',
       submitted_at - interval '9 days', submitted_at - interval '9 days'
     from payments.withdrawal where id = $1`,
    [one.id],
  );
  expect(await reviewFlagsOf(one)).toEqual(['name-differs', 'name-corrected']);
});
