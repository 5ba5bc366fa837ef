import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/db/ids.ts';
import { openDb, openPool } from '../../../src/db/pool.ts';
import { transaction } from '../../../src/db/transaction.ts';
import { carryOut } from '../../../src/decisions/carry-out.ts';
import { DAY_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import { reconcile } from '../../../src/ledger/reconcile.ts';
import { approve, approveOverdue, type Reviewed, readReviews } from '../../../src/payments/withdrawals/reviews.ts';
import type { RefusalReason } from '../../../src/payments/withdrawals/withdrawal-rows.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { carryOutOf, refuseAs } from '../../kit/decisions.ts';
import { readHold } from '../../kit/holds.ts';
import { openTransaction, untilWaiting } from '../../kit/locks.ts';
import { macs } from '../../kit/macs.ts';
import { givePayee } from '../../kit/persons.ts';
import { openWallet, type TestWallet } from '../../kit/wallet.ts';
import {
  ADA,
  accountOf,
  BO,
  codeOf,
  messageKindsOf,
  moneyOf,
  ruleIs,
  setLegalHold,
  submit,
  withdrawalOf,
} from './withdrawing.ts';

const AMOUNT = 600_000n;
const LARGE = 2_000_000n;
const WORDS = 'The account belongs to somebody else.';

let club: Club;
let wallet: TestWallet;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
});
afterEach(() => ruleIs(club));
afterAll(async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
  wallet.close();
  await club.close();
});

interface InReview {
  member: Identity;
  id: string;
}

async function inReview(amount = AMOUNT): Promise<InReview> {
  const member = await club.member({ credits: amount + 50_000n });
  await givePayee(club.db, wallet.payments.cipher, member);
  return { member, id: await submit(wallet.payments, member, amount) };
}

function approveAs({ member, id }: InReview, staffId: string): Promise<Reviewed> {
  return transaction(club.api, (tx) => approve(tx, wallet.payments, accountOf(member), id, staffId));
}

function reject(
  { member, id }: InReview,
  staffId: string,
  { reason = 'payee-not-own', words = WORDS }: { reason?: RefusalReason; words?: string } = {},
): Promise<Reviewed> {
  return refuseAs(club, wallet.payments, accountOf(member), id, { staffId, reason, words });
}

function stateOf({ member, id }: InReview): Promise<string> {
  return withdrawalOf(club.db, member, id).then(({ state }) => state);
}

describe('approving', () => {
  test('takes one person, and the money stays set aside', async () => {
    const one = await inReview();
    expect(await approveAs(one, ADA)).toBe('decided');
    expect(await withdrawalOf(club.db, one.member, one.id)).toMatchObject({
      state: 'approved',
      approvedAtMs: club.clock.nowMs(),
      steps: [{ state: 'submitted' }, { state: 'in-review' }, { state: 'approved' }],
    });
    expect(await moneyOf(club.db, one.member)).toMatchObject({ available: 50_000n, held: AMOUNT });
    expect((await messageKindsOf(club, one.member)).at(-1)).toEqual({
      kind: 'withdrawal-approved',
      params: { withdrawalId: one.id, amountMinor: String(AMOUNT) },
    });
  });

  test('takes two different people for a large amount', async () => {
    const one = await inReview(LARGE);
    expect(await approveAs(one, ADA)).toBe('waiting');
    expect(await stateOf(one)).toBe('in-review');
    expect(await codeOf(approveAs(one, ADA))).toBe('second-person-needed');
    expect(await stateOf(one)).toBe('in-review');
    expect(await approveAs(one, BO)).toBe('decided');
    expect(await stateOf(one)).toBe('approved');
  });

  test('counts what each person said last', async () => {
    const one = await inReview(LARGE);
    await approveAs(one, ADA);
    expect(await reject(one, ADA)).toBe('waiting');
    expect(await approveAs(one, BO)).toBe('waiting');
    expect(await approveAs(one, ADA)).toBe('decided');
  });

  test('is for what is in review', async () => {
    const one = await inReview();
    await approveAs(one, ADA);
    expect(await codeOf(approveAs(one, BO))).toBe('too-late');
    expect(await codeOf(reject(one, BO))).toBe('too-late');
    expect(await codeOf(approveAs({ ...one, id: newId() }, ADA))).toBe('not-found');
    const other = await club.member();
    expect(await codeOf(approveAs({ member: other, id: one.id }, ADA))).toBe('not-found');
  });
});

describe('refusing', () => {
  test('is not for one person, nor for the same person twice', async () => {
    const one = await inReview();
    expect(await reject(one, ADA)).toBe('waiting');
    expect(await codeOf(reject(one, ADA))).toBe('second-person-needed');
    expect(await codeOf(reject(one, ADA, { words: 'The same in other words.' }))).toBe('second-person-needed');
    expect(await stateOf(one)).toBe('in-review');
    expect(await moneyOf(club.db, one.member)).toMatchObject({ available: 50_000n, held: AMOUNT });
  });

  test('by two gives the money back at once, and tells reason and words', async () => {
    const one = await inReview();
    await reject(one, ADA);
    expect(await reject(one, BO)).toBe('decided');
    expect(await moneyOf(club.db, one.member)).toEqual({ available: AMOUNT + 50_000n, held: 0n, cash: 0n });
    expect(await readHold(club.db, one.member, one.id)).toMatchObject({ state: 'released' });
    expect(await withdrawalOf(club.db, one.member, one.id)).toMatchObject({
      state: 'refused',
      endedAtMs: club.clock.nowMs(),
      refusal: { reason: 'payee-not-own', words: WORDS },
    });
    expect((await messageKindsOf(club, one.member)).at(-1)).toEqual({
      kind: 'withdrawal-refused',
      params: { withdrawalId: one.id, amountMinor: String(AMOUNT), reason: 'payee-not-own', words: WORDS },
    });
  });

  test('needs the same reason of both', async () => {
    const one = await inReview();
    await reject(one, ADA);
    expect(await reject(one, BO, { reason: 'authority-order' })).toBe('waiting');
    expect(await stateOf(one)).toBe('in-review');
    expect(await reject(one, BO)).toBe('decided');
  });

  test('needs words: 10 to 500 characters', async () => {
    const one = await inReview();
    for (const words of ['', '   too short   '.slice(0, 11), 'x'.repeat(501)]) {
      expect(await codeOf(reject(one, ADA, { words })), words).toBe('reason-needed');
    }
    expect(await readReviews(club.db, macs, { ...one.member, id: one.id })).toEqual([]);
    expect(await reject(one, ADA, { words: 'x'.repeat(500) })).toBe('waiting');
  });

  test('leaves no trace where it breaks on its way: money and state go together', async () => {
    const one = await inReview();
    await reject(one, ADA);
    const broken = { ...wallet.payments, tell: () => Promise.reject(new Error('broken on the way')) };
    const given = { staffId: BO, reason: 'payee-not-own', words: WORDS } as const;
    await expect(refuseAs(club, broken, accountOf(one.member), one.id, given)).rejects.toThrow('not carried out yet');
    expect(await stateOf(one)).toBe('in-review');
    expect(await moneyOf(club.db, one.member)).toMatchObject({ available: 50_000n, held: AMOUNT });
    expect(await carryOut(carryOutOf(club, wallet.payments))).toBe(1);
    expect(await stateOf(one)).toBe('refused');
    expect(await moneyOf(club.db, one.member)).toMatchObject({ held: 0n });
  });

  test('is too late once the time is over, also for the second of two', async () => {
    const one = await inReview();
    await reject(one, ADA);
    await club.at(club.clock.nowMs() + DAY_MS - 1);
    const other = await inReview();
    await club.at(club.clock.nowMs() + 1);
    expect(await codeOf(reject(one, BO))).toBe('too-late');
    expect(await stateOf(one)).toBe('in-review');
    expect(await reject(other, BO)).toBe('waiting');
  });

  test('of what is approved, sent or paid does not exist', async () => {
    const member = await club.member({ credits: 100_000n });
    await givePayee(club.db, wallet.payments.cipher, member);
    const small = { member, id: await submit(wallet.payments, member, 1_000n) };
    for (const state of ['approved', 'sent', 'paid', 'failed', 'returned', 'refused']) {
      await club.owner.query('update payments.withdrawal set state = $2 where id = $1', [small.id, state]);
      expect(await codeOf(reject(small, ADA)), state).toBe('too-late');
      expect(await codeOf(approveAs(small, ADA)), state).toBe('too-late');
    }
    await club.owner.query(`update payments.withdrawal set state = 'approved' where id = $1`, [small.id]);
  });
});

describe('a review that takes longer than 24 hours', () => {
  test('approves itself, and not before', async () => {
    const one = await inReview();
    await club.at(club.clock.nowMs() + DAY_MS - 1);
    await approveOverdue(wallet.jobs);
    expect(await stateOf(one)).toBe('in-review');
    await club.at(club.clock.nowMs() + 1);
    expect(await approveOverdue(wallet.jobs)).toBe(1);
    expect(await withdrawalOf(club.db, one.member, one.id)).toMatchObject({ state: 'approved' });
    expect((await messageKindsOf(club, one.member)).at(-1)).toMatchObject({ kind: 'withdrawal-approved' });
    expect(await approveOverdue(wallet.jobs)).toBe(0);
  });

  test('approves itself however large, whoever has said what', async () => {
    const one = await inReview(LARGE);
    await reject(one, ADA);
    await club.at(club.clock.nowMs() + DAY_MS);
    await approveOverdue(wallet.jobs);
    expect(await stateOf(one)).toBe('approved');
  });

  test('that cannot be approved keeps no other back', async () => {
    const [stuck, next] = [await inReview(), await inReview()];
    await club.at(club.clock.nowMs() + DAY_MS);
    const { tell } = wallet.payments;
    const breaking: typeof tell = (tx, account, message) =>
      account.memberId === stuck.member.memberId
        ? Promise.reject(new Error('no way to tell him'))
        : tell(tx, account, message);
    await expect(approveOverdue({ ...wallet.jobs, tell: breaking })).rejects.toThrow('1 reviews');
    expect([await stateOf(stuck), await stateOf(next)]).toEqual(['in-review', 'approved']);
    expect(await approveOverdue(wallet.jobs)).toBe(1);
  });

  test('is approved once by jobs of several processes', async () => {
    const ones = await Promise.all(Array.from({ length: 10 }, () => inReview()));
    await club.at(club.clock.nowMs() + DAY_MS);
    const pool = openPool({ url: club.database.urls.jobs, connectionsMax: 4 });
    const other = { ...wallet.jobs, db: openDb(pool) };
    await Promise.all([approveOverdue(wallet.jobs), approveOverdue(other), approveOverdue(wallet.jobs)]);
    await pool.end();
    for (const one of ones) {
      const messageKinds = await messageKindsOf(club, one.member);
      expect(messageKinds.filter(({ kind }) => kind === 'withdrawal-approved')).toHaveLength(1);
    }
  });

  test('stays where a legal hold stands, and goes as soon as that is over', async () => {
    const one = await inReview();
    await setLegalHold(club, wallet.payments, one.member, 3);
    await club.at(club.clock.nowMs() + 2 * DAY_MS);
    expect(await codeOf(approveAs(one, ADA))).toBe('legal-hold');
    await approveOverdue(wallet.jobs);
    expect(await stateOf(one)).toBe('in-review');
    await club.at(club.clock.nowMs() + DAY_MS);
    await approveOverdue(wallet.jobs);
    expect(await stateOf(one)).toBe('approved');
  });

  test('stays where a legal hold is set while the job is at work', async () => {
    const [one, other] = [await inReview(), await inReview()];
    await club.at(club.clock.nowMs() + DAY_MS);
    let held: InReview | null = null;
    await approveOverdue({
      ...wallet.payments,
      async tell(tx, account, news) {
        await wallet.payments.tell(tx, account, news);
        if (held !== null) return;
        held = account.memberId === one.member.memberId ? other : one;
        await setLegalHold(club, wallet.payments, held.member);
      },
    });
    const states = [await stateOf(one), await stateOf(other)];
    expect(states.sort()).toEqual(['approved', 'in-review']);
  });

  test('can be refused while a legal hold keeps it from approving itself', async () => {
    const one = await inReview();
    await setLegalHold(club, wallet.payments, one.member, 3);
    await club.at(club.clock.nowMs() + 2 * DAY_MS);
    expect(await reject(one, ADA, { reason: 'authority-order' })).toBe('waiting');
    expect(await reject(one, BO, { reason: 'authority-order' })).toBe('decided');
    expect(await moneyOf(club.db, one.member)).toMatchObject({ held: 0n });
  });
});

describe('of two who decide at once', () => {
  test('the first is heard, and the other too late', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const one = await inReview();
      await reject(one, ADA);
      const outcomes = await Promise.allSettled([reject(one, BO), approveAs(one, BO), approveAs(one, newId())]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const isRefused = (await stateOf(one)) === 'refused';
      expect(await moneyOf(club.db, one.member)).toMatchObject({ held: isRefused ? 0n : AMOUNT });
    }
  });

  test('the job leaves alone what a person has in hand', async () => {
    const one = await inReview();
    await club.at(club.clock.nowMs() + DAY_MS - 1);
    const person = await openTransaction(club.owner);
    try {
      const own = [one.member.bucket, one.id];
      await person.client.query('select 1 from payments.withdrawal where bucket = $1 and id = $2 for update', own);
      await club.at(club.clock.nowMs() + 1);
      await approveOverdue(wallet.jobs);
      expect(await stateOf(one)).toBe('in-review');
      // The staff member waits for the row lock and then gets the true state.
      const late = codeOf(approveAs(one, ADA));
      await untilWaiting(club.owner, person.pid);
      const yes = `update payments.withdrawal set state = 'approved', next_at = now() where bucket = $1 and id = $2`;
      await person.client.query(yes, own);
      await person.commit();
      expect(await late).toBe('too-late');
    } finally {
      await person.rollback();
    }
  });
});
