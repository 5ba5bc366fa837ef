import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../../src/db/transaction.ts';
import { DAY_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import { reconcile } from '../../../src/ledger/reconcile.ts';
import { approve, approveOverdue, refuseDecided } from '../../../src/payments/withdrawals/reviews.ts';
import { countOfDay } from '../../../src/payments/withdrawals/withdrawals.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { refuseAs } from '../../kit/decisions.ts';
import { givePayee } from '../../kit/persons.ts';
import { openWallet, type TestWallet } from '../../kit/wallet.ts';
import { ADA, accountOf, BO, codeOf, moneyOf, setLegalHold, submit, withdrawalOf } from './withdrawing.ts';

// A decision about a withdrawal never affects another one: neither of the same member nor of another member in the same
// bucket.

const AMOUNT = 600_000n;
const LARGE = 2_000_000n;
const WORDS = 'The account belongs to somebody else.';

let club: Club;
let wallet: TestWallet;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
});
afterAll(async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
  wallet.close();
  await club.close();
});

interface InReview {
  member: Identity;
  id: string;
}

async function bound(plan: { credits: bigint; bucket?: number }): Promise<Identity> {
  const member = await club.member(plan);
  await givePayee(club.db, wallet.payments.cipher, member);
  return member;
}

async function two(amount: bigint): Promise<[InReview, InReview]> {
  const member = await bound({ credits: 2n * amount + 1n });
  const [first, second] = [
    await submit(wallet.payments, member, amount),
    await submit(wallet.payments, member, amount),
  ];
  return [
    { member, id: first },
    { member, id: second },
  ];
}

const approveAs = ({ member, id }: InReview, staffId: string) =>
  transaction(club.api, (tx) => approve(tx, wallet.payments, accountOf(member), id, staffId));
const reject = ({ member, id }: InReview, staffId: string, words = WORDS) =>
  refuseAs(club, wallet.payments, accountOf(member), id, { staffId, reason: 'payee-not-own', words });
const stateOf = async ({ member, id }: InReview) => (await withdrawalOf(club.db, member, id)).state;

test('a refusal counts for its own withdrawal, which has the words of who said so last', async () => {
  const [one, other] = await two(AMOUNT);
  await reject(one, ADA);
  expect(await reject(other, BO)).toBe('waiting');
  await club.at(club.clock.nowMs() + 1_000);
  const words = 'These are the words of the second.';
  expect(await reject(one, BO, words)).toBe('decided');
  expect(await withdrawalOf(club.db, one.member, one.id)).toMatchObject({ state: 'refused', refusal: { words } });
  expect(await stateOf(other)).toBe('in-review');
  expect(await moneyOf(club.db, one.member)).toMatchObject({ held: AMOUNT });
});

test('an approval counts for its own withdrawal', async () => {
  const [one, other] = await two(LARGE);
  expect(await approveAs(one, ADA)).toBe('waiting');
  expect(await approveAs(other, BO)).toBe('waiting');
  expect([await stateOf(one), await stateOf(other)]).toEqual(['in-review', 'in-review']);
});

test('just below the amount that takes two, one is enough', async () => {
  const member = await bound({ credits: 2n * LARGE });
  const below = { member, id: await submit(wallet.payments, member, LARGE - 1n) };
  expect(await approveAs(below, ADA)).toBe('decided');
});

test('an order on one member keeps no review of another in the same bucket open', async () => {
  const held = await bound({ credits: AMOUNT });
  const free = await bound({ credits: AMOUNT, bucket: held.bucket });
  const [stored, due] = [
    { member: held, id: await submit(wallet.payments, held, AMOUNT) },
    { member: free, id: await submit(wallet.payments, free, AMOUNT) },
  ];
  await setLegalHold(club, wallet.payments, held);
  await club.at(club.clock.nowMs() + DAY_MS);
  await approveOverdue(wallet.jobs);
  expect([await stateOf(stored), await stateOf(due)]).toEqual(['in-review', 'approved']);
});

test('whoever carries a refusal out asks again who said what', async () => {
  const [one, other] = await two(AMOUNT);
  const stranger = await bound({ credits: AMOUNT, bucket: one.member.bucket });
  const carryOut = ({ member, id }: InReview, reason = 'payee-not-own') =>
    codeOf(transaction(club.jobs, (tx) => refuseDecided(tx, wallet.jobs, accountOf(member), id, reason)));
  await reject(one, ADA);
  await reject(other, BO);
  expect(await carryOut(one)).toBe('second-person-needed');
  expect(await carryOut({ ...one, member: stranger })).toBe('not-found');
  await reject(one, BO);
  expect(await stateOf(one)).toBe('refused');
  expect(await carryOut(one)).toBe('too-late');
  await approveAs(other, ADA);
  expect(await carryOut(other)).toBe('too-late');
});

test('whoever said yes last has not said no', async () => {
  const [one] = await two(LARGE);
  await reject(one, ADA);
  await club.at(club.clock.nowMs() + 1_000);
  expect(await approveAs(one, ADA)).toBe('waiting');
  expect(await reject(one, BO)).toBe('waiting');
  const carryOut = transaction(club.jobs, (tx) =>
    refuseDecided(tx, wallet.jobs, accountOf(one.member), one.id, 'payee-not-own'),
  );
  expect(await codeOf(carryOut)).toBe('second-person-needed');
});

test('of a day the member’s own are counted, but for those that brought the money back', async () => {
  const [one, other] = await two(AMOUNT);
  const day = new Date(club.clock.nowMs()).toISOString().slice(0, 10);
  const neighbour = await bound({ credits: AMOUNT, bucket: one.member.bucket });
  await submit(wallet.payments, neighbour, AMOUNT);
  expect(await countOfDay(club.api, one.member, day)).toBe(2);
  expect(await countOfDay(club.api, one.member, '2001-01-01')).toBe(0);
  for (const state of ['refused', 'failed', 'returned']) {
    await club.owner.query('update payments.withdrawal set state = $2 where id = $1', [other.id, state]);
    expect([state, await countOfDay(club.api, one.member, day)]).toEqual([state, 1]);
  }
  for (const state of ['in-review', 'approved', 'sent', 'paid']) {
    await club.owner.query('update payments.withdrawal set state = $2 where id = $1', [other.id, state]);
    expect([state, await countOfDay(club.api, one.member, day)]).toEqual([state, 2]);
  }
});
