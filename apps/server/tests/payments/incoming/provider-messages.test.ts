import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../src/db/ids.ts';
import { MINUTE_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import { reconcile } from '../../../src/ledger/reconcile.ts';
import { handleDueEvents, handleEvents } from '../../../src/payments/provider/events.ts';
import { keepMessage, verifyDueMessages } from '../../../src/payments/provider/messages.ts';
import type { ProviderEvent } from '../../../src/payments/provider/provider.ts';
import { readTopUp } from '../../../src/payments/top-ups/top-ups.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { openTransaction, untilSomebodyWaits } from '../../kit/locks.ts';
import { balanceOf } from '../../kit/money.ts';
import { type Delivery, keepSigned, paidIn, saying } from '../../kit/provider.ts';
import { hear, messageKindsOf, openWallet, outcomeOf, startOne, type TestWallet } from '../../kit/wallet.ts';

const AMOUNT = 10_000n;

let club: Club;
let wallet: TestWallet;
let mira: Identity;
let id: string;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
});
beforeEach(async () => {
  mira = await club.member({ credits: 0n });
  id = await startOne(wallet, mira, AMOUNT);
});
afterAll(async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
  wallet.close();
  await club.close();
});

const reported = (...events: ProviderEvent[]) => hear(club, wallet, ...events);
const stateOf = async () => (await readTopUp(club.db, mira, id)).state;
const available = async () => (await balanceOf(club.db, mira)).available;

async function payments() {
  const { rows } = await club.pool.query(
    'select amount, currency, state, reason from payments.payment where top_up_id = $1 order by at, id',
    [id],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

describe('money that came', () => {
  test('is in the balance, with a transfer under the payment’s own id and a message', async () => {
    const event = paidIn(id, AMOUNT);
    await reported(event);
    expect(await outcomeOf(club, event)).toBe('credited');
    expect(await readTopUp(club.db, mira, id)).toMatchObject({
      state: 'credited',
      endedAt: new Date(club.clock.nowMs()),
      received: null,
      steps: [{ state: 'created' }, { state: 'credited' }],
    });
    expect(await balanceOf(club.db, mira)).toMatchObject({ available: AMOUNT, cash: -AMOUNT });
    const { rows } = await club.pool.query(
      `select t.kind::text, t.debit::text, t.credit::text, t.amount, t.ref = p.id as is_payment, t.day = p.day as same_day
       from ledger.transfer t join payments.payment p on p.bucket = t.bucket and p.member_id = t.member_id where t.member_id = $1`,
      [mira.memberId],
    );
    const transfer = { kind: 'top-up', debit: 'cash', credit: 'available', amount: AMOUNT };
    expect(rows).toEqual([{ ...transfer, is_payment: true, same_day: true }]);
    expect(await messageKindsOf(club, mira)).toEqual(['top-up-credited']);
  });

  test('is credited once, though 30 deliveries come at once', async () => {
    const event = paidIn(id, AMOUNT);
    await Promise.all(Array.from({ length: 30 }, () => reported(event)));
    expect(await available()).toBe(AMOUNT);
    expect(await messageKindsOf(club, mira)).toEqual(['top-up-credited']);
  });

  test('is credited once, though 20 messages of their own speak of it at once', async () => {
    const providerRef = randomUUID();
    await Promise.all(Array.from({ length: 20 }, () => reported(paidIn(id, AMOUNT, { providerRef }))));
    expect(await available()).toBe(AMOUNT);
    expect(await payments()).toHaveLength(1);
  });

  test('is credited after midnight like before: its day is that of its arrival', async () => {
    await club.clock.forward(13 * 60 * MINUTE_MS);
    await reported(paidIn(id, AMOUNT));
    expect(await available()).toBe(AMOUNT);
  });
});

describe('the signature', () => {
  const take = (delivery: Delivery, name = 'sandbox') => keepMessage(wallet.payments, name, delivery);
  const sign = (atMs = club.clock.nowMs(), options = {}) =>
    wallet.provider.deliver([paidIn(id, AMOUNT)], atMs, options);

  test.each<[string, () => Delivery]>([
    ['of another secret', () => sign(club.clock.nowMs(), { secret: 'somebody else’s idea of a secret' })],
    ['over other bytes', () => ({ ...sign(), body: Buffer.concat([sign().body, Buffer.from(' ')]) })],
    ['that is not there', () => ({ ...sign(), headers: {} })],
    ['made more than five minutes ago', () => sign(club.clock.nowMs() - 6 * MINUTE_MS)],
    ['made ahead of time', () => sign(club.clock.nowMs() + 6 * MINUTE_MS)],
  ])('%s moves nothing and is not kept', async (_, make) => {
    const before = await countStored();
    await expect(take(make())).rejects.toMatchObject({ code: 'forbidden' });
    expect(await countStored()).toBe(before);
    await handleDueEvents(wallet.jobs);
    expect(await available()).toBe(0n);
  });

  test('a provider that the house does not have is not found', async () => {
    await expect(take(sign(), 'adyen')).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('states only go forward, whatever the order', () => {
  test('pending, and then the end', async () => {
    const [pending, declined] = [saying('pending', id), saying('declined', id)];
    await reported(pending);
    expect([await stateOf(), await outcomeOf(club, pending)]).toEqual(['pending', 'moved']);
    await reported(declined);
    expect([await stateOf(), await outcomeOf(club, declined)]).toEqual(['failed', 'moved']);
    await reported(saying('pending', id), saying('expired', id));
    expect(await stateOf()).toBe('failed');
    expect(await messageKindsOf(club, mira)).toEqual(['top-up-failed']);
  });

  test.each(['declined', 'expired'] as const)('money after %s is credited', async (kind) => {
    await reported(saying(kind, id));
    await club.clock.forward(60 * MINUTE_MS);
    await reported(paidIn(id, AMOUNT));
    expect(await stateOf()).toBe('credited');
    expect(await available()).toBe(AMOUNT);
  });

  test.each(['declined', 'expired', 'pending'] as const)('%s after the money changes nothing', async (kind) => {
    await reported(paidIn(id, AMOUNT));
    const event = saying(kind, id);
    await reported(event);
    expect(await outcomeOf(club, event)).toBe('too-late');
    expect(await stateOf()).toBe('credited');
    expect(await available()).toBe(AMOUNT);
    expect(await messageKindsOf(club, mira)).toEqual(['top-up-credited']);
  });
});

describe('money that does not fit', () => {
  test.each([
    ['less', AMOUNT - 1n, 'PLAY', 'amount'],
    ['more', AMOUNT + 1n, 'PLAY', 'amount'],
    ['of another currency', AMOUNT, 'EUR', 'currency'],
    ['in units of the provider’s own', AMOUNT, 'PLAY*', 'currency'],
  ] as const)('%s waits in review, outside of the balance', async (_, amount, currency, reason) => {
    await reported(paidIn(id, amount, { currency }));
    expect(await readTopUp(club.db, mira, id)).toMatchObject({
      state: 'review',
      endedAt: null,
      received: { amount, currency },
    });
    expect(await payments()).toEqual([{ amount, currency, state: 'review', reason }]);
    expect(await balanceOf(club.db, mira)).toMatchObject({ available: 0n, held: 0n, cash: 0n });
    expect(await messageKindsOf(club, mira)).toEqual(['top-up-review']);
  });

  test('nothing, less than nothing and more than there can be is no payment', async () => {
    for (const amount of [0n, -AMOUNT, 2n ** 63n]) {
      await keep({ kind: 'paid-in', eventId: newId(), reference: id, providerRef: newId(), amount, currency: 'PLAY' });
    }
    expect(await payments()).toEqual([]);
    expect(await stateOf()).toBe('created');
  });

  test('a second payment waits in review, and the top-up stays credited', async () => {
    await reported(paidIn(id, AMOUNT));
    await reported(paidIn(id, AMOUNT));
    expect(await stateOf()).toBe('credited');
    expect(await available()).toBe(AMOUNT);
    expect((await payments()).map(({ state, reason }) => [state, reason])).toEqual([
      ['credited', null],
      ['review', 'second'],
    ]);
    expect(await messageKindsOf(club, mira)).toEqual(['top-up-credited', 'top-up-review']);
  });

  test('of two that fit at the same time one is credited and one waits', async () => {
    await Promise.all([reported(paidIn(id, AMOUNT)), reported(paidIn(id, AMOUNT)), reported(paidIn(id, AMOUNT))]);
    expect(await available()).toBe(AMOUNT);
    expect((await payments()).map(({ state }) => state).sort()).toEqual(['credited', 'review', 'review']);
  });

  test('does not keep the one that fits from being credited, whichever came first', async () => {
    await reported(paidIn(id, AMOUNT - 1n));
    expect(await stateOf()).toBe('review');
    await reported(paidIn(id, AMOUNT));
    expect(await stateOf()).toBe('credited');
    expect(await available()).toBe(AMOUNT);
    expect((await payments()).map(({ state, reason }) => [state, reason])).toEqual([
      ['review', 'amount'],
      ['credited', null],
    ]);
  });
});

describe('what a message is about', () => {
  test('an unknown reference is kept, and not tried again', async () => {
    const events = [paidIn(newId(), AMOUNT), paidIn('no id of ours', AMOUNT), saying('refunded', id)];
    await reported(...events);
    for (const event of events) expect(await outcomeOf(club, event)).toBe('unknown-reference');
    expect(await handleDueEvents(wallet.jobs)).toBe(0);
    expect(await stateOf()).toBe('created');
  });

  test('another provider does not speak for it', async () => {
    await club.owner.query(`update payments.top_up set provider = 'adyen' where id = $1`, [id]);
    const event = paidIn(id, AMOUNT);
    await reported(event, saying('declined', id));
    expect(await outcomeOf(club, event)).toBe('unknown-reference');
    expect(await stateOf()).toBe('created');
  });

  test('a withdrawal’s number is not taken for a top-up’s', async () => {
    const event = { kind: 'returned', eventId: newId(), reference: id, providerRef: 'x' } as const;
    await reported(event);
    expect(await outcomeOf(club, event)).toBe('unknown-reference');
  });
});

describe('a message that nobody could handle', () => {
  test('is kept by the time it is answered, and the job takes it up later, and later each time', async () => {
    const event = paidIn(id, AMOUNT);
    const fault = new Error('test: the news cannot be told');
    const broken = { ...wallet.jobs, tell: () => Promise.reject(fault) };
    await keepMessage(wallet.payments, 'sandbox', wallet.provider.deliver([event], club.clock.nowMs()));
    await expect(handleEvents(broken, await verifyDueMessages(broken))).rejects.toBe(fault);
    expect(await available(), 'all of it or nothing').toBe(0n);
    expect(await stateOf()).toBe('created');

    expect(await handleDueEvents(wallet.jobs), 'not yet').toBe(0);
    await club.clock.forward(1_000);
    await expect(handleDueEvents(broken)).rejects.toBe(fault);
    await club.clock.forward(1_000);
    expect(await handleDueEvents(wallet.jobs)).toBe(0);
    await club.clock.forward(1_000);
    expect(await handleDueEvents(wallet.jobs)).toBe(1);
    expect(await available()).toBe(AMOUNT);
    expect(await handleDueEvents(wallet.jobs)).toBe(0);
  });

  test('stays open and visible when it never can be', async () => {
    const event = paidIn(id, AMOUNT);
    await keepUnhandled(event);
    await club.owner.query('update payments.provider_event set attempts = 100 where event_id = $1', [event.eventId]);
    expect(await handleDueEvents(wallet.jobs)).toBe(0);
    const { rows } = await club.pool.query('select handled_at from payments.provider_event where event_id = $1', [
      event.eventId,
    ]);
    expect(rows).toEqual([{ handled_at: null }]);
    await club.owner.query('delete from payments.provider_event where event_id = $1', [event.eventId]);
  });

  test('does not keep others from being handled', async () => {
    const bad = { ...paidIn(id, AMOUNT), amount: 'no number' } as unknown as ProviderEvent;
    const good = paidIn(id, AMOUNT);
    await keepUnhandled(bad);
    await keepUnhandled(good);
    await expect(handleDueEvents(wallet.jobs)).rejects.toThrow();
    expect(await available()).toBe(AMOUNT);
    await club.owner.query('delete from payments.provider_event where event_id = $1', [bad.eventId]);
  });

  test('is left to who is at it already', async () => {
    const event = paidIn(id, AMOUNT);
    await keepUnhandled(event);
    const other = await openTransaction(club.owner);
    await other.client.query('select 1 from payments.provider_event where event_id = $1 for update', [event.eventId]);
    expect(await handleDueEvents(wallet.jobs)).toBe(0);
    await other.commit();
    expect(await handleDueEvents(wallet.jobs)).toBe(1);
  });

  test('waits for who holds its top-up, and finds what that one did', async () => {
    const other = await openTransaction(club.owner);
    await other.client.query('select 1 from payments.top_up where bucket = $2 and id = $1 for update', [
      id,
      mira.bucket,
    ]);
    const heard = reported(paidIn(id, AMOUNT));
    await untilSomebodyWaits(club.owner);
    await other.client.query(`update payments.top_up set state = 'expired' where id = $1`, [id]);
    await other.commit();
    await heard;
    expect(await stateOf()).toBe('credited');
  });
});

async function countStored(): Promise<number> {
  const { rows } = await club.owner.query(
    `select (select count(*) from payments.provider_event)::integer
       + (select count(*) from payments.provider_message)::integer as n`,
  );
  return rows[0].n;
}

/** Stores an event as an adapter would that is less strict than the sandbox's. */
async function keep(event: ProviderEvent): Promise<void> {
  await keepUnhandled(event);
  await handleDueEvents(wallet.jobs);
  expect(await outcomeOf(club, event)).toBe('bad-amount');
}

function keepUnhandled(event: ProviderEvent): Promise<void> {
  return keepSigned(club.owner, event);
}
