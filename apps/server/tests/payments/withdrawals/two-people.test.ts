import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import { call } from '../../http/server.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { givePayee, nameMember } from '../../kit/persons.ts';
import { paidIn } from '../../kit/provider.ts';
import { rewriteAccount, type SignedInStaff, signedInStaff, staffCookieOf } from '../../kit/staff.ts';
import { hear, openWallet, serveWallet, startOne, type TestWallet } from '../../kit/wallet.ts';
import { submit } from './withdrawing.ts';

const SMALL = 600_000n;
/** The seed rule requires two people from this amount. */
const LARGE = 2_000_000n;
const WHY = 'looked at the papers';
const NO = { reason: 'payee-not-own', words: 'The account belongs to somebody else.' };

let club: Club;
let wallet: TestWallet;
let server: { address: string; stop(): Promise<void> };
let olga: SignedInStaff;
let finn: SignedInStaff;
let greta: SignedInStaff;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  server = await serveWallet(club, wallet);
  olga = await signedInStaff(club, 'owner');
  finn = await signedInStaff(club, 'finance');
  greta = await signedInStaff(club, 'finance');
});
afterAll(async () => {
  await server.stop();
  wallet.close();
  await club.close();
});

async function post(path: string, { cookie }: { cookie: string }, body: object = { why: WHY }) {
  const answer = await call(server, `/api/console/${path}`, { body, cookie });
  const text = await answer.text();
  const parsed = text === '' || text === 'null' ? {} : JSON.parse(text);
  return { status: answer.status, code: parsed.code as string | undefined, body: parsed as Record<string, unknown> };
}

/** Starts a session without the sign-in form, also for a staff member whose sessions have ended. */
async function enter(staff: Omit<SignedInStaff, 'cookie'>): Promise<SignedInStaff> {
  return { ...staff, cookie: await staffCookieOf(club, staff) };
}

async function later(ms: number): Promise<void> {
  await club.at(club.clock.nowMs() + ms);
  [olga, finn, greta] = [await enter(olga), await enter(finn), await enter(greta)];
}

let ghosts = 0;
/** An account that the owner creates; the owner knows its initial password. */
async function letIn(role: 'finance' | 'owner' = 'finance'): Promise<SignedInStaff> {
  ghosts += 1;
  const { status, body } = await post('staff', olga, { name: `ghost-${ghosts}`, role, why: WHY });
  expect(status).toBe(201);
  const staff = body.staff as SignedInStaff;
  await rewriteAccount(club, staff.id, { password_given: false });
  return enter(staff);
}

async function inReview(amount = LARGE) {
  const member: Identity = await club.member({ credits: amount + 50_000n });
  await nameMember(club.db, member);
  await givePayee(club.db, wallet.payments.cipher, member);
  const id = await submit(wallet.payments, member, amount);
  const path = `members/${member.memberId}/withdrawals/${id}`;
  return {
    member,
    id,
    yes: (who: SignedInStaff) => post(`${path}/approve`, who),
    no: (who: SignedInStaff, body = NO) => post(`${path}/refuse`, who, body),
  };
}

/** Creates a payment in review that takes two staff to credit. */
async function mismatch() {
  const member = await club.member({ credits: 0n });
  const topUpId = await startOne(wallet, member, 10_000n);
  await hear(club, wallet, paidIn(topUpId, LARGE));
  const { rows } = await club.pool.query('select id from payments.payment where top_up_id = $1', [topUpId]);
  return (who: SignedInStaff) => post(`members/${member.memberId}/payments/${rows[0].id}/credit`, who);
}

async function holds() {
  const { memberId } = await club.member();
  const path = `members/${memberId}/legal-holds`;
  const order = () => ({
    ...{ authority: 'District Court', reference: 'DC 12/34', why: WHY },
    expiresAtMs: club.clock.nowMs() + 30 * DAY_MS,
  });
  return {
    propose: (who: SignedInStaff) => post(path, who, order()),
    confirm: (who: SignedInStaff, id: unknown) => post(`${path}/${id}/confirm`, who),
  };
}

const disable = (who: SignedInStaff) => post(`staff/${who.id}/disable`, olga);
const move = (who: SignedInStaff, role: string) => post(`staff/${who.id}/role`, olga, { role, why: WHY });

describe('the second of two reads of the first', () => {
  test('who approved a withdrawal, when and why, and whose it is', async () => {
    const { yes, member } = await inReview();
    const { body } = await yes(finn);
    const [name] = (
      await club.owner.query('select user_name from members.member where member_id = $1', [member.memberId])
    ).rows;
    expect(body).toMatchObject({
      waiting: true,
      withdrawal: {
        userName: name.user_name,
        reviews: [{ staffId: finn.id, staffName: finn.name, verdict: 'approve', words: WHY, counts: true }],
      },
    });
    expect((await yes(finn)).code).toBe('second-person-needed');
  });

  test('who proposed a credit, when and why', async () => {
    const credit = await mismatch();
    const { body } = await credit(finn);
    expect(body).toMatchObject({
      waiting: true,
      payment: { reviews: [{ staffId: finn.id, staffName: finn.name, verdict: 'credit', why: WHY }] },
    });
    expect((body.payment as { userName: string }).userName).not.toBe('');
  });

  test('who entered a legal hold and why', async () => {
    const { propose } = await holds();
    const { body } = await propose(finn);
    expect(body).toMatchObject({ proposedBy: { id: finn.id, name: finn.name }, why: WHY, confirmedBy: null });
    expect(body.userName).not.toBe('');
  });
});

describe('whom an owner let in lately', () => {
  test('is neither the first nor the second of two', async () => {
    const ghost = await letIn();
    const one = await inReview();
    expect(await one.no(ghost)).toMatchObject({ status: 409, code: 'too-new' });
    expect(await one.yes(ghost)).toMatchObject({ status: 409, code: 'too-new' });
    expect((await one.no(finn)).status).toBe(202);
    expect((await one.no(ghost)).code).toBe('too-new');
    expect((await one.no(greta)).status).toBe(200);
    const other = await inReview();
    expect((await other.yes(finn)).status).toBe(202);
    expect((await other.yes(ghost)).code).toBe('too-new');
    const credit = await mismatch();
    expect((await credit(ghost)).code).toBe('too-new');
    expect((await credit(finn)).status).toBe(202);
    expect((await credit(ghost)).code).toBe('too-new');
    expect((await credit(greta)).status).toBe(200);
    const { propose, confirm } = await holds();
    expect((await propose(ghost)).code).toBe('too-new');
    const { body } = await propose(olga);
    expect((await confirm(ghost, body.id)).code).toBe('too-new');
    expect((await confirm(finn, body.id)).status).toBe(200);
  });

  test('does what takes one person, and counts after seven days', async () => {
    const ghost = await letIn();
    const until = club.clock.nowMs() + 7 * DAY_MS;
    expect((await (await inReview(SMALL)).yes(ghost)).status).toBe(200);
    const list = await call(server, '/api/console/staff', { cookie: olga.cookie });
    const { items } = (await list.json()) as { items: { id: string; countsFromMs: number | null }[] };
    expect(items.find(({ id }) => id === ghost.id)?.countsFromMs).toBe(until);
    expect(items.find(({ id }) => id === finn.id)?.countsFromMs).toBeNull();
    await later(7 * DAY_MS - 1);
    const one = await inReview();
    expect((await one.no(await enter(ghost))).code).toBe('too-new');
    await later(1);
    expect((await one.no(await enter(ghost))).status).toBe(202);
    expect((await one.no(finn)).status).toBe(200);
  });
});

test.each([
  ['another role', (who: SignedInStaff) => move(who, 'finance')],
  ['another second factor', (who: SignedInStaff) => post(`staff/${who.id}/second-factor`, olga)],
])('who was given %s by an owner counts after seven days', async (_, act) => {
  const hugo = await signedInStaff(club, 'finance');
  expect((await act(hugo)).status).toBe(200);
  const one = await inReview();
  expect((await one.no(await enter(hugo))).code).toBe('too-new');
  await later(7 * DAY_MS);
  expect((await (await inReview()).no(await enter(hugo))).status).toBe(202);
});

describe('the word of who is gone', () => {
  test.each([
    ['disabled', disable],
    ['in another role', (who: SignedInStaff) => move(who, 'support')],
    [
      'in another role and back',
      async (who: SignedInStaff) => [await move(who, 'support'), await move(who, 'finance')],
    ],
    ['given another second factor', (who: SignedInStaff) => post(`staff/${who.id}/second-factor`, olga)],
  ])('%s counts no more', async (_, act) => {
    const hugo = await signedInStaff(club, 'finance');
    const [refused, approved] = [await inReview(), await inReview()];
    const credit = await mismatch();
    const { propose, confirm } = await holds();
    expect((await refused.no(hugo)).status).toBe(202);
    expect((await approved.yes(hugo)).status).toBe(202);
    expect((await credit(hugo)).status).toBe(202);
    const { body } = await propose(hugo);
    await act(hugo);
    expect((await refused.no(finn)).status).toBe(202);
    expect((await refused.no(greta)).status).toBe(200);
    expect((await approved.yes(finn)).status).toBe(202);
    expect((await approved.yes(greta)).status).toBe(200);
    expect((await credit(finn)).status).toBe(202);
    expect((await credit(greta)).status).toBe(200);
    expect(await confirm(finn, body.id)).toMatchObject({ status: 409, code: 'proposer-gone' });
  });
});

describe('who edited what a withdrawal rests on', () => {
  const edit = async (member: Identity, who: SignedInStaff) => {
    await club.at(club.clock.nowMs() + 1_000);
    const body = { realName: 'Mira Boldina', why: 'as in the passport' };
    expect((await post(`members/${member.memberId}/real-name`, who, body)).status).toBe(200);
    await club.at(club.clock.nowMs() + 1_000);
  };

  test('does not refuse it for what they made themselves', async () => {
    const one = await inReview();
    const sara = await signedInStaff(club, 'support');
    await edit(one.member, sara);
    await rewriteAccount(club, sara.id, { role: 'finance' });
    expect(await one.no(sara)).toMatchObject({ status: 409, code: 'own-edit' });
  });

  test('and refused it before, has not refused it', async () => {
    const one = await inReview();
    const sara = await signedInStaff(club, 'finance');
    expect((await one.no(sara)).status).toBe(202);
    await rewriteAccount(club, sara.id, { role: 'support' });
    await edit(one.member, sara);
    await rewriteAccount(club, sara.id, { role: 'finance' });
    expect((await one.no(finn)).status).toBe(202);
    expect((await one.no(greta)).status).toBe(200);
  });
});
