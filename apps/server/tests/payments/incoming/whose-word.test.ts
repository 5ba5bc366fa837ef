import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/db/ids.ts';
import { transaction } from '../../../src/db/transaction.ts';
import { MINUTE_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import { reconcile } from '../../../src/ledger/reconcile.ts';
import { failRefund, finishRefund, sendRefunds } from '../../../src/payments/incoming/refunds.ts';
import { handleEvents } from '../../../src/payments/provider/events.ts';
import type { ProviderEvent } from '../../../src/payments/provider/provider.ts';
import { sendDuePayouts } from '../../../src/payments/withdrawals/send-payouts.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { refundPaymentAs } from '../../kit/decisions.ts';
import { givePayee } from '../../kit/persons.ts';
import { paidIn, saying } from '../../kit/provider.ts';
import { ADA } from '../../kit/staff.ts';
import { hear, openWallet, outcomeOf, startOne, type TestWallet } from '../../kit/wallet.ts';
import { accountOf, paidOut, submit, wentWrong } from '../withdrawals/withdrawing.ts';

// A provider's message affects only its own references, and only the kind of record that it is about.

const AMOUNT = 10_000n;
const VERDICT = { staffId: ADA, why: 'test' };

let club: Club;
let wallet: TestWallet;
let mira: Identity;
/** A top-up that can be paid, a payment being refunded, and a withdrawal that was sent to the provider. */
let topUp: string;
let payment: string;
let withdrawal: string;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  mira = await club.member({ credits: AMOUNT });
  await givePayee(club.db, wallet.payments.cipher, mira);
  topUp = await startOne(wallet, mira, AMOUNT);
  payment = await onItsWayBack();
  withdrawal = await submit(wallet.payments, mira, AMOUNT);
  await sendDuePayouts(wallet.jobs);
});
afterAll(async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
  wallet.close();
  await club.close();
});

async function onItsWayBack(): Promise<string> {
  const paid = await startOne(wallet, mira, AMOUNT);
  await hear(club, wallet, paidIn(paid, AMOUNT - 1n));
  const { rows } = await club.owner.query('select id from payments.payment where top_up_id = $1', [paid]);
  await refundPaymentAs(club, wallet.payments, mira, rows[0].id, VERDICT);
  return rows[0].id;
}

async function states() {
  const { rows } = await club.owner.query(
    `select 'top-up' as what, id::text, state from payments.top_up where member_id = $1
     union all select 'payment', id::text, state from payments.payment where member_id = $1
     union all select 'withdrawal', id::text, state from payments.withdrawal where member_id = $1
     union all select 'money', available::text, held::text from ledger.balance where member_id = $1 order by 1, 2`,
    [mira.memberId],
  );
  return rows;
}

describe('a word about a thing of another kind changes nothing, and is for people', () => {
  const WORDS: [string, (reference: string) => ProviderEvent, ('top-up' | 'payment' | 'withdrawal')[]][] = [
    ['pending', (reference) => saying('pending', reference), ['payment', 'withdrawal']],
    ['declined', (reference) => saying('declined', reference), ['payment', 'withdrawal']],
    ['expired', (reference) => saying('expired', reference), ['payment', 'withdrawal']],
    ['paid-in', (reference) => paidIn(reference, AMOUNT), ['payment', 'withdrawal']],
    ['refunded', (reference) => saying('refunded', reference), ['top-up', 'withdrawal']],
    ['refund-failed', (reference) => saying('refund-failed', reference), ['withdrawal']],
    ['capture-failed', (reference) => saying('capture-failed', reference), ['payment', 'withdrawal']],
    ['charged-back', (reference) => saying('charged-back', reference), ['payment', 'withdrawal']],
    ['paid-out', (reference) => paidOut(reference, AMOUNT), ['top-up', 'payment']],
    ['failed', (reference) => wentWrong('failed', reference), ['top-up', 'payment']],
    ['returned', (reference) => wentWrong('returned', reference), ['top-up', 'payment']],
  ];

  test.each(WORDS)('%s', async (_, say, wrong) => {
    const before = await states();
    for (const what of wrong) {
      const event = say({ 'top-up': topUp, payment, withdrawal }[what]);
      await hear(club, wallet, event);
      expect([what, await outcomeOf(club, event)]).toEqual([what, 'unknown-reference']);
    }
    expect(await states()).toEqual(before);
  });

  test.each(WORDS)('%s of something with a number that is nobody’s, or no number', async (_, say) => {
    const before = await states();
    for (const reference of [newId(), `${topUp}0`, topUp.replace(/-/g, '')]) {
      const event = say(reference);
      await hear(club, wallet, event);
      expect([reference, await outcomeOf(club, event)]).toEqual([reference, 'unknown-reference']);
    }
    expect(await states()).toEqual(before);
  });
});

describe('a word that no message of the provider says', () => {
  const UNSAID: [string, () => ProviderEvent][] = [
    ['paid-in', () => paidIn(topUp, AMOUNT)],
    ['paid-out', () => paidOut(withdrawal, AMOUNT)],
    ['failed', () => wentWrong('failed', withdrawal)],
    ['returned', () => wentWrong('returned', withdrawal)],
    ['capture-failed', () => saying('capture-failed', topUp)],
    ['charged-back', () => saying('charged-back', topUp)],
  ];

  test.each(UNSAID)('%s moves no money', async (_, say) => {
    const before = await states();
    const event = say();
    await club.owner.query(
      `insert into payments.provider_event (provider, event_id, received_at, body, next_at)
       values ('sandbox', $1, clock.now(), $2, clock.now())`,
      [event.eventId, JSON.stringify(event, (_key, value) => (typeof value === 'bigint' ? String(value) : value))],
    );
    expect(await handleEvents(wallet.jobs, [{ provider: 'sandbox', eventId: event.eventId }])).toBe(1);
    expect(await outcomeOf(club, event)).toBe('not-signed');
    expect(await states()).toEqual(before);
  });
});

describe('a refund', () => {
  test('is not ended by another provider', async () => {
    const before = await states();
    const of = { reference: payment };
    const say = (act: typeof finishRefund | typeof failRefund) =>
      transaction(club.jobs, (tx) => act(tx, wallet.jobs, accountOf(mira), 'another', of));
    expect(await say(finishRefund)).toBe('unknown-reference');
    expect(await say(failRefund)).toBe('unknown-reference');
    expect(await states()).toEqual(before);
  });

  test('is asked of its own provider alone', async () => {
    const another = { ...wallet.provider, name: 'another' };
    expect(await sendRefunds({ ...wallet.jobs, provider: another })).toBe(0);
    expect(await sendRefunds({ ...wallet.jobs, provider: null })).toBe(0);
    expect(wallet.provider.refunds.has(payment)).toBe(false);
  });

  test('is asked for again after a minute, then two, four, and at most every hour', async () => {
    const waits = [1, 2, 4, 8, 16, 32, 60, 60, 60];
    for (const minutes of waits) {
      const { refunds } = wallet.provider.asked;
      expect(await sendRefunds(wallet.jobs)).toBe(1);
      await club.clock.forward(minutes * MINUTE_MS - 1);
      expect(await sendRefunds(wallet.jobs)).toBe(0);
      expect(wallet.provider.asked.refunds).toBe(refunds + 1);
      await club.clock.forward(1);
    }
  });

  test('is not asked for where the payment is in a balance', async () => {
    await club.owner.query(
      `select ledger.post(array[p.bucket], array[p.member_id], array[p.day], array[p.id], '{correction}', '{cash}',
         '{available}', array[p.amount]) from payments.payment p where p.id = $1`,
      [payment],
    );
    const { refunds } = wallet.provider.asked;
    await expect(sendRefunds(wallet.jobs)).rejects.toThrow('was credited to a balance');
    expect(wallet.provider.asked.refunds).toBe(refunds);
    await club.owner.query(
      `with gone as (delete from ledger.transfer where ref = $1 returning bucket, member_id, amount)
       update ledger.balance b set available = b.available - g.amount, cash = b.cash + g.amount,
         version = b.version - 1 from gone g where b.bucket = g.bucket and b.member_id = g.member_id`,
      [payment],
    );
  });
});
