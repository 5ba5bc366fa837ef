import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '../../../src/db/transaction.ts';
import { correctBalance } from '../../../src/decisions/correct-balance.ts';
import type { Identity } from '../../../src/identity.ts';
import { reconcile } from '../../../src/ledger/reconcile.ts';
import type { Direction } from '../../../src/payments/rules/corrections.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { balanceOf } from '../../kit/money.ts';
import { paidIn } from '../../kit/provider.ts';
import { ADA, agreed, BO } from '../../kit/staff.ts';
import { hear, openWallet, outcomeOf, startOne, type TestWallet } from '../../kit/wallet.ts';

const AMOUNT = 5_000n;

let club: Club;
let wallet: TestWallet;
let mira: Identity;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
});
beforeEach(async () => {
  mira = await club.member({ credits: 0n });
});
afterAll(async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
  wallet.close();
  await club.close();
});

const available = async () => (await balanceOf(club.db, mira)).available;

/** Posts a correction that two staff of finance agreed on. */
async function correct(reference: string, direction: Direction = 'to-member', { amount = AMOUNT, whom = mira } = {}) {
  const { bucket, memberId } = whom;
  const { provider } = wallet;
  const body = { memberId, direction, amountMinor: String(amount), reference };
  const id = await agreed(club, { what: 'correction', subject: `correction/${memberId}/${reference}`, body });
  const correction = { bucket, memberId, id, direction, amount, reference, proposedBy: ADA, confirmedBy: BO };
  return transaction(club.jobs, (tx) => correctBalance(tx, correction, { why: 'a lost top-up', provider }));
}

/** A payment and the provider's reference of it. */
async function payment(amount = AMOUNT) {
  const providerRef = `pay_${randomUUID()}`;
  const event = paidIn(await startOne(wallet, mira, AMOUNT), amount, { providerRef });
  if (event.kind !== 'paid-in') throw new Error('no payment');
  return event;
}

test('a payment that was put right by its name is not credited again by its message', async () => {
  const event = await payment();
  await correct(event.providerRef);
  await hear(club, wallet, event);
  expect(await outcomeOf(club, event)).toBe('known');
  expect(await available()).toBe(AMOUNT);
});

test.each([
  ['credited', AMOUNT, AMOUNT],
  ['in review', AMOUNT - 1n, 0n],
])('a payment that is here and %s is not put into the balance a second time', async (_, paid, had) => {
  const event = await payment(paid);
  await hear(club, wallet, event);
  expect(await available()).toBe(had);
  await expect(correct(event.providerRef)).rejects.toMatchObject({ code: 'payment-known' });
  expect(await available()).toBe(had);
});

test.each([
  ['somebody else', async () => ({ whom: await club.member({ credits: 0n }) })],
  ['another amount', async () => ({ amount: AMOUNT - 1n })],
])('the message of a payment that was put right for %s is for people: its money is missing', async (_, other) => {
  const event = await payment();
  await correct(event.providerRef, 'to-member', await other());
  await hear(club, wallet, event);
  expect(await outcomeOf(club, event)).toBe('other-sum');
});

test('a payment is the same one however its name is typed in capitals', async () => {
  const [first, second] = [await payment(), await payment()];
  await correct(first.providerRef.toUpperCase());
  await hear(club, wallet, first, second);
  expect(await outcomeOf(club, first)).toBe('known');
  expect(await available()).toBe(2n * AMOUNT);
  await expect(correct(second.providerRef.toUpperCase())).rejects.toMatchObject({ code: 'payment-known' });
});

test('what was charged back is taken from the member by the name of its payment', async () => {
  const event = await payment();
  await hear(club, wallet, event);
  await correct(event.providerRef, 'from-member');
  expect(await available()).toBe(0n);
});

test('of its message and the correction at the same moment one counts', async () => {
  for (let n = 0; n < 10; n++) {
    mira = await club.member({ credits: 0n });
    const event = await payment();
    await Promise.allSettled([correct(event.providerRef), hear(club, wallet, event)]);
    expect(await available()).toBe(AMOUNT);
  }
});
