import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../../src/db/transaction.ts';
import { DAY_MS } from '../../../src/durations.ts';
import { setRealName } from '../../../src/members/persons/real-name.ts';
import { sendDuePayouts } from '../../../src/payments/withdrawals/send-payouts.ts';
import { call, type SignedIn, signIn } from '../../http/server.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { FINANCE_PASSWORD, giveFinancePassword, givePayee } from '../../kit/persons.ts';
import { type SignedInStaff, signedInStaff } from '../../kit/staff.ts';
import { openWallet, readySignedIn, serveWallet, type TestWallet } from '../../kit/wallet.ts';
import { bodyOf, hear, moneyOf, paidTraced, setLegalHold, submit } from './withdrawing.ts';

const WORDS = 'The account belongs to somebody else.';

let club: Club;
let wallet: TestWallet;
let server: { address: string; stop(): Promise<void> };
let ada: SignedInStaff;
let bo: SignedInStaff;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  server = await serveWallet(club, wallet);
  ada = await signedInStaff(club, 'finance');
  bo = await signedInStaff(club, 'finance');
});
afterAll(async () => {
  await server.stop();
  wallet.close();
  await club.close();
});

/** The tested fields of any answer. */
interface Body {
  id: string;
  code?: string;
  total: number;
  nextCursor: string | null;
  items: { id: string }[];
  legalHolds: number;
  withdrawal: { id: string };
}

async function send(path: string, options: Parameters<typeof call>[2]) {
  const answer = await call(server, path, options);
  return { status: answer.status, body: await bodyOf<Body>(answer) };
}

function withdraw(
  member: SignedIn,
  amountMinor: string,
  { key = randomUUID(), financePassword = FINANCE_PASSWORD }: { key?: string; financePassword?: string } = {},
) {
  return send('/api/me/withdrawals', {
    body: { amountMinor, financePassword },
    cookie: member.cookie,
    headers: { 'idempotency-key': key },
  });
}

const get = (path: string, cookie?: string) => send(path, cookie === undefined ? {} : { cookie });
const post = (path: string, body: unknown, cookie: string) => send(path, { body, cookie });

async function actsOn({ memberId }: { memberId: string }): Promise<string[]> {
  const { rows } = await club.owner.query('select act from audit.entry where member_id = $1 order by seq', [memberId]);
  return rows.map(({ act }) => act);
}

describe('a member', () => {
  test('withdraws, once for each key, and is shown what it became', async () => {
    const member = await readySignedIn(club, wallet, { credits: 100_000n });
    const key = randomUUID();
    const first = await withdraw(member, '40000', { key });
    expect(first).toMatchObject({
      status: 201,
      body: {
        availableMinor: '60000',
        withdrawal: {
          amountMinor: '40000',
          state: 'approved',
          payee: { kind: 'iban', masked: 'DE•• •••• 3000' },
          expectedAtMs: club.clock.nowMs() + 300_000,
          closing: false,
          refusal: null,
          legalHold: null,
        },
      },
    });
    expect(await withdraw(member, '40000', { key })).toEqual(first);
    expect((await withdraw(member, '50000', { key })).body.code).toBe('key-reused');
    const { id } = first.body.withdrawal;
    await sendDuePayouts(wallet.jobs);
    await hear(wallet.jobs, member, paidTraced(id, 40_000n, '74537604221222132710572'));
    expect((await get(`/api/me/withdrawals/${id}`, member.cookie)).body).toMatchObject({
      state: 'paid',
      traceRef: '74537604221222132710572',
      endedAtMs: club.clock.nowMs(),
      expectedAtMs: null,
      steps: [{ state: 'submitted' }, { state: 'approved' }, { state: 'sent' }, { state: 'paid' }],
    });
  });

  test('is asked for a name, a finance password and a payee, in this order', async () => {
    const member = await signIn(club, await club.member({ credits: 10_000n }));
    expect((await withdraw(member, '5000')).body.code).toBe('name-first');
    await transaction(club.api, (tx) => setRealName(tx, member, 'Ana Petrova'));
    expect((await withdraw(member, '5000')).body.code).toBe('finance-password-first');
    await giveFinancePassword(wallet.members, member);
    expect((await withdraw(member, '5000', { financePassword: '1111' })).body).toMatchObject({
      code: 'finance-password-wrong',
      params: { attemptsLeft: 4 },
    });
    expect((await withdraw(member, '5000')).body.code).toBe('payee-first');
    await givePayee(club.db, wallet.payments.cipher, member);
    expect((await withdraw(member, '5000')).status).toBe(201);
  });

  test('is refused what is no amount and no key', async () => {
    const member = await readySignedIn(club, wallet, { credits: 10_000n });
    for (const amount of ['0', '-1', '1.5', '01', '', 'all', '99999999999999999999']) {
      expect((await withdraw(member, amount)).body.code, amount).toBe('bad-amount');
    }
    expect((await withdraw(member, '5000', { key: '' })).body.code).toBe('key-needed');
    expect((await withdraw(member, '5000', { key: 'A key' })).body.code).toBe('key-needed');
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 10_000n });
  });

  test('does so in a restricted session too', async () => {
    const suspended = await signIn(club, await readySignedIn(club, wallet, { credits: 5_000n }), true);
    expect((await withdraw(suspended, '5000')).status).toBe(201);
    expect((await get('/api/me/withdrawals', suspended.cookie)).body.total).toBe(1);
  });

  test('sees his own alone, newest first, page by page and by state', async () => {
    const member = await readySignedIn(club, wallet, { credits: 900_000n });
    const other = await readySignedIn(club, wallet, { credits: 10_000n });
    const theirs = await submit(wallet.payments, other, 10_000n);
    const ids: string[] = [];
    for (const amount of [1_000n, 600_000n, 2_000n]) {
      ids.unshift(await submit(wallet.payments, member, amount));
      await club.at(club.clock.nowMs() + 1);
    }
    const first = await get('/api/me/withdrawals?limit=2', member.cookie);
    expect(first.body).toMatchObject({ total: 3, items: [{ id: ids[0] }, { id: ids[1] }] });
    const rest = await get(`/api/me/withdrawals?limit=2&cursor=${first.body.nextCursor}`, member.cookie);
    expect(rest.body).toMatchObject({ total: 3, items: [{ id: ids[2] }], nextCursor: null });
    const inReview = await get('/api/me/withdrawals?state=in-review', member.cookie);
    expect(inReview.body).toMatchObject({ total: 1, items: [{ id: ids[1], amountMinor: '600000' }] });
    const day = (days: number) => new Date(club.clock.nowMs() + days * 86_400_000).toISOString().slice(0, 10);
    const today = await get(`/api/me/withdrawals?from=${day(0)}&to=${day(0)}&state=in-review`, member.cookie);
    expect(today.body).toMatchObject({ total: 1, items: [{ id: ids[1] }] });
    expect((await get(`/api/me/withdrawals?from=${day(1)}`, member.cookie)).body).toMatchObject({
      total: 0,
      items: [],
    });
    expect((await get(`/api/me/withdrawals?to=${day(-1)}`, member.cookie)).body).toMatchObject({ total: 0 });
    expect((await get(`/api/me/withdrawals/${theirs}`, member.cookie)).status).toBe(404);
    expect((await get('/api/me/withdrawals?cursor=1', member.cookie)).status).toBe(400);
    expect((await get('/api/me/withdrawals')).status).toBe(401);
  });

  test('is shown a legal hold, and when it is over', async () => {
    const member = await readySignedIn(club, wallet, { credits: 10_000n });
    await setLegalHold(club, wallet.payments, member, 2);
    const { body } = await withdraw(member, '10000');
    const expiresAtMs = club.clock.nowMs() + 2 * DAY_MS;
    expect(body.withdrawal).toMatchObject({
      legalHold: { authority: 'District Court', reference: 'DC 12/34', expiresAtMs },
      expectedAtMs: expiresAtMs + 300_000,
    });
    expect((await get('/api/house/holds')).body.legalHolds).toBeGreaterThan(0);
  });
});

describe('finance', () => {
  async function inReview(amount = 600_000n) {
    const member = await readySignedIn(club, wallet, { credits: amount });
    const id = await submit(wallet.payments, member, amount);
    return { member, id, path: `/api/console/members/${member.memberId}/withdrawals/${id}` };
  }

  test('sees those in review, and every look is on record', async () => {
    const { member, id, path } = await inReview();
    const list = await get('/api/console/withdrawals?state=in-review&limit=100', ada.cookie);
    const mine = list.body.items.find((item) => item.id === id);
    expect(mine).toMatchObject({ memberId: member.memberId, holder: 'Ana Petrova', peopleToApprove: 1 });
    expect((await get(path, ada.cookie)).body).toMatchObject({ id, reviews: [] });
    expect(await actsOn(member)).toEqual(['withdrawal-read']);
    const { rows } = await club.owner.query(
      `select 1 from audit.entry where act = 'withdrawals-read' and body like '%' || $1 || '%'`,
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  test('approves with a reason', async () => {
    const { member, path } = await inReview();
    expect((await post(`${path}/approve`, { why: ' ' }, ada.cookie)).body.code).toBe('reason-needed');
    const answer = await post(`${path}/approve`, { why: 'known for years' }, ada.cookie);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        waiting: false,
        withdrawal: {
          state: 'approved',
          reviews: [
            { staffId: ada.id, staffName: ada.name, verdict: 'approve', reason: null, words: 'known for years' },
          ],
        },
      },
    });
    expect(await actsOn(member)).toEqual(['withdrawal-approved']);
  });

  test('approves a large one in two', async () => {
    const { member, path } = await inReview(2_000_000n);
    expect(await post(`${path}/approve`, { why: 'looks well' }, ada.cookie)).toMatchObject({
      status: 202,
      body: { waiting: true, withdrawal: { state: 'in-review', peopleToApprove: 2 } },
    });
    expect((await post(`${path}/approve`, { why: 'looks well' }, ada.cookie)).body.code).toBe('second-person-needed');
    expect((await post(`${path}/approve`, { why: 'so it does' }, bo.cookie)).status).toBe(200);
    expect(await actsOn(member)).toEqual(['withdrawal-approval-proposed', 'withdrawal-approved']);
  });

  test('refuses in two, with a reason from the list and words, and the money is back', async () => {
    const { member, path } = await inReview();
    const no = { reason: 'payee-not-own', words: WORDS };
    expect((await post(`${path}/refuse`, { ...no, reason: 'because' }, ada.cookie)).status).toBe(400);
    expect((await post(`${path}/refuse`, { ...no, words: 'short' }, ada.cookie)).body.code).toBe('reason-needed');
    expect(await post(`${path}/refuse`, no, ada.cookie)).toMatchObject({ status: 202, body: { waiting: true } });
    expect((await post(`${path}/refuse`, no, ada.cookie)).body.code).toBe('second-person-needed');
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 0n });
    expect(await post(`${path}/refuse`, no, bo.cookie)).toMatchObject({
      status: 200,
      body: { waiting: false, withdrawal: { state: 'refused', refusal: no } },
    });
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 600_000n, held: 0n });
    expect(await actsOn(member)).toEqual(['withdrawal-refusal-proposed', 'withdrawal-refused']);
    expect((await post(`${path}/refuse`, no, bo.cookie)).body.code).toBe('too-late');
  });

  test('alone decides: no other role does, and no member', async () => {
    const { path } = await inReview();
    const auditor = await signedInStaff(club, 'auditor');
    const member = await readySignedIn(club, wallet);
    expect((await get(path, auditor.cookie)).status).toBe(200);
    for (const role of ['support', 'content', 'auditor', 'owner'] as const) {
      const { cookie } = await signedInStaff(club, role);
      expect((await post(`${path}/approve`, { why: 'a reason' }, cookie)).body.code, role).toBe('forbidden');
      const no = { reason: 'payee-not-own', words: WORDS };
      expect((await post(`${path}/refuse`, no, cookie)).body.code, role).toBe('forbidden');
    }
    expect((await post(`${path}/approve`, { why: 'a reason' }, member.cookie)).status).toBe(401);
  });
});

describe('an order of an authority', () => {
  test('is entered by one and confirmed by another, on record with its reasons', async () => {
    const owner = await signedInStaff(club, 'owner');
    const member = await readySignedIn(club, wallet, { credits: 600_000n });
    const path = `/api/console/members/${member.memberId}/legal-holds`;
    const expiresAtMs = club.clock.nowMs() + 30 * DAY_MS;
    const ask = { authority: 'District Court', reference: 'DC 12/34', expiresAtMs, why: 'it came by courier' };
    const proposed = await post(path, ask, ada.cookie);
    expect(proposed).toMatchObject({
      status: 201,
      body: { proposedBy: { id: ada.id, name: ada.name }, confirmedBy: null, fromAtMs: null, expiresAtMs },
    });
    const { id } = proposed.body;
    expect((await post(`${path}/${id}/confirm`, { why: 'read it too' }, ada.cookie)).body.code).toBe(
      'second-person-needed',
    );
    expect((await post(`${path}/${id}/confirm`, { why: 'read it too' }, owner.cookie)).body).toMatchObject({
      confirmedBy: { name: owner.name },
      fromAtMs: club.clock.nowMs(),
    });
    const withdrawal = await submit(wallet.payments, member, 600_000n);
    const approve = `/api/console/members/${member.memberId}/withdrawals/${withdrawal}/approve`;
    expect((await post(approve, { why: 'a reason' }, bo.cookie)).body.code).toBe('legal-hold');
    expect((await get(path, ada.cookie)).body.items).toHaveLength(1);
    expect((await post(`${path}/${id}/lift`, { why: 'withdrawn by the court' }, ada.cookie)).body).toMatchObject({
      liftedAtMs: club.clock.nowMs(),
    });
    expect((await post(approve, { why: 'a reason' }, bo.cookie)).status).toBe(200);
    expect(await actsOn(member)).toEqual([
      'legal-hold-proposed',
      'legal-hold-confirmed',
      'legal-holds-read',
      'legal-hold-lifted',
      'withdrawal-approved',
    ]);
  });

  test('that nobody confirmed is withdrawn: the member gets no message that their money was freed', async () => {
    const member = await club.member();
    const path = `/api/console/members/${member.memberId}/legal-holds`;
    const ask = { authority: 'A', reference: 'B', expiresAtMs: club.clock.nowMs() + DAY_MS, why: 'a reason' };
    const { id } = (await post(path, ask, ada.cookie)).body;
    expect((await post(`${path}/${id}/lift`, { why: 'typed wrongly' }, ada.cookie)).status).toBe(200);
    expect(await actsOn(member)).toEqual(['legal-hold-proposed', 'legal-hold-withdrawn']);
  });

  test('is about a member, and for finance and the owner to enter', async () => {
    const ask = { authority: 'A', reference: 'B', expiresAtMs: club.clock.nowMs() + DAY_MS, why: 'a reason' };
    const nobody = '/api/console/members/00000000-0000-7000-8000-000000000000/legal-holds';
    expect((await post(nobody, ask, ada.cookie)).body.code).toBe('not-found');
    const member = await club.member();
    const path = `/api/console/members/${member.memberId}/legal-holds`;
    expect((await post(path, { ...ask, expiresAtMs: 1 }, ada.cookie)).body).toMatchObject({
      code: 'date-bad',
      fields: { expiresAtMs: 'date-bad' },
    });
    for (const role of ['support', 'content', 'auditor'] as const) {
      const { cookie } = await signedInStaff(club, role);
      expect((await post(path, ask, cookie)).body.code, role).toBe('forbidden');
    }
  });
});
