import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import { reconcile } from '../../../src/ledger/reconcile.ts';
import { lookUpSilentPayouts, sendDuePayouts } from '../../../src/payments/withdrawals/send-payouts.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { givePayee } from '../../kit/persons.ts';
import { openWallet, type TestWallet } from '../../kit/wallet.ts';
import { moneyOf, paidOut, submit, wentWrong, withdrawalOf } from './withdrawing.ts';

const AMOUNT = 4_000n;

let club: Club;
let wallet: TestWallet;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
});
beforeEach(async () => {
  // Payouts of earlier tests are never due.
  await club.owner.query(`update payments.withdrawal set next_at = 'infinity' where next_at is not null`);
  wallet.provider.asked.lookUps = 0;
});
afterAll(async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
  wallet.close();
  await club.close();
});

interface Sent {
  member: Identity;
  id: string;
}

async function sent(): Promise<Sent> {
  const member = await club.member({ credits: 10_000n });
  await givePayee(club.db, wallet.payments.cipher, member);
  const id = await submit(wallet.payments, member, AMOUNT);
  await sendDuePayouts(wallet.jobs);
  return { member, id };
}

function stateOf({ member, id }: Sent): Promise<string> {
  return withdrawalOf(club.db, member, id).then(({ state }) => state);
}

describe('a payout that nobody spoke of for ten minutes', () => {
  test('is asked about, and not before', async () => {
    const one = await sent();
    wallet.provider.known.set(one.id, [paidOut(one.id, AMOUNT)]);
    await club.at(club.clock.nowMs() + 10 * MINUTE_MS - 1);
    expect(await lookUpSilentPayouts(wallet.jobs)).toBe(0);
    expect(wallet.provider.asked.lookUps).toBe(0);
    await club.at(club.clock.nowMs() + 1);
    expect(await lookUpSilentPayouts(wallet.jobs)).toBe(1);
    expect(await stateOf(one)).toBe('paid');
    expect(await moneyOf(club.db, one.member)).toMatchObject({ held: 0n, cash: AMOUNT });
  });

  test('is asked about again, later each time, while there is nothing to say', async () => {
    const one = await sent();
    for (const [turn, minutes] of [10, 20, 40, 80, 160, 320, 360, 360].entries()) {
      await club.at(club.clock.nowMs() + minutes * MINUTE_MS - 1);
      await lookUpSilentPayouts(wallet.jobs);
      expect(wallet.provider.asked.lookUps).toBe(turn);
      await club.at(club.clock.nowMs() + 1);
      await lookUpSilentPayouts(wallet.jobs);
      expect(wallet.provider.asked.lookUps).toBe(turn + 1);
    }
    wallet.provider.known.set(one.id, [paidOut(one.id, AMOUNT), wentWrong('returned', one.id)]);
    await club.at(club.clock.nowMs() + 360 * MINUTE_MS);
    await lookUpSilentPayouts(wallet.jobs);
    expect(await stateOf(one)).toBe('returned');
  });

  test('of another sum is not booked, and said to people', async () => {
    const one = await sent();
    wallet.provider.known.set(one.id, [paidOut(one.id, 1n)]);
    await club.at(club.clock.nowMs() + 10 * MINUTE_MS);
    const faults: string[] = [];
    expect(await lookUpSilentPayouts(wallet.jobs, (id, what) => faults.push(`${id} ${what}`))).toBe(0);
    expect(faults).toEqual([`${one.id} other-sum`]);
    expect(await stateOf(one)).toBe('sent');
  });
});
