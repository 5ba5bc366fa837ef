import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../../src/db/transaction.ts';
import type { Identity } from '../../../src/identity.ts';
import { reconcile } from '../../../src/ledger/reconcile.ts';
import { setLimit } from '../../../src/members/limits/limits.ts';
import { creditDecided, refundDecided } from '../../../src/payments/incoming/settle-payment.ts';
import { readTopUp } from '../../../src/payments/top-ups/top-ups.ts';
import { call } from '../../http/server.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { balanceOf } from '../../kit/money.ts';
import { paidIn, saying } from '../../kit/provider.ts';
import { type SignedInStaff, signedInStaff } from '../../kit/staff.ts';
import { hear, messageKindsOf, openWallet, serveWallet, startOne, type TestWallet } from '../../kit/wallet.ts';
import { accountOf } from '../withdrawals/withdrawing.ts';

const AMOUNT = 10_000n;
/** The seed rule requires two people from this amount. */
const LARGE = 2_000_000n;
const WHY = 'the bank confirmed the sum';

let club: Club;
let wallet: TestWallet;
let server: { address: string; stop(): Promise<void> };
let finn: SignedInStaff;
let greta: SignedInStaff;
let mira: Identity;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  server = await serveWallet(club, wallet);
  finn = await signedInStaff(club, 'finance');
  greta = await signedInStaff(club, 'finance');
});
beforeEach(async () => {
  mira = await club.member({ credits: 0n });
});
afterAll(async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
  await server.stop();
  wallet.close();
  await club.close();
});

/** Creates a payment of the member in review. */
async function inReview(amount: bigint, currency = 'PLAY'): Promise<{ id: string; topUpId: string }> {
  const topUpId = await startOne(wallet, mira, AMOUNT);
  await hear(club, wallet, paidIn(topUpId, amount, { currency }));
  const { rows } = await club.pool.query('select id from payments.payment where top_up_id = $1', [topUpId]);
  return { id: rows[0].id, topUpId };
}

async function settle(id: string, act: 'credit' | 'refund', staff: SignedInStaff, why = WHY) {
  const path = `/api/console/members/${mira.memberId}/payments/${id}/${act}`;
  const answer = await call(server, path, { body: { why }, cookie: staff.cookie });
  return { status: answer.status, body: (await answer.json()) as { code?: string } };
}

async function acts(id: string) {
  const { rows } = await club.pool.query(
    'select act, staff_id, body from audit.entry where subject = $1 order by seq',
    [`payment/${id}`],
  );
  return rows.map((row) => ({ act: row.act, staff: row.staff_id, ...JSON.parse(row.body) }));
}

describe('a payment in review', () => {
  test('is credited with what came, as a correction, with an act in the log and a message', async () => {
    const { id, topUpId } = await inReview(AMOUNT - 1n);
    const { status, body } = await settle(id, 'credit', finn);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      waiting: false,
      payment: {
        state: 'credited',
        mayCredit: false,
        received: { amountMinor: String(AMOUNT - 1n), currency: 'PLAY' },
      },
    });
    expect(await balanceOf(club.db, mira)).toMatchObject({ available: AMOUNT - 1n, cash: 1n - AMOUNT });
    const { rows } = await club.pool.query(
      'select kind::text, debit::text, credit::text, ref from ledger.transfer where member_id = $1',
      [mira.memberId],
    );
    expect(rows).toEqual([{ kind: 'correction', debit: 'cash', credit: 'available', ref: id }]);
    expect((await readTopUp(club.db, mira, topUpId)).state).toBe('credited');
    expect(await messageKindsOf(club, mira)).toEqual(['top-up-review', 'top-up-credited']);
    expect(await acts(id)).toMatchObject([
      {
        act: 'payment-credited',
        staff: { id: finn.id },
        why: WHY,
        member: mira.memberId,
        before: { state: 'review' },
        after: { state: 'credited' },
      },
    ]);
  });

  test('is read by itself with its reviews, and the member sees who looked', async () => {
    const { id } = await inReview(LARGE);
    await settle(id, 'credit', finn);
    const read = (memberId: string, one = id) =>
      call(server, `/api/console/members/${memberId}/payments/${one}`, { cookie: greta.cookie });
    const answer = await read(mira.memberId);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      ...{ id, userName: mira.userName, state: 'review' },
      reviews: [{ staffName: finn.name, verdict: 'credit', why: WHY }],
    });
    expect((await acts(id)).at(-1)).toMatchObject({
      act: 'payments-read',
      staff: { id: greta.id },
      member: mira.memberId,
    });
    const other = await club.member({ credits: 0n });
    expect((await read(other.memberId)).status).toBe(404);
    expect((await read(mira.memberId, crypto.randomUUID())).status).toBe(404);
    expect((await read(mira.memberId, 'x')).status).toBe(400);
    const sara = await signedInStaff(club, 'support');
    const path = `/api/console/members/${mira.memberId}/payments/${id}`;
    expect((await call(server, path, { cookie: sara.cookie })).status).toBe(403);
  });

  test('is settled once: whoever comes later is told so', async () => {
    const { id } = await inReview(AMOUNT + 1n);
    const answers = await Promise.all([
      settle(id, 'credit', finn),
      settle(id, 'credit', greta),
      settle(id, 'refund', finn),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const late = await settle(id, 'credit', greta);
    expect(late.body.code).toBe('too-late');
    const credited = answers.slice(0, 2).some(({ status }) => status === 200);
    expect((await balanceOf(club.db, mira)).available).toBe(credited ? AMOUNT + 1n : 0n);
    expect(await acts(id)).toHaveLength(1);
  });

  test('from an amount on is credited by two people', async () => {
    const { id } = await inReview(LARGE);
    expect(await settle(id, 'credit', finn)).toMatchObject({ status: 202, body: { waiting: true } });
    expect((await balanceOf(club.db, mira)).available).toBe(0n);
    expect((await settle(id, 'credit', finn)).body.code, 'one person twice is not two').toBe('second-person-needed');
    expect(await settle(id, 'credit', greta)).toMatchObject({ status: 200, body: { waiting: false } });
    expect((await balanceOf(club.db, mira)).available).toBe(LARGE);
    expect((await acts(id)).map(({ act }) => act)).toEqual(['payment-credit-proposed', 'payment-credited']);
  });

  test('just below it by one', async () => {
    const { id } = await inReview(LARGE - 1n);
    expect((await settle(id, 'credit', finn)).status).toBe(200);
  });

  test('of another currency can only go back', async () => {
    const { id } = await inReview(AMOUNT, 'EUR');
    expect(await settle(id, 'credit', finn)).toMatchObject({ status: 409, body: { code: 'refund-only' } });
    expect(await settle(id, 'refund', finn)).toMatchObject({ status: 200, body: { payment: { state: 'refunding' } } });
    expect((await balanceOf(club.db, mira)).available).toBe(0n);
  });

  test('on its way back is not credited', async () => {
    const { id, topUpId } = await inReview(AMOUNT + 5n);
    await settle(id, 'refund', finn);
    expect((await settle(id, 'credit', greta)).body.code).toBe('too-late');
    expect((await readTopUp(club.db, mira, topUpId)).state).toBe('review');
  });

  test('needs a reason', async () => {
    const { id } = await inReview(AMOUNT + 5n);
    expect((await settle(id, 'credit', finn, '  ')).body.code).toBe('reason-needed');
    expect((await settle(id, 'refund', finn, '')).body.code).toBe('reason-needed');
    expect(await acts(id)).toEqual([]);
  });

  test('of another member is not found', async () => {
    const { id } = await inReview(AMOUNT + 5n);
    mira = await club.member();
    expect((await settle(id, 'credit', finn)).status).toBe(404);
  });
});

describe('a word that was said of a payment', () => {
  test('to send it back is none to credit it, also once the refund has failed', async () => {
    const { id } = await inReview(LARGE);
    expect((await settle(id, 'refund', finn)).status).toBe(200);
    await hear(club, wallet, saying('refund-failed', id));
    expect(await settle(id, 'credit', greta)).toMatchObject({ status: 202, body: { waiting: true } });
    expect((await balanceOf(club.db, mira)).available).toBe(0n);
    expect(await settle(id, 'credit', finn)).toMatchObject({ status: 200, body: { waiting: false } });
    expect((await balanceOf(club.db, mira)).available).toBe(LARGE);
  });

  test('counts no more once the same person said otherwise', async () => {
    const { id } = await inReview(LARGE);
    expect((await settle(id, 'credit', finn)).status).toBe(202);
    expect((await settle(id, 'refund', finn)).status).toBe(200);
    await hear(club, wallet, saying('refund-failed', id));
    expect((await settle(id, 'credit', greta)).status).toBe(202);
    const credit = transaction(club.jobs, (tx) => creditDecided(tx, wallet.jobs, accountOf(mira), id));
    await expect(credit).rejects.toMatchObject({ code: 'second-person-needed' });
    expect((await balanceOf(club.db, mira)).available).toBe(0n);
  });

  test('is not said of another payment of the member', async () => {
    const [one, two] = [await inReview(LARGE), await inReview(LARGE)];
    expect((await settle(one.id, 'credit', finn)).status).toBe(202);
    expect((await settle(two.id, 'credit', greta)).status).toBe(202);
    expect((await balanceOf(club.db, mira)).available).toBe(0n);
  });

  test('is asked for again by whoever carries it out', async () => {
    const { id } = await inReview(AMOUNT - 1n);
    const other = await club.member({ credits: 0n, bucket: mira.bucket });
    const credit = (account = mira) =>
      transaction(club.jobs, (tx) => creditDecided(tx, wallet.jobs, accountOf(account), id));
    const refund = (account = mira) =>
      transaction(club.jobs, (tx) => refundDecided(tx, wallet.jobs, accountOf(account), id, finn.id));
    for (const act of [credit, refund]) {
      await expect(act()).rejects.toMatchObject({ code: 'second-person-needed' });
      await expect(act(other)).rejects.toMatchObject({ code: 'not-found' });
    }
    expect((await settle(id, 'credit', finn)).status).toBe(200);
    for (const act of [credit, refund]) await expect(act()).rejects.toMatchObject({ code: 'too-late' });
    expect((await balanceOf(club.db, mira)).available).toBe(AMOUNT - 1n);
  });
});

describe('a payment beyond a cap can only go back', () => {
  /** The seed rule's cap for 24 hours. */
  const CAP = 10_000_000n;

  test.each([
    ['to the cap of the house and not beyond it', CAP, async () => {}],
    ['to the member’s own and not beyond it', 3n * AMOUNT, () => memberCap(3n * AMOUNT)],
  ])('%s', async (_, cap, limit) => {
    const [beyond, within] = [await inReview(cap + 1n), await inReview(cap - AMOUNT)];
    await limit();
    expect((await settle(beyond.id, 'credit', finn)).body.code).toBe('refund-only');
    // A payment's own top-up does not count against its room; the other open top-up does.
    expect((await settle(within.id, 'credit', finn)).status).toBeLessThan(300);
    await settle(within.id, 'credit', greta);
    expect((await balanceOf(club.db, mira)).available).toBe(cap - AMOUNT);
    const third = await inReviewBeside(AMOUNT + 1n);
    expect((await settle(third, 'credit', finn)).body.code).toBe('refund-only');
    expect((await settle(beyond.id, 'refund', finn)).status).toBe(200);
    expect((await balanceOf(club.db, mira)).available).toBe(cap - AMOUNT);
  });

  /** Creates another payment in review and returns its id. A page from before the cap was reached may settle it. */
  async function inReviewBeside(amount: bigint): Promise<string> {
    const { rows } = await club.owner.query(
      `select id, top_up_id from payments.payment where member_id = $1 and state = 'review'`,
      [mira.memberId],
    );
    await hear(club, wallet, paidIn(rows[0].top_up_id, amount));
    const { rows: found } = await club.owner.query(
      `select id from payments.payment where member_id = $1 and state = 'review' and amount = $2`,
      [mira.memberId, amount],
    );
    return found[0].id;
  }

  async function memberCap(value: bigint): Promise<void> {
    await transaction(club.api, (tx) => setLimit(tx, mira, 'deposit-day', value));
  }
});

describe('who may', () => {
  test.each(['support', 'content', 'auditor', 'owner'] as const)('%s settles none', async (role) => {
    const { id } = await inReview(AMOUNT + 5n);
    const staff = await signedInStaff(club, role);
    expect((await settle(id, 'credit', staff)).status).toBe(403);
    expect((await settle(id, 'refund', staff)).status).toBe(403);
    const list = await call(server, '/api/console/payments', { cookie: staff.cookie });
    expect(list.status).toBe(role === 'auditor' || role === 'owner' ? 200 : 403);
  });

  test('nobody without a session, and no member', async () => {
    const { id } = await inReview(AMOUNT + 5n);
    const path = `/api/console/members/${mira.memberId}/payments/${id}/credit`;
    expect((await call(server, path, { body: { why: WHY } })).status).toBe(401);
  });
});

test('the list shows what waits, the oldest first and page by page, and that it was read', async () => {
  await club.owner.query(`update payments.payment set state = 'refunded' where state = 'review'`);
  const waiting: string[] = [];
  for (let n = 0; n < 5; n++) {
    await club.clock.forward(1_000);
    waiting.push((await inReview(AMOUNT - 1n)).id);
  }
  const auditor = await signedInStaff(club, 'auditor');
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await listAs(auditor, cursor);
    expect(page.total).toBe(5);
    seen.push(...page.items.map((item) => item.id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual(waiting);
  const { rows } = await club.pool.query(`select body from audit.entry where act = 'payments-read' and staff_id = $1`, [
    auditor.id,
  ]);
  expect(rows).toHaveLength(3);
  expect(rows.map(({ body }) => body).join()).toContain(waiting[4]);
});

async function listAs(staff: SignedInStaff, cursor: string | null) {
  const path = `/api/console/payments?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`;
  const answer = await call(server, path, { cookie: staff.cookie });
  return (await answer.json()) as { total: number; items: { id: string }[]; nextCursor: string | null };
}
