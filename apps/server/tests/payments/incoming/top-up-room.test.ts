import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../../src/db/transaction.ts';
import { HOUR_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import { reconcile } from '../../../src/ledger/reconcile.ts';
import { readRule } from '../../../src/payments/rules/rule.ts';
import { lookUpTopUps } from '../../../src/payments/top-ups/poll-top-ups.ts';
import { type DepositCap, readTopUpRoom } from '../../../src/payments/top-ups/top-up-limits.ts';
import { readTopUp } from '../../../src/payments/top-ups/top-ups.ts';
import { readWallet } from '../../../src/payments/wallet.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { creditAs, refundPaymentAs } from '../../kit/decisions.ts';
import { balanceOf } from '../../kit/money.ts';
import { paidIn, saying } from '../../kit/provider.ts';
import { ADA } from '../../kit/staff.ts';
import { hear, openWallet, outcomeOf, startOne, type TestWallet } from '../../kit/wallet.ts';

const AMOUNT = 1_000_000n;
const VERDICT = { staffId: ADA, why: 'as it came' };

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

/** The member's room under this cap for 24 hours, with a maximum per top-up that is no obstacle. */
async function roomOf(cap: bigint | null, member = mira): Promise<bigint | undefined> {
  await club.owner.query('update payments.rule set top_up_day_max = $1, top_up_max = 5000000', [cap]);
  const { room } = await readWallet(wallet.payments, member);
  await club.owner.query('update payments.rule set top_up_day_max = 10000000');
  return room?.max;
}

const start = (amount = AMOUNT, member = mira) => startOne(wallet, member, amount);
const available = async () => (await balanceOf(club.db, mira)).available;

async function paymentsOf(topUpId: string): Promise<{ id: string; state: string; reason: string | null }[]> {
  const { rows } = await club.owner.query(
    'select id, state, reason from payments.payment where top_up_id = $1 order by at, id',
    [topUpId],
  );
  return rows;
}

describe('what takes room under a cap', () => {
  const CAP = 4_000_000n;

  test('is a page that can be paid, what waits in review, and what was credited, however it was', async () => {
    const byItself = await start();
    expect(await roomOf(CAP)).toBe(3_000_000n);
    await hear(club, wallet, saying('pending', byItself));
    expect(await roomOf(CAP)).toBe(3_000_000n);
    await hear(club, wallet, paidIn(byItself, AMOUNT));
    expect(await roomOf(CAP)).toBe(3_000_000n);
    const byPeople = await start();
    await hear(club, wallet, paidIn(byPeople, AMOUNT - 1n));
    expect(await roomOf(CAP)).toBe(2_000_000n);
    const [payment] = await paymentsOf(byPeople);
    await creditAs(club, wallet.payments, mira, payment?.id ?? '', VERDICT);
    expect(await roomOf(CAP)).toBe(2_000_001n);
    await club.clock.forward(24 * HOUR_MS - 1);
    expect(await roomOf(CAP)).toBe(2_000_001n);
    await club.clock.forward(1);
    expect(await roomOf(CAP)).toBe(CAP);
  });

  test('is what the provider named when it was asked, once its signed message credits it', async () => {
    const topUp = await start();
    const event = paidIn(topUp, AMOUNT);
    wallet.provider.known.set(topUp, [event]);
    await club.clock.forward(90 * 60_000);
    await lookUpTopUps(wallet.jobs);
    expect(await paymentsOf(topUp)).toMatchObject([{ state: 'review', reason: 'unsigned' }]);
    await hear(club, wallet, event);
    expect(await available()).toBe(AMOUNT);
    expect(await roomOf(CAP)).toBe(3_000_000n);
    await club.clock.forward(24 * HOUR_MS);
    expect(await roomOf(CAP)).toBe(CAP);
  });

  test('is neither what went back, nor a page that was declined, nor anything of a neighbour in the bucket', async () => {
    const neighbour = await club.member({ credits: 0n, bucket: mira.bucket });
    await start(AMOUNT, neighbour);
    const credited = await start(AMOUNT, neighbour);
    await hear(club, wallet, paidIn(credited, AMOUNT));
    const declined = await start();
    await hear(club, wallet, saying('declined', declined));
    const back = await start();
    await hear(club, wallet, paidIn(back, AMOUNT - 1n));
    const [payment] = await paymentsOf(back);
    await refundPaymentAs(club, wallet.payments, mira, payment?.id ?? '', VERDICT);
    expect(await roomOf(CAP)).toBe(3_000_000n);
    await hear(club, wallet, saying('refunded', payment?.id ?? ''));
    expect(await roomOf(CAP)).toBe(CAP);
    expect(await roomOf(CAP, neighbour)).toBe(2_000_000n);
  });

  test('leaves nothing, and never less, where a cap is lower than what came; a house may have none', async () => {
    await hear(club, wallet, paidIn(await start(), AMOUNT));
    expect(await roomOf(AMOUNT)).toBe(0n);
    expect(await roomOf(AMOUNT - 500_000n)).toBe(0n);
    expect(await roomOf(null)).toBe(5_000_000n);
  });
});

test('is the least of what the rule, the provider and every cap allow', async () => {
  const rule = { ...(await readRule(club.db)), topUpMin: 1_000n, topUpMax: 5_000_000n, topUpDayMax: 10_000_000n };
  const room = (limits: { min: bigint; max: bigint }, caps: DepositCap[]) =>
    readTopUpRoom(club.db, mira, rule, { limits }, async () => caps);
  const wide = { min: 1n, max: 10n ** 9n };
  expect(await room(wide, [])).toEqual({ min: 1_000n, max: 5_000_000n });
  expect(await room({ min: 2_000n, max: 4_000_000n }, [])).toEqual({ min: 2_000n, max: 4_000_000n });
  const caps = [
    { hours: 24, max: 3_000_000n },
    { hours: 168, max: 9_000_000n },
  ];
  expect(await room(wide, caps)).toEqual({ min: 1_000n, max: 3_000_000n });
});

test('in a house without a cap what is paid late is credited, however much came before', async () => {
  await club.owner.query('update payments.rule set top_up_day_max = null');
  const late = await start();
  await hear(club, wallet, saying('declined', late));
  for (let count = 0; count < 3; count++) await hear(club, wallet, paidIn(await start(5_000_000n), 5_000_000n));
  await hear(club, wallet, paidIn(late, AMOUNT));
  expect(await available()).toBe(15_000_000n + AMOUNT);
  await club.owner.query('update payments.rule set top_up_day_max = 10000000');
});

test('what is paid late is credited up to the very cap', async () => {
  const late = await start();
  await hear(club, wallet, saying('declined', late));
  await hear(club, wallet, paidIn(await start(5_000_000n), 5_000_000n));
  await hear(club, wallet, paidIn(await start(4_000_000n), 4_000_000n));
  await hear(club, wallet, paidIn(late, AMOUNT));
  expect((await readTopUp(club.db, mira, late)).state).toBe('credited');
  expect(await available()).toBe(10_000_000n);
});

describe('a page that was open when the member’s own cap was set', () => {
  const within = (max: bigint) => ({
    ...wallet,
    payments: { ...wallet.payments, memberCaps: async () => [{ hours: 24, max }] },
  });

  test('brings in as much as the cap allows, and other open pages take no room', async () => {
    const [one, other] = [await start(), await start()];
    await hear(club, within(AMOUNT), paidIn(one, AMOUNT));
    expect(await available()).toBe(AMOUNT);
    await hear(club, within(2n * AMOUNT - 1n), paidIn(other, AMOUNT));
    expect(await paymentsOf(other)).toMatchObject([{ state: 'review', reason: 'cap' }]);
    expect(await available()).toBe(AMOUNT);
  });
});

describe('a payment that the provider named when it was asked', () => {
  async function unsigned() {
    const topUp = await start();
    const event = paidIn(topUp, AMOUNT);
    if (event.kind !== 'paid-in') throw new Error('no payment');
    wallet.provider.known.set(topUp, [event]);
    await club.clock.forward(90 * 60_000);
    await lookUpTopUps(wallet.jobs);
    return { topUp, event };
  }

  test('is not credited by a message that names it for another top-up', async () => {
    const { topUp, event } = await unsigned();
    const other = await start();
    const message = paidIn(other, AMOUNT, { providerRef: event.providerRef });
    await hear(club, wallet, message);
    expect(await outcomeOf(club, message)).toBe('known');
    expect(await paymentsOf(topUp)).toMatchObject([{ state: 'review', reason: 'unsigned' }]);
    expect(await paymentsOf(other)).toEqual([]);
    expect(await available()).toBe(0n);
  });

  test('is not credited by a message in another currency: people are told', async () => {
    const { topUp, event } = await unsigned();
    const message = paidIn(topUp, AMOUNT, { providerRef: event.providerRef, currency: 'EUR' });
    await hear(club, wallet, message);
    expect(await outcomeOf(club, message)).toBe('other-sum');
    expect(await paymentsOf(topUp)).toMatchObject([{ state: 'review', reason: 'unsigned' }]);
    expect(await available()).toBe(0n);
  });

  test('is not credited once it is on its way back', async () => {
    const { topUp, event } = await unsigned();
    const [payment] = await paymentsOf(topUp);
    await refundPaymentAs(club, wallet.payments, mira, payment?.id ?? '', VERDICT);
    await hear(club, wallet, event);
    expect(await outcomeOf(club, event)).toBe('known');
    expect(await paymentsOf(topUp)).toMatchObject([{ state: 'refunding', reason: 'unsigned' }]);
    expect(await available()).toBe(0n);
  });
});

test.each(['PL', 'play', 'PLAY1', 'PLAYPLAYP', 'PLAY**', '*'])('money in “%s” is no payment', async (currency) => {
  const topUp = await start();
  const message = paidIn(topUp, AMOUNT, { currency });
  await hear(club, wallet, message);
  expect(await outcomeOf(club, message)).toBe('bad-amount');
  expect(await paymentsOf(topUp)).toEqual([]);
});

test('a payment claims its name for its own provider alone', async () => {
  const topUp = await start();
  const event = paidIn(topUp, AMOUNT, { providerRef: 'pay-of-two-providers' });
  await transaction(club.db, (tx) =>
    tx.q
      .insertInto('payments.payment_claim')
      .values({ provider: 'another', provider_ref: 'pay-of-two-providers', payment_id: topUp })
      .execute(),
  );
  await hear(club, wallet, event);
  expect(await available()).toBe(AMOUNT);
});
