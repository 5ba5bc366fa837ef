import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Identity } from '../../src/identity.ts';
import { reconcile } from '../../src/ledger/reconcile.ts';
import { listPayments } from '../../src/payments/incoming/payments.ts';
import { lookUpTopUps } from '../../src/payments/top-ups/poll-top-ups.ts';
import { lookUpSilentPayouts, sendDuePayouts } from '../../src/payments/withdrawals/send-payouts.ts';
import { type KeysFolder, keysFolder } from '../book/book-kit.ts';
import { type Club, openClub } from '../kit/club.ts';
import { creditAs } from '../kit/decisions.ts';
import { givePayee, IBAN } from '../kit/persons.ts';
import { paidIn } from '../kit/provider.ts';
import { ADA } from '../kit/staff.ts';
import { hear as deliver, openWallet, startOne, type TestWallet } from '../kit/wallet.ts';
import { hear, moneyOf, paidOut, submit, withdrawalOf } from '../payments/withdrawals/withdrawing.ts';
import { type Restorable, restorable } from './restored-club.ts';

const AMOUNT = 4_000n;

let club: Club;
let wallet: TestWallet;
let keys: KeysFolder;
let world: Restorable;
let member: Identity;
beforeEach(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  keys = keysFolder();
  world = await restorable(club, keys);
  member = await club.member({ credits: 10_000n });
  await givePayee(club.db, wallet.payments.cipher, member, { iban: IBAN });
});
afterEach(async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
  await world.close();
  keys.remove();
  wallet.close();
  await club.close();
});

test('a payout that the provider has carried out is not carried out again by a restored database', async () => {
  const id = await submit(wallet.payments, member, AMOUNT);
  await world.backUp();
  expect(await sendDuePayouts(wallet.jobs)).toBe(1);
  expect(await hear(wallet.jobs, member, paidOut(id, AMOUNT))).toBe('paid');
  await world.putBack();
  expect((await withdrawalOf(club.db, member, id)).state).toBe('approved');
  // It is sent again under the same id, so that the provider sees a single payout.
  expect(await sendDuePayouts(wallet.jobs)).toBe(1);
  expect([...wallet.provider.payouts.keys()]).toEqual([id]);
  // The lost database had processed the webhook, which does not come again. The club polls the provider.
  wallet.provider.known.set(id, [paidOut(id, AMOUNT)]);
  await club.clock.forward(3_600_000);
  expect(await lookUpSilentPayouts(wallet.jobs)).toBe(1);
  expect((await withdrawalOf(club.db, member, id)).state).toBe('paid');
  expect(await moneyOf(club.db, member)).toMatchObject({ available: 6_000n, held: 0n, cash: AMOUNT });
});

test('a withdrawal that the member sends again after it was lost is the same one to the member, and is paid once', async () => {
  await world.backUp();
  const key = randomUUID();
  await submit(wallet.payments, member, AMOUNT, key);
  await world.putBack();
  expect(await moneyOf(club.db, member)).toMatchObject({ available: 10_000n, held: 0n });
  const again = await submit(wallet.payments, member, AMOUNT, key);
  expect(await submit(wallet.payments, member, AMOUNT, key)).toBe(again);
  await sendDuePayouts(wallet.jobs);
  expect([...wallet.provider.payouts.keys()]).toEqual([again]);
});

test('a withdrawal is not sent before its log is kept, so a restore from there loses none that was paid', async () => {
  await world.backUp();
  const id = await submit(wallet.payments, member, AMOUNT);
  const walArchive = { archivedOf: async () => new Set<string>() };
  expect(await sendDuePayouts({ ...wallet.jobs, walArchive })).toBe(0);
  await world.putBack();
  await club.clock.forward(3_600_000);
  await sendDuePayouts(wallet.jobs);
  expect(wallet.provider.payouts.has(id)).toBe(false);
  expect(await moneyOf(club.db, member)).toMatchObject({ available: 10_000n, held: 0n });
});

test('a payment for a top-up that the restored database knows as open is credited once, however it hears of it', async () => {
  const topUp = await startOne(wallet, member, AMOUNT);
  await world.backUp();
  const paid = paidIn(topUp, AMOUNT);
  await deliver(club, wallet, paid);
  expect(await moneyOf(club.db, member)).toMatchObject({ available: 14_000n });
  await world.putBack();
  expect(await moneyOf(club.db, member)).toMatchObject({ available: 10_000n });
  wallet.provider.known.set(topUp, [paid]);
  await club.clock.forward(3_600_000);
  await lookUpTopUps(wallet.jobs);
  await deliver(club, wallet, paid);
  expect(await moneyOf(club.db, member)).toMatchObject({ available: 14_000n });
});

test('a payment that a restore forgot, and of which no message comes again, is in front of people and not lost', async () => {
  const topUp = await startOne(wallet, member, AMOUNT);
  await world.backUp();
  const paid = paidIn(topUp, AMOUNT);
  await deliver(club, wallet, paid);
  await world.putBack();
  wallet.provider.known.set(topUp, [paid]);
  await club.clock.forward(2 * 3_600_000);
  await lookUpTopUps(wallet.jobs);
  expect(await moneyOf(club.db, member)).toMatchObject({ available: 10_000n });
  const { items } = await listPayments(club.db, { state: 'review', limit: 10 });
  const [forgotten] = items;
  expect(items).toMatchObject([{ topUpId: topUp, reason: 'unsigned', received: { amount: AMOUNT } }]);
  const verdict = { staffId: ADA, why: 'the provider’s report of that day' };
  await creditAs(club, wallet.payments, member, forgotten?.id ?? '', verdict);
  await deliver(club, wallet, paid);
  expect(await moneyOf(club.db, member)).toMatchObject({ available: 14_000n });
});
