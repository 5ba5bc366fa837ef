import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import { reconcile } from '../../../src/ledger/reconcile.ts';
import { refundUnsettled, sendRefunds } from '../../../src/payments/incoming/refunds.ts';
import { handleDueEvents } from '../../../src/payments/provider/events.ts';
import { ProviderFailure } from '../../../src/payments/provider/provider.ts';
import { readPaymentFigures } from '../../../src/payments/provider/unmatched.ts';
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
});
afterAll(async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
  wallet.close();
  await club.close();
});

async function paymentOf(): Promise<{ id: string; state: string; ref: string | null; endedAt: Date | null }> {
  const { rows } = await club.pool.query(
    'select id, state, refund_ref as ref, ended_at as "endedAt" from payments.payment where top_up_id = $1',
    [topUpId],
  );
  return rows[0];
}

describe.each(['capture-failed', 'charged-back'] as const)('money that is %s after it was credited', (kind) => {
  test('leaves the balance as it is, and is counted for people to look at', async () => {
    await hear(club, wallet, paidIn(topUpId, AMOUNT));
    const before = (await readPaymentFigures(club.api)).unmatched[kind];
    const event = saying(kind, topUpId);
    const reports: string[] = [];
    const payments = { ...wallet.payments, onUnmatched: (_: string, outcome: string) => void reports.push(outcome) };
    await hear(club, { ...wallet, payments }, event, event);
    expect(await outcomeOf(club, event)).toBe(kind);
    expect((await readPaymentFigures(club.api)).unmatched[kind]).toBe(before + 1);
    expect(reports).toEqual([kind]);
    expect((await balanceOf(club.db, mira)).available).toBe(AMOUNT);
    expect((await readTopUp(club.db, mira, topUpId)).state).toBe('credited');
    expect(await messageKindsOf(club, mira), 'a machine says nothing of it').toEqual(['top-up-credited']);
  });

  test('of a reference that is no top-up’s fits nothing', async () => {
    await hear(club, wallet, paidIn(topUpId, AMOUNT - 1n));
    const { id } = await paymentOf();
    await refundPaymentAs(club, wallet.payments, mira, id, VERDICT);
    const event = saying(kind, id);
    await hear(club, wallet, event);
    expect(await outcomeOf(club, event)).toBe('unknown-reference');
  });
});

describe('a refund that the provider says has failed', () => {
  let id: string;
  beforeEach(async () => {
    await hear(club, wallet, paidIn(topUpId, AMOUNT - 1n));
    ({ id } = await paymentOf());
    await refund();
    expect(await send()).toBe(1);
  });
  const refund = () => refundPaymentAs(club, wallet.payments, mira, id, VERDICT);
  const send = () => sendRefunds(wallet.jobs);

  test.each(['refunding', 'refunded'])(
    'puts a payment that is %s back in review, and nothing is posted',
    async (from) => {
      if (from === 'refunded') await hear(club, wallet, saying('refunded', id));
      expect((await paymentOf()).state).toBe(from);
      const before = (await readPaymentFigures(club.api)).unmatched['refund-failed'];
      const [event, again] = [saying('refund-failed', id), saying('refund-failed', id)];
      await Promise.all([hear(club, wallet, event), hear(club, wallet, event)]);
      await hear(club, wallet, again);
      expect([await outcomeOf(club, event), await outcomeOf(club, again)]).toEqual(['refund-failed', 'known']);
      expect((await readPaymentFigures(club.api)).unmatched['refund-failed']).toBe(before + 1);
      expect(await paymentOf()).toMatchObject({ state: 'review', endedAt: null });
      expect(await readTopUp(club.db, mira, topUpId)).toMatchObject({ state: 'review', endedAt: null });
      expect(await balanceOf(club.db, mira)).toMatchObject({ available: 0n, cash: 0n });
      const reported = from === 'refunded' ? ['top-up-review', 'top-up-refunded'] : ['top-up-review'];
      expect(await messageKindsOf(club, mira)).toEqual([...reported, 'top-up-review']);
    },
  );

  test('goes out again 72 hours later under another reference, and ends by that one alone', async () => {
    await hear(club, wallet, saying('refund-failed', id));
    await club.clock.forward(72 * HOUR_MS - 1);
    expect(await refundUnsettled(wallet.jobs)).toBe(0);
    await club.clock.forward(1);
    expect(await refundUnsettled(wallet.jobs)).toBe(1);
    expect(await send()).toBe(1);
    const { ref } = await paymentOf();
    expect(ref).not.toBe(null);
    expect(ref).not.toBe(id);
    expect(wallet.provider.refunds.get(ref ?? '')).toMatchObject({ amount: AMOUNT - 1n });
    const late = saying('refunded', id);
    await hear(club, wallet, late);
    expect(await outcomeOf(club, late), 'the one that had failed').toBe('contradicted');
    expect((await paymentOf()).state).toBe('refunding');
    await hear(club, wallet, saying('refunded', ref ?? ''));
    expect((await paymentOf()).state).toBe('refunded');
  });

  test('waits anew for the log to be kept: what was kept of the first asking is not of the second', async () => {
    await hear(club, wallet, saying('refund-failed', id));
    await refund();
    const requests: string[] = [];
    const walArchive: WalArchive = {
      async archivedOf(ids) {
        requests.push(...ids);
        return new Set(ids.filter((one) => one === id));
      },
    };
    expect(await sendRefunds({ ...wallet.jobs, walArchive })).toBe(0);
    expect(requests).toEqual([(await paymentOf()).ref]);
  });

  test('can be credited by finance, once', async () => {
    await hear(club, wallet, saying('refunded', id), saying('refund-failed', id));
    await creditAs(club, wallet.payments, mira, id, VERDICT);
    const event = saying('refund-failed', (await paymentOf()).ref ?? '');
    await hear(club, wallet, event);
    expect((await balanceOf(club.db, mira)).available).toBe(AMOUNT - 1n);
    expect((await paymentOf()).state).toBe('credited');
  });

  test('is heard of by asking, too, and by its top-up’s reference it is for people alone', async () => {
    const event = saying('refund-failed', topUpId);
    await hear(club, wallet, event);
    expect(await outcomeOf(club, event)).toBe('refund-failed');
    expect((await paymentOf()).state).toBe('refunding');
    wallet.provider.known.set(topUpId, [saying('refund-failed', id)]);
    await club.clock.forward(HOUR_MS);
    expect(await send()).toBe(1);
    await handleDueEvents(wallet.jobs);
    expect((await paymentOf()).state).toBe('review');
  });

  test('after the provider refused it for good keeps its time', async () => {
    wallet.provider.fault = () => {
      throw new ProviderFailure('test: no', { final: true });
    };
    await club.clock.forward(HOUR_MS);
    await expect(send()).rejects.toThrow('no');
    await hear(club, wallet, saying('refund-failed', id));
    expect(await paymentOf()).toMatchObject({ state: 'review', ref: expect.not.stringMatching(id) });
    await club.clock.forward(24 * HOUR_MS);
    expect(await refundUnsettled(wallet.jobs)).toBe(1);
  });
});
