import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../../src/db/transaction.ts';
import { HOUR_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import { reconcile } from '../../../src/ledger/reconcile.ts';
import { refundUnsettled, sendRefunds } from '../../../src/payments/incoming/refunds.ts';
import { creditInReview } from '../../../src/payments/incoming/settle-payment.ts';
import type { CardFunding } from '../../../src/payments/provider/payer.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { balanceOf } from '../../kit/money.ts';
import { nameMember } from '../../kit/persons.ts';
import { paidIn, saying } from '../../kit/provider.ts';
import { hear, messageKindsOf, openWallet, outcomeOf, startOne, type TestWallet } from '../../kit/wallet.ts';

const AMOUNT = 10_000n;

let club: Club;
let wallet: TestWallet;
let mira: Identity;
let topUpId: string;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
});
beforeEach(async () => {
  wallet.payments.refusesCreditCards = false;
  mira = await club.member({ credits: 0n });
  await nameMember(club.api, mira);
  topUpId = await startOne(wallet, mira, AMOUNT);
});
afterAll(async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
  wallet.close();
  await club.close();
});

async function pay(by: { payer?: string; funding?: CardFunding }): Promise<string | null> {
  const event = paidIn(topUpId, AMOUNT, by);
  await hear(club, wallet, event);
  return outcomeOf(club, event);
}

async function payment() {
  const { rows } = await club.pool.query('select id, state, reason, payer from payments.payment where top_up_id = $1', [
    topUpId,
  ]);
  return rows[0];
}

const available = async () => (await balanceOf(club.db, mira)).available;

describe('the payer of a top-up', () => {
  test.each([undefined, 'Ana Petrova', 'ANA PETROVA', 'PETROVA ANA', 'Petrova, Ana'])(
    '%s is the member, or is not stated: the payment is credited',
    async (payer) => {
      expect(await pay(payer === undefined ? {} : { payer })).toBe('credited');
      expect(await payment()).toMatchObject({ reason: null, payer: null });
    },
  );

  test('is another person: staff see both names and decide, and nobody deciding sends it back', async () => {
    expect(await pay({ payer: 'Boris Ivanov' })).toBe('review');
    expect(await payment()).toMatchObject({ state: 'review', reason: 'payer', payer: 'Boris Ivanov' });
    expect(await available()).toBe(0n);
    expect(await messageKindsOf(club, mira)).toEqual(['top-up-review']);
    await club.clock.forward(71 * HOUR_MS);
    expect(await refundUnsettled(wallet.jobs)).toBe(0);
    await club.clock.forward(2 * HOUR_MS);
    expect(await refundUnsettled(wallet.jobs)).toBe(1);
  });
});

describe('a credit card', () => {
  test('is taken where the house does not refuse it, and so is a debit card where it does', async () => {
    expect(await pay({ funding: 'credit' })).toBe('credited');
    wallet.payments.refusesCreditCards = true;
    topUpId = await startOne(wallet, mira, AMOUNT);
    expect(await pay({ funding: 'debit' })).toBe('credited');
    topUpId = await startOne(wallet, mira, AMOUNT);
    expect(await pay({}), 'the provider does not say').toBe('credited');
  });

  test('goes back at once where the house refuses it, and staff cannot credit it', async () => {
    wallet.payments.refusesCreditCards = true;
    expect(await pay({ funding: 'credit', payer: 'Ana Petrova' })).toBe('review');
    const { id, reason } = await payment();
    expect(reason).toBe('credit-card');
    expect(await messageKindsOf(club, mira)).toEqual(['top-up-credit-card']);
    const verdict = { staffId: id, why: 'a slip of the hand' };
    await expect(
      transaction(club.api, (tx) => creditInReview(tx, wallet.payments, mira, id, verdict)),
    ).rejects.toMatchObject({ code: 'refund-only' });
    expect(await refundUnsettled(wallet.jobs)).toBe(1);
    expect(await sendRefunds(wallet.jobs)).toBeGreaterThan(0);
    expect(wallet.provider.refunds.get(id)).toMatchObject({ amount: AMOUNT });
    await hear(club, wallet, saying('refunded', id));
    expect([await available(), (await payment()).state]).toEqual([0n, 'refunded']);
  });
});
