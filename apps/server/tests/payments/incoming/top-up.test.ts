import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../../src/db/transaction.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/durations.ts';
import { refuseUnready } from '../../../src/http/member/account/readiness.ts';
import type { Identity } from '../../../src/identity.ts';
import { startClosure } from '../../../src/members/account/closures.ts';
import { type CheckoutAsk, ProviderFailure } from '../../../src/payments/provider/provider.ts';
import { writeSwitch } from '../../../src/payments/rules/money-switch.ts';
import { readTopUp } from '../../../src/payments/top-ups/top-ups.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { openTransaction, untilSomebodyWaits } from '../../kit/locks.ts';
import { balanceOf } from '../../kit/money.ts';
import { giveFinancePassword, givePayee, nameMember } from '../../kit/persons.ts';
import { paidIn, saying } from '../../kit/provider.ts';
import { hear, messageKindsOf, openWallet, startOne, type TestWallet } from '../../kit/wallet.ts';

const AMOUNT = 10_000n;

let club: Club;
let wallet: TestWallet;
let mira: Identity;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
});
beforeEach(async () => {
  mira = await club.member({ credits: 0n });
  wallet.provider.fault = null;
});
afterAll(async () => {
  wallet.close();
  await club.close();
});

const read = (id: string) => readTopUp(club.db, mira, id);
const start = (amount = AMOUNT, plan = {}) => startOne(wallet, mira, amount, plan);

describe('a top-up', () => {
  test('has a page of the provider for half an hour, and is no money yet', async () => {
    const id = await start();
    const topUp = await read(id);
    expect(topUp).toMatchObject({ id, amount: AMOUNT, state: 'created', endedAt: null, received: null });
    expect(topUp.expiresAt.getTime()).toBe(club.clock.nowMs() + 30 * MINUTE_MS);
    expect(topUp.checkoutUrl).toMatch(/checkout/);
    expect(topUp.steps).toEqual([{ state: 'created', at: new Date(club.clock.nowMs()) }]);
    expect(wallet.provider.checkouts.get(id)).toEqual<CheckoutAsk>({
      reference: id,
      amount: AMOUNT,
      currency: 'PLAY',
      exponent: 2,
      returnUrl: `https://club.example/Recharge?topUp=${id}`,
      expiresAtMs: topUp.expiresAt.getTime(),
      locale: 'en',
    });
    expect(await balanceOf(club.db, mira)).toMatchObject({ available: 0n, cash: 0n });
  });

  test('shows its page only while it can be paid there', async () => {
    const id = await start();
    await club.clock.forward(30 * MINUTE_MS);
    expect((await read(id)).checkoutUrl).toBeNull();
    const paid = await start();
    await hear(club, wallet, paidIn(paid, AMOUNT));
    expect((await read(paid)).checkoutUrl).toBeNull();
  });

  test('is nobody else’s to see', async () => {
    const id = await start();
    await expect(readTopUp(club.db, await club.member(), id)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the same key', () => {
  test('gives the same top-up and one page, also 20 times at once', async () => {
    const key = randomUUID();
    const ids = await Promise.all(Array.from({ length: 20 }, () => start(AMOUNT, { key })));
    expect(new Set(ids).size).toBe(1);
    const { rows } = await club.pool.query('select count(*)::integer as n from payments.top_up where member_id = $1', [
      mira.memberId,
    ]);
    expect(rows[0].n).toBe(1);
    expect((await read(ids[0] ?? '')).steps).toHaveLength(1);
  });

  test('with another amount is an error', async () => {
    const key = randomUUID();
    await start(AMOUNT, { key });
    await expect(start(AMOUNT + 1n, { key })).rejects.toMatchObject({ code: 'key-reused' });
  });

  test('after a refusal may be used again: nothing was kept', async () => {
    const key = randomUUID();
    await expect(start(1n, { key })).rejects.toMatchObject({ code: 'amount-too-small' });
    await start(AMOUNT, { key });
  });

  test('makes the page that could not be made before', async () => {
    const key = randomUUID();
    wallet.provider.fault = () => {
      throw new ProviderFailure('test: no answer');
    };
    await expect(start(AMOUNT, { key })).rejects.toMatchObject({ code: 'provider-unavailable' });
    wallet.provider.fault = null;
    const id = await start(AMOUNT, { key });
    expect(await read(id)).toMatchObject({ state: 'created' });
    expect((await read(id)).checkoutUrl).not.toBeNull();
  });

  test('goes on after a crash between the row, the page and the note of it', async () => {
    const key = randomUUID();
    const id = await start(AMOUNT, { key });
    const page = (await read(id)).checkoutUrl;
    // As after a kill between the provider's answer and the storing of its address.
    await club.owner.query('update payments.top_up set checkout_ref = null, checkout_url = null where id = $1', [id]);
    expect(await start(AMOUNT, { key })).toBe(id);
    expect((await read(id)).checkoutUrl).toBe(page);
    expect([...wallet.provider.checkouts.keys()].filter((reference) => reference === id)).toHaveLength(1);
    await hear(club, wallet, paidIn(id, AMOUNT));
    expect((await read(id)).state).toBe('credited');
  });

  test('does not make a page for one that is paid', async () => {
    const key = randomUUID();
    const id = await start(AMOUNT, { key });
    await hear(club, wallet, paidIn(id, AMOUNT));
    const { checkouts } = wallet.provider.asked;
    await start(AMOUNT, { key });
    expect(wallet.provider.asked.checkouts).toBe(checkouts);
  });
});

test('a provider that refuses for good ends the top-up, and the member is told', async () => {
  wallet.provider.fault = () => {
    throw new ProviderFailure('test: no', { final: true });
  };
  const key = randomUUID();
  await expect(start(AMOUNT, { key })).rejects.toMatchObject({ code: 'provider-unavailable' });
  wallet.provider.fault = null;
  expect((await read(await start(AMOUNT, { key }))).state).toBe('failed');
  expect(await messageKindsOf(club, mira)).toEqual(['top-up-failed']);
});

test('without a provider nothing can be paid in', async () => {
  const without = { ...wallet, payments: { ...wallet.payments, provider: null } };
  await expect(startOne(without, mira, AMOUNT)).rejects.toMatchObject({ code: 'provider-unavailable' });
});

describe('what a payout will need is asked before the first top-up', () => {
  const admitted = () => startOne(wallet, mira, AMOUNT, { admit: (tx) => refuseUnready(tx.q, mira) });

  test('name, finance password, payee, in this order', async () => {
    await expect(admitted()).rejects.toMatchObject({ code: 'name-first' });
    await nameMember(club.db, mira);
    await expect(admitted()).rejects.toMatchObject({ code: 'finance-password-first' });
    await giveFinancePassword(wallet.members, mira);
    await expect(admitted()).rejects.toMatchObject({ code: 'payee-first' });
    await givePayee(club.db, wallet.payments.cipher, mira);
    await admitted();
  });

  test('a leaving member cannot top up, also at the same moment', async () => {
    await nameMember(club.db, mira);
    await giveFinancePassword(wallet.members, mira);
    await givePayee(club.db, wallet.payments.cipher, mira);
    const leaving = await openTransaction(club.owner);
    await leaving.client.query('select ledger.lock(array[$1::smallint], array[$2::uuid])', [
      mira.bucket,
      mira.memberId,
    ]);
    const started = admitted().catch((error: unknown) => error);
    await untilSomebodyWaits(club.owner);
    await leaving.client.query('insert into members.closure values ($1, $2, clock.now())', [
      mira.bucket,
      mira.memberId,
    ]);
    await leaving.commit();
    expect(await started).toMatchObject({ code: 'closing' });
    await transaction(club.api, (tx) => startClosure(tx, wallet.members.sessions, mira));
    await expect(admitted()).rejects.toMatchObject({ code: 'closing' });
  });
});

test('while payouts are unhealthy nothing is taken, and what was paid before is credited', async () => {
  const before = await start();
  const key = randomUUID();
  const known = await start(AMOUNT, { key });
  await transaction(club.jobs, (tx) => writeSwitch(tx, false, 'payouts-slow'));
  await expect(start()).rejects.toMatchObject({ code: 'payouts-unhealthy' });
  expect(await start(AMOUNT, { key }), 'the answer that was given stays').toBe(known);
  await hear(club, wallet, paidIn(before, AMOUNT));
  expect((await read(before)).state).toBe('credited');
  await club.clock.forward(1);
  await transaction(club.jobs, (tx) => writeSwitch(tx, true, 'payouts-healthy'));
  await start();
});

describe('the amount', () => {
  test('is within the rule', async () => {
    await expect(start(999n)).rejects.toMatchObject({ code: 'amount-too-small', params: { minMinor: '1000' } });
    await start(1_000n);
    await expect(start(5_000_001n)).rejects.toMatchObject({
      code: 'amount-too-large',
      params: { maxMinor: '5000000' },
    });
    await start(5_000_000n);
  });

  test('and within what the provider takes', async () => {
    const provider = { ...wallet.provider, limits: { min: 2_000n, max: 3_000n } };
    const narrow = { ...wallet, payments: { ...wallet.payments, provider } };
    await expect(startOne(narrow, mira, 1_999n)).rejects.toMatchObject({ params: { minMinor: '2000' } });
    await expect(startOne(narrow, mira, 3_001n)).rejects.toMatchObject({ params: { maxMinor: '3000' } });
    await startOne(narrow, mira, 3_000n);
  });
});

describe('the cap of 24 hours', () => {
  const LARGEST = 5_000_000n;

  test('of 30 at once, as many go through as fit, and not one more', async () => {
    const amount = 1_500_000n;
    const attempts = await Promise.allSettled(Array.from({ length: 30 }, () => start(amount)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    for (const one of attempts) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'amount-too-large' });
    }
    await expect(start(amount)).rejects.toMatchObject({ params: { maxMinor: '1000000' } });
    await start(1_000_000n);
    await expect(start(1_000n)).rejects.toMatchObject({ code: 'amount-too-large', params: { maxMinor: '0' } });
  });

  test('counts what was paid or still may be, and forgets it after a day', async () => {
    const paid = await start(LARGEST);
    await hear(club, wallet, paidIn(paid, LARGEST));
    const declined = await start(LARGEST);
    await expect(start()).rejects.toMatchObject({ code: 'amount-too-large' });
    await hear(club, wallet, saying('declined', declined));
    await start(LARGEST);
    await club.clock.forward(24 * HOUR_MS);
    await start(LARGEST);
  });

  test.each(['declined', 'expired'] as const)('holds for what is paid after it was %s', async (kind) => {
    const late = await start(LARGEST);
    await hear(club, wallet, saying(kind, late));
    for (let count = 0; count < 2; count++) await hear(club, wallet, paidIn(await start(LARGEST), LARGEST));
    await hear(club, wallet, paidIn(late, LARGEST));
    expect((await readTopUp(club.db, mira, late)).state).toBe('review');
    expect((await balanceOf(club.db, mira)).available).toBe(2n * LARGEST);
  });

  test('another member has their own', async () => {
    await start(LARGEST);
    await start(LARGEST);
    await startOne(wallet, await club.member(), LARGEST);
  });
});

test('pages that nobody pays are bounded too', async () => {
  for (let count = 0; count < 20; count++) await start(1_000n);
  await expect(start(1_000n)).rejects.toMatchObject({ code: 'throttled' });
});
