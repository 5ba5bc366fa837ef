import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import { reconcile } from '../../../src/ledger/reconcile.ts';
import { refundUnsettled, sendRefunds } from '../../../src/payments/incoming/refunds.ts';
import { handleDueEvents } from '../../../src/payments/provider/events.ts';
import { ProviderFailure } from '../../../src/payments/provider/provider.ts';
import { readTopUp } from '../../../src/payments/top-ups/top-ups.ts';
import type { WalArchive } from '../../../src/payments/wal-archive.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { creditAs, refundPaymentAs } from '../../kit/decisions.ts';
import { balanceOf } from '../../kit/money.ts';
import { paidIn, saying } from '../../kit/provider.ts';
import { ADA } from '../../kit/staff.ts';
import { hear, messageKindsOf, openWallet, outcomeOf, startOne, type TestWallet } from '../../kit/wallet.ts';

const AMOUNT = 10_000n;
const VERDICT = { staffId: ADA, why: 'test' };

let club: Club;
let wallet: TestWallet;
let mira: Identity;
let topUpId: string;
let id: string;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
});
beforeEach(async () => {
  wallet.provider.fault = null;
  // Close the open payments of earlier tests.
  await club.owner.query(`update payments.payment set state = 'refunded' where state in ('review', 'refunding')`);
  mira = await club.member({ credits: 0n });
  topUpId = await startOne(wallet, mira, AMOUNT);
  await hear(club, wallet, paidIn(topUpId, AMOUNT - 1n, { providerRef: `pay-${topUpId}` }));
  const { rows } = await club.pool.query('select id from payments.payment where top_up_id = $1', [topUpId]);
  id = rows[0].id;
});
afterAll(async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
  wallet.close();
  await club.close();
});

const stateOf = async () =>
  (await club.pool.query('select state from payments.payment where id = $1', [id])).rows[0].state;
const topUpState = async () => (await readTopUp(club.db, mira, topUpId)).state;
const send = () => sendRefunds(wallet.jobs);
const refund = () => refundPaymentAs(club, wallet.payments, mira, id, VERDICT);
const credit = () => creditAs(club, wallet.payments, mira, id, VERDICT);

describe('a refund', () => {
  test('is asked of the provider with what it took, and ends by the provider’s word', async () => {
    await refund();
    expect(await send()).toBe(1);
    const [providerRef, currency] = [`pay-${topUpId}`, 'PLAY'];
    expect(wallet.provider.refunds.get(id)).toEqual({
      ...{ reference: id, providerRef, amount: AMOUNT - 1n, currency, exponent: 2 },
    });
    expect(await stateOf()).toBe('refunding');
    await hear(club, wallet, saying('refunded', id));
    expect(await stateOf()).toBe('refunded');
    expect(await topUpState()).toBe('refunded');
    expect(await balanceOf(club.db, mira)).toMatchObject({ available: 0n, cash: 0n });
    expect(await messageKindsOf(club, mira)).toEqual(['top-up-review', 'top-up-refunded']);
    await club.clock.forward(24 * HOUR_MS);
    expect(await send()).toBe(0);
  });

  test('is told once, however often the provider says so', async () => {
    await refund();
    await Promise.all([1, 2, 3].map(() => hear(club, wallet, saying('refunded', id))));
    expect(await messageKindsOf(club, mira)).toEqual(['top-up-review', 'top-up-refunded']);
  });

  test('goes out once the log that asks for it is kept elsewhere: a restore would put its payment in review', async () => {
    await refund();
    const stored = new Set<string>();
    const requests: string[] = [];
    const walArchive: WalArchive = {
      async archivedOf(ids, asker) {
        requests.push(asker);
        return new Set(ids.filter((one) => stored.has(one)));
      },
    };
    const sendCached = () => sendRefunds({ ...wallet.jobs, walArchive });
    expect(await sendCached()).toBe(0);
    expect(wallet.provider.refunds.has(id)).toBe(false);
    stored.add(id);
    expect(await sendCached(), 'it was not put off meanwhile').toBe(1);
    expect(wallet.provider.refunds.has(id)).toBe(true);
    expect(new Set(requests)).toEqual(new Set(['refunds']));
  });

  test('of two processes only one asks at a time', async () => {
    await refund();
    const { refunds } = wallet.provider.asked;
    expect((await Promise.all([send(), send(), send()])).sort()).toEqual([0, 0, 1]);
    expect(wallet.provider.asked.refunds).toBe(refunds + 1);
  });

  test('is asked for again while the provider does not answer, or its word is lost', async () => {
    await refund();
    wallet.provider.fault = () => {
      throw new ProviderFailure('test: no answer');
    };
    await expect(send()).rejects.toThrow('no answer');
    expect(await send(), 'not at once').toBe(0);
    wallet.provider.fault = null;
    wallet.provider.known.set(topUpId, [saying('refunded', id)]);
    await club.clock.forward(MINUTE_MS);
    expect(await send()).toBe(1);
    await handleDueEvents(wallet.jobs);
    expect(await stateOf()).toBe('refunded');
  });

  test('that the provider refuses for good is a person’s again, and tried once more a day later', async () => {
    await refund();
    wallet.provider.fault = () => {
      throw new ProviderFailure('test: no', { final: true });
    };
    await expect(send()).rejects.toThrow('no');
    expect(await stateOf()).toBe('review');
    expect(await refundUnsettled(wallet.jobs)).toBe(0);
    await club.clock.forward(24 * HOUR_MS);
    expect(await refundUnsettled(wallet.jobs)).toBe(1);
    await expect(send()).rejects.toThrow('no');
    await credit();
    expect(await stateOf()).toBe('credited');
    expect((await balanceOf(club.db, mira)).available).toBe(AMOUNT - 1n);
  });

  test('of what was credited changes nothing, and shows', async () => {
    await credit();
    await club.owner.query(`insert into payments.reference values ($1, $2, $3, 'payment')`, [
      id,
      mira.bucket,
      mira.memberId,
    ]);
    const event = saying('refunded', id);
    await hear(club, wallet, event);
    expect(await outcomeOf(club, event)).toBe('credited-before');
    expect(await stateOf()).toBe('credited');
  });
});

describe('a payment that nobody settles', () => {
  test('goes back by itself after 72 hours, and not before', async () => {
    await club.clock.forward(72 * HOUR_MS - 1);
    expect(await refundUnsettled(wallet.jobs)).toBe(0);
    await club.clock.forward(1);
    const twice = await Promise.all([refundUnsettled(wallet.jobs), refundUnsettled(wallet.jobs)]);
    expect(twice.sort()).toEqual([0, 1]);
    expect(await send()).toBe(1);
    await hear(club, wallet, saying('refunded', id));
    expect(await topUpState()).toBe('refunded');
  });

  test('of which only one person said that it be credited goes back too', async () => {
    const large = await startOne(wallet, mira, AMOUNT);
    await hear(club, wallet, paidIn(large, 3_000_000n));
    const { rows } = await club.pool.query('select id from payments.payment where top_up_id = $1', [large]);
    await credit();
    const { waiting } = await creditAs(club, wallet.payments, mira, rows[0].id, VERDICT);
    expect(waiting).toBe(true);
    await club.clock.forward(72 * HOUR_MS);
    expect(await refundUnsettled(wallet.jobs)).toBe(1);
    expect((await balanceOf(club.db, mira)).available).toBe(AMOUNT - 1n);
  });
});

describe('a top-up with several payments', () => {
  test('that was refunded is credited by one that fits and comes later', async () => {
    await refund();
    await hear(club, wallet, saying('refunded', id));
    await hear(club, wallet, paidIn(topUpId, AMOUNT));
    expect(await topUpState()).toBe('credited');
    expect((await balanceOf(club.db, mira)).available).toBe(AMOUNT);
  });

  test('stays credited when its second payment goes back', async () => {
    await hear(club, wallet, paidIn(topUpId, AMOUNT));
    await refund();
    await hear(club, wallet, saying('refunded', id));
    expect(await topUpState()).toBe('credited');
    expect((await balanceOf(club.db, mira)).available).toBe(AMOUNT);
    expect(await messageKindsOf(club, mira)).toEqual(['top-up-review', 'top-up-credited', 'top-up-refunded']);
  });

  test('that the staff credited takes no other payment by itself', async () => {
    await credit();
    await hear(club, wallet, paidIn(topUpId, AMOUNT));
    expect((await balanceOf(club.db, mira)).available).toBe(AMOUNT - 1n);
    const { rows } = await club.pool.query(
      `select reason from payments.payment where top_up_id = $1 and state = 'review'`,
      [topUpId],
    );
    expect(rows).toEqual([{ reason: 'second' }]);
  });
});
