import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../../src/db/transaction.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import { reconcile } from '../../../src/ledger/reconcile.ts';
import { listPayments } from '../../../src/payments/incoming/payments.ts';
import { refundUnsettled, sendRefunds } from '../../../src/payments/incoming/refunds.ts';
import { refundDecided, refundInReview } from '../../../src/payments/incoming/settle-payment.ts';
import { handleDueEvents } from '../../../src/payments/provider/events.ts';
import { type ProviderEvent, ProviderFailure } from '../../../src/payments/provider/provider.ts';
import { lookUpTopUps } from '../../../src/payments/top-ups/poll-top-ups.ts';
import { readTopUp } from '../../../src/payments/top-ups/top-ups.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { creditAs, refundPaymentAs } from '../../kit/decisions.ts';
import { untilSomebodyWaits } from '../../kit/locks.ts';
import { balanceOf } from '../../kit/money.ts';
import { paidIn, saying } from '../../kit/provider.ts';
import { ADA } from '../../kit/staff.ts';
import { hear, messageKindsOf, openWallet, outcomeOf, startOne, type TestWallet } from '../../kit/wallet.ts';

const AMOUNT = 10_000n;
/** The checkout page is open for 30 minutes; the payment is taken an hour after that. */
const TAKEN_AFTER_MS = 90 * MINUTE_MS;
const VERDICT = { staffId: ADA, why: 'the provider’s report has it' };

let club: Club;
let wallet: TestWallet;
let mira: Identity;
let id: string;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
});
beforeEach(async () => {
  wallet.provider.fault = null;
  mira = await club.member({ credits: 0n });
  id = await startOne(wallet, mira, AMOUNT);
});
afterAll(async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
  wallet.close();
  await club.close();
});

const look = () => lookUpTopUps(wallet.jobs);
const stateOf = async () => (await readTopUp(club.db, mira, id)).state;
const available = async () => (await balanceOf(club.db, mira)).available;
const paymentIs = async () => (await payments()).map(({ state, reason }) => [state, reason]);

/** A payment whose webhook never arrives. */
const paid = (amount = AMOUNT) => paidIn(id, amount) as Extract<ProviderEvent, { kind: 'paid-in' }>;

async function payments(): Promise<{ id: string; state: string; reason: string | null; nextAt: Date }[]> {
  const { rows } = await club.pool.query(
    'select id, state, reason, next_at as "nextAt" from payments.payment where top_up_id = $1 order by at, id',
    [id],
  );
  return rows;
}

/** Brings a payment into review by the provider's answer alone. Returns its id. */
async function unsigned(...events: ProviderEvent[]): Promise<string> {
  wallet.provider.known.set(id, events);
  await club.clock.forward(TAKEN_AFTER_MS);
  await look();
  const [first] = await payments();
  if (first === undefined) throw new Error('no payment was taken');
  expect(first).toMatchObject({ state: 'review', reason: 'unsigned' });
  return first.id;
}

const credit = (paymentId: string) => creditAs(club, wallet.payments, mira, paymentId, VERDICT);

describe('a payment that the provider names when it is asked, and of which no message comes', () => {
  test('waits in review from an hour after the page’s end on, and not before', async () => {
    const event = paid();
    wallet.provider.known.set(id, [saying('declined', id), event]);
    await club.clock.forward(TAKEN_AFTER_MS - 1);
    expect(await look()).toBe(1);
    expect(await payments()).toEqual([]);
    expect(await stateOf(), 'what went wrong before it was paid ends nothing').toBe('pending');
    await club.clock.forward(HOUR_MS);
    expect(await look()).toBe(1);
    expect(await paymentIs()).toEqual([['review', 'unsigned']]);
    expect(await stateOf()).toBe('review');
    expect(await available(), 'an answer is no signed message').toBe(0n);
    expect(await messageKindsOf(club, mira)).toEqual(['top-up-review']);
    await club.clock.forward(24 * HOUR_MS);
    expect(await look(), 'it is looked at by people now').toBe(0);
    const { items } = await listPayments(club.db, { state: 'review', limit: 100 });
    expect(items.at(-1)).toMatchObject({ topUpId: id, reason: 'unsigned', received: { amount: AMOUNT } });
  });

  test('is credited by finance, once: its message then changes nothing', async () => {
    const event = paid();
    const payment = await unsigned(event);
    expect(await credit(payment)).toMatchObject({ waiting: false });
    await hear(club, wallet, event, paidIn(id, AMOUNT, { providerRef: event.providerRef }));
    expect(await outcomeOf(club, event)).toBe('known');
    expect(await available()).toBe(AMOUNT);
    expect(await paymentIs()).toEqual([['credited', 'unsigned']]);
  });

  test('is for people again where it was credited and its message then names another sum', async () => {
    const event = paid();
    await credit(await unsigned(event));
    const stated = paidIn(id, AMOUNT - 1n, { providerRef: event.providerRef });
    await hear(club, wallet, stated);
    expect(await outcomeOf(club, stated)).toBe('other-sum');
    expect(await available()).toBe(AMOUNT);
  });

  test('goes back by itself after 72 hours, and its message then changes nothing', async () => {
    const event = paid();
    const payment = await unsigned(event);
    await club.clock.forward(72 * HOUR_MS);
    await refundUnsettled(wallet.jobs);
    await sendRefunds(wallet.jobs);
    expect(wallet.provider.refunds.get(payment)).toMatchObject({ providerRef: event.providerRef, amount: AMOUNT });
    await hear(club, wallet, event);
    expect(await paymentIs()).toEqual([['refunding', 'unsigned']]);
    await hear(club, wallet, saying('refunded', payment), paidIn(id, AMOUNT, { providerRef: event.providerRef }));
    expect(await paymentIs()).toEqual([['refunded', 'unsigned']]);
    expect(await available()).toBe(0n);
  });

  test('is not taken for signed because the provider names it once more when its refund is asked about', async () => {
    const event = paid();
    const payment = await unsigned(event);
    await refundPaymentAs(club, wallet.payments, mira, payment, VERDICT);
    await sendRefunds(wallet.jobs);
    await club.clock.forward(HOUR_MS);
    await sendRefunds(wallet.jobs);
    wallet.provider.fault = (act) => {
      if (act === 'refund') throw new ProviderFailure('test: never', { final: true });
    };
    await club.clock.forward(HOUR_MS);
    await expect(sendRefunds(wallet.jobs)).rejects.toMatchObject({ final: true });
    await handleDueEvents(wallet.jobs);
    expect(await paymentIs()).toEqual([['review', 'unsigned']]);
    expect(await available()).toBe(0n);
    wallet.provider.fault = null;
    await hear(club, wallet, event);
    expect(await available(), 'the signed message is another thing').toBe(AMOUNT);
  });

  test('of amounts that cannot be, or of another top-up, is not taken', async () => {
    const other = paidIn(await startOne(wallet, await club.member({ credits: 0n }), AMOUNT), AMOUNT);
    wallet.provider.known.set(id, [{ ...paid(), amount: 0n }, { ...paid(), currency: 'not one' }, other]);
    await club.clock.forward(TAKEN_AFTER_MS);
    await look();
    expect(await payments()).toEqual([]);
    expect(await stateOf()).toBe('pending');
  });
});

describe('its signed message, when it comes at last', () => {
  test('credits it as an ordinary top-up, however often it comes', async () => {
    const event = paid();
    await unsigned(event);
    const again = paidIn(id, AMOUNT, { providerRef: event.providerRef });
    await Promise.all([hear(club, wallet, event), hear(club, wallet, event), hear(club, wallet, again)]);
    expect(await available()).toBe(AMOUNT);
    expect(await paymentIs()).toEqual([['credited', null]]);
    expect(await stateOf()).toBe('credited');
    const { rows } = await club.pool.query('select kind::text from ledger.transfer where member_id = $1', [
      mira.memberId,
    ]);
    expect(rows).toEqual([{ kind: 'top-up' }]);
    expect(await messageKindsOf(club, mira)).toEqual(['top-up-review', 'top-up-credited']);
    const [stored] = await payments();
    await expect(credit(stored?.id ?? '')).rejects.toMatchObject({ code: 'too-late' });
  });

  test('with another sum than the answer had changes nothing, and is told', async () => {
    const event = paid();
    await unsigned(event);
    const other = paidIn(id, AMOUNT - 1n, { providerRef: event.providerRef });
    const currency = paidIn(id, AMOUNT, { providerRef: event.providerRef, currency: 'EUR' });
    await hear(club, wallet, other, currency);
    expect([await outcomeOf(club, other), await outcomeOf(club, currency)]).toEqual(['other-sum', 'other-sum']);
    expect(await paymentIs()).toEqual([['review', 'unsigned']]);
    expect(await available()).toBe(0n);
  });

  test('leaves one that does not fit its top-up in review, for that reason and with its time', async () => {
    const event = paid(AMOUNT - 1n);
    await unsigned(event);
    const [before] = await payments();
    await hear(club, wallet, event);
    expect(await outcomeOf(club, event)).toBe('review');
    expect(await payments()).toEqual([{ ...before, reason: 'amount' }]);
    expect(await available()).toBe(0n);
  });

  test('leaves one beyond a cap that the member has set since in review', async () => {
    const event = paid();
    await unsigned(event);
    const memberCaps = async () => [{ hours: 24, max: AMOUNT - 1n }];
    await hear(club, { ...wallet, payments: { ...wallet.payments, memberCaps } }, event);
    expect(await paymentIs()).toEqual([['review', 'cap']]);
    const again = paidIn(id, AMOUNT, { providerRef: event.providerRef });
    await hear(club, wallet, again);
    expect(await outcomeOf(club, again), 'it had its one chance').toBe('known');
    expect(await available()).toBe(0n);
  });

  test.each([
    ['credits it where its room was kept', false, ['credited', null]],
    ['finds its room taken where it had gone back meanwhile', true, ['review', 'cap']],
  ])('%s', async (_, wentBack, ends) => {
    const event = paid();
    const payment = await unsigned(event);
    if (wentBack) {
      await refundPaymentAs(club, wallet.payments, mira, payment, VERDICT);
      await hear(club, wallet, saying('refunded', payment), saying('refund-failed', payment));
    }
    await startOne(wallet, mira, AMOUNT);
    const memberCaps = async () => [{ hours: 24, max: AMOUNT }];
    await hear(club, { ...wallet, payments: { ...wallet.payments, memberCaps } }, event);
    expect(await paymentIs()).toEqual([ends]);
  });

  test('of two payments credits one; the other is a second one', async () => {
    const [one, two] = [paid(), paid()];
    await unsigned(one, two);
    expect(await paymentIs()).toEqual([
      ['review', 'unsigned'],
      ['review', 'unsigned'],
    ]);
    await Promise.all([hear(club, wallet, one), hear(club, wallet, two)]);
    expect((await paymentIs()).sort()).toEqual([
      ['credited', null],
      ['review', 'second'],
    ]);
    expect(await available()).toBe(AMOUNT);
  });

  test('and the answer at the same moment count once', async () => {
    const event = paid();
    wallet.provider.known.set(id, [event]);
    await club.clock.forward(TAKEN_AFTER_MS);
    await Promise.all([look(), hear(club, wallet, event), look(), hear(club, wallet, event)]);
    expect(await available()).toBe(AMOUNT);
    expect(await paymentIs()).toEqual([['credited', null]]);
  });

  test('waits for whoever settles it, and then finds it settled', async () => {
    const event = paid();
    const payment = await unsigned(event);
    let hearing = Promise.resolve();
    await transaction(club.api, (tx) => refundInReview(tx, wallet.payments, mira, payment, VERDICT));
    await transaction(club.jobs, async (tx) => {
      await refundDecided(tx, wallet.jobs, mira, payment, VERDICT.staffId);
      hearing = hear(club, wallet, event);
      await untilSomebodyWaits(club.owner);
    });
    await hearing;
    expect(await outcomeOf(club, event)).toBe('known');
    expect(await paymentIs()).toEqual([['refunding', 'unsigned']]);
    expect(await available()).toBe(0n);
  });

  test('under another name than the answer’s is credited, and what the answer named can only go back', async () => {
    const payment = await unsigned(paid());
    await hear(club, wallet, paid());
    expect(await available()).toBe(AMOUNT);
    await expect(credit(payment)).rejects.toMatchObject({ code: 'refund-only' });
    expect(await available()).toBe(AMOUNT);
  });
});
