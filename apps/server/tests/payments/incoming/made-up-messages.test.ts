import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../src/db/ids.ts';
import { HOUR_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import { reconcile } from '../../../src/ledger/reconcile.ts';
import { sendRefunds } from '../../../src/payments/incoming/refunds.ts';
import { handleMessages } from '../../../src/payments/provider/events.ts';
import { keepMessage, messageBinding, verifyDueMessages } from '../../../src/payments/provider/messages.ts';
import type { ProviderEvent } from '../../../src/payments/provider/provider.ts';
import { sendDuePayouts } from '../../../src/payments/withdrawals/send-payouts.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { balanceOf } from '../../kit/money.ts';
import { paidIn } from '../../kit/provider.ts';
import { hear, openWallet, outcomeOf, readyMember, startOne, type TestWallet } from '../../kit/wallet.ts';
import { submit } from '../withdrawals/withdrawing.ts';

// The password of the process that receives webhooks may be stolen. These tests use it to write rows.

const AMOUNT = 10_000n;

let club: Club;
let wallet: TestWallet;
let mira: Identity;
let topUp: string;
const alarms: [string, string][] = [];
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  wallet.payments.onUnmatched = (id, outcome) => void alarms.push([id, outcome]);
});
beforeEach(async () => {
  mira = await readyMember(club, wallet, { credits: 0n });
  topUp = await startOne(wallet, mira, AMOUNT);
  alarms.length = 0;
});
afterAll(async () => {
  expect(await reconcile(club.db)).toEqual([]);
  wallet.close();
  await club.close();
});

const available = async () => (await balanceOf(club.db, mira)).available;
const textOf = (event: ProviderEvent) =>
  JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? String(value) : value));

async function writeEvent(event: ProviderEvent, messageId: string | null = null): Promise<void> {
  await club.pools.jobs.query(
    `insert into payments.provider_event (provider, event_id, received_at, body, next_at, message_id)
     values ('sandbox', $1, clock.now(), $2, clock.now(), $3)`,
    [event.eventId, textOf(event), messageId],
  );
}

async function writeMessage(id: string, encrypted: Buffer, keyId: string): Promise<void> {
  await club.pool.query(
    `insert into payments.provider_message (id, provider, encrypted, key_id) values ($1, 'sandbox', $2, $3)`,
    [id, encrypted, keyId],
  );
}

describe('nobody is credited by', () => {
  test('an event that no message says: it is unmatched, and others are credited', async () => {
    const event = paidIn(topUp, AMOUNT);
    await writeEvent(event);
    const other = await readyMember(club, wallet, { credits: 0n });
    const honest = wallet.provider.deliver([paidIn(await startOne(wallet, other, AMOUNT), AMOUNT)], club.clock.nowMs());
    await keepMessage(wallet.payments, 'sandbox', honest);
    await handleMessages(wallet.jobs);
    expect(await available()).toBe(0n);
    expect(await outcomeOf(club, event)).toBe('not-signed');
    expect(alarms).toEqual([[event.eventId, 'not-signed']]);
    expect((await balanceOf(club.db, other)).available).toBe(AMOUNT);
  });

  test('a payment, its claim and its event, written together', async () => {
    const event = paidIn(topUp, AMOUNT);
    const id = newId();
    await writeEvent(event);
    await club.pools.jobs.query(`insert into payments.payment_claim values ('sandbox', $1, $2)`, [event.eventId, id]);
    await club.pools.jobs.query(
      `insert into payments.payment (bucket, member_id, id, top_up_id, day, provider, provider_ref, amount, currency, state,
         at, ended_at, next_at)
       values ($1, $2, $3, $4, current_date, 'sandbox', $5, $6, 'PLAY', 'credited', clock.now(), clock.now(), clock.now())`,
      [mira.bucket, mira.memberId, id, topUp, event.eventId, AMOUNT],
    );
    await handleMessages(wallet.jobs);
    expect(await available()).toBe(0n);
    const credit = club.pools.jobs.query('select payments.credit_payment($1::smallint, $2, $3, $4)', [
      ...[mira.bucket, mira.memberId, id, event.eventId],
    ]);
    await expect(credit).rejects.toMatchObject({ code: 'TC001' });
    expect(await available()).toBe(0n);
  });

  test('a message that opens under no key, or under another row’s', async () => {
    const forged = newId();
    await writeMessage(forged, Buffer.from('no key of the club encrypted this'), 'nokey');
    const delivery = wallet.provider.deliver([paidIn(topUp, AMOUNT)], club.clock.nowMs());
    const text = JSON.stringify({ headers: delivery.headers, body: delivery.body.toString('base64') });
    const moved = newId();
    const { bytes, keyId } = wallet.payments.cipher.encrypt(text, messageBinding(newId()));
    await writeMessage(moved, bytes, keyId);
    await handleMessages(wallet.jobs);
    expect(await available()).toBe(0n);
    expect(alarms.sort()).toEqual([forged, moved].sort().map((id) => [id, 'not-signed']));
    // The message is retried for a day, alerts once, and has no effect.
    for (let hour = 0; hour <= 25; hour++) {
      await club.clock.forward(HOUR_MS);
      await handleMessages(wallet.jobs);
    }
    expect(alarms).toHaveLength(2);
    const { rows } = await club.owner.query(
      'select outcome, handled_at is not null as ended from payments.provider_message where id = any ($1)',
      [[forged, moved]],
    );
    expect(rows).toEqual([0, 1].map(() => ({ outcome: 'not-signed', ended: true })));
    expect(await available()).toBe(0n);
  });

  test('a message that bears no signature of the provider', async () => {
    const delivery = wallet.provider.deliver([paidIn(topUp, AMOUNT)], club.clock.nowMs(), { secret: 'another' });
    const text = JSON.stringify({ headers: delivery.headers, body: delivery.body.toString('base64') });
    const id = newId();
    // As if the encryption key had been stolen too.
    const { bytes, keyId } = wallet.payments.cipher.encrypt(text, messageBinding(id));
    await writeMessage(id, bytes, keyId);
    expect(await verifyDueMessages(wallet.jobs)).toEqual([]);
    await writeEvent(paidIn(topUp, AMOUNT), id);
    await handleMessages(wallet.jobs);
    expect(await available()).toBe(0n);
  });

  test('what was delivered once, written down again: its payment is claimed', async () => {
    const event = paidIn(topUp, AMOUNT);
    await hear(club, wallet, event);
    expect(await available()).toBe(AMOUNT);
    await club.owner.query(
      `insert into payments.provider_message (id, provider, encrypted, key_id)
       select $1, provider, encrypted, key_id from payments.provider_message order by received_at desc limit 1`,
      [newId()],
    );
    await handleMessages(wallet.jobs);
    expect(await available()).toBe(AMOUNT);
  });
});

describe('no payout comes back by', () => {
  async function sent(): Promise<string> {
    await hear(club, wallet, paidIn(topUp, AMOUNT));
    const id = await submit(wallet.payments, mira, AMOUNT);
    expect(await sendDuePayouts(wallet.jobs)).toBe(1);
    return id;
  }

  test.each(['failed', 'returned'] as const)('an event that it %s which no message says', async (kind) => {
    const id = await sent();
    await writeEvent({ kind, eventId: randomUUID(), reference: id, providerRef: 'p' });
    await handleMessages(wallet.jobs);
    expect(await balanceOf(club.db, mira)).toMatchObject({ available: 0n, held: AMOUNT });
  });

  test('a payment that is flipped to be refunded: what is in a balance is not sent back as well', async () => {
    await hear(club, wallet, paidIn(topUp, AMOUNT));
    await club.owner.query(
      `update payments.payment set state = 'refunding', next_at = clock.now() where top_up_id = $1`,
      [topUp],
    );
    await expect(sendRefunds(wallet.jobs)).rejects.toThrow(/was credited to a balance/);
    expect(wallet.provider.asked.refunds).toBe(0);
    await club.owner.query(`update payments.payment set state = 'credited' where top_up_id = $1`, [topUp]);
  });

  test('a withdrawal that is written down: what no balance set aside is not sent', async () => {
    const { rows } = await club.owner.query('select id from payments.payee where member_id = $1', [mira.memberId]);
    // As the owner: no process may.
    await club.owner.query(
      `insert into payments.withdrawal (bucket, member_id, id, day, amount, currency, payee_id, provider, state, submitted_at,
         approved_at, next_at)
       values ($1, $2, $3, current_date, $4, 'PLAY', $5, 'sandbox', 'approved', clock.now(), clock.now(), clock.now())`,
      [mira.bucket, mira.memberId, newId(), AMOUNT, rows[0].id],
    );
    const before = wallet.provider.asked.payouts;
    const faults: string[] = [];
    expect(await sendDuePayouts(wallet.jobs, (_, what) => faults.push(what))).toBe(0);
    expect(wallet.provider.asked.payouts).toBe(before);
    expect(faults).toEqual(['its amount is not held in the ledger']);
  });
});
