import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import { ProviderFailure } from '../../../src/payments/provider/provider.ts';
import { lookUpTopUps } from '../../../src/payments/top-ups/poll-top-ups.ts';
import { readTopUp } from '../../../src/payments/top-ups/top-ups.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { balanceOf } from '../../kit/money.ts';
import { paidIn, saying } from '../../kit/provider.ts';
import { hear, messageKindsOf, openWallet, startOne, type TestWallet } from '../../kit/wallet.ts';

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
  wallet.provider.fault = null;
  mira = await club.member({ credits: 0n });
  id = await startOne(wallet, mira, AMOUNT);
});
afterAll(async () => {
  wallet.close();
  await club.close();
});

const look = () => lookUpTopUps(wallet.jobs);
const stateOf = async () => (await readTopUp(club.db, mira, id)).state;

async function lookAfter(ms: number): Promise<number> {
  await club.clock.forward(ms);
  return look();
}

describe('a top-up without news from the provider', () => {
  test('is asked about after two minutes; that it was paid waits for the signed message, and does not expire', async () => {
    expect(await lookAfter(2 * MINUTE_MS - 1)).toBe(0);
    const event = paidIn(id, AMOUNT);
    wallet.provider.known.set(id, [saying('pending', id), event]);
    expect(await lookAfter(1)).toBe(1);
    expect(await stateOf()).toBe('pending');
    expect(await lookAfter(HOUR_MS)).toBe(1);
    expect(await stateOf()).toBe('pending');
    expect((await balanceOf(club.db, mira)).available, 'an answer is no signed message').toBe(0n);
    await hear(club, wallet, event);
    expect((await balanceOf(club.db, mira)).available).toBe(AMOUNT);
    expect(await lookAfter(DAY_MS)).toBe(0);
  });

  test('expires when its time is over and the provider knows nothing, and the member is told', async () => {
    await lookAfter(30 * MINUTE_MS);
    expect(await stateOf(), 'a message may be under way').toBe('created');
    await lookAfter(10_000);
    expect(await stateOf()).toBe('expired');
    expect(await messageKindsOf(club, mira)).toEqual(['top-up-expired']);
  });

  test('that has expired is credited all the same when the money comes', async () => {
    await lookAfter(31 * MINUTE_MS);
    expect(await stateOf()).toBe('expired');
    await club.clock.forward(3 * DAY_MS);
    await hear(club, wallet, paidIn(id, AMOUNT));
    expect(await stateOf()).toBe('credited');
    expect((await balanceOf(club.db, mira)).available).toBe(AMOUNT);
  });

  test('does not expire while the provider cannot be asked', async () => {
    const fault = new ProviderFailure('test: no answer');
    wallet.provider.fault = () => {
      throw fault;
    };
    await club.clock.forward(31 * MINUTE_MS);
    await expect(look()).rejects.toBe(fault);
    expect(await stateOf()).toBe('created');
    expect(await look(), 'not again at once').toBe(0);
    wallet.provider.fault = null;
    await lookAfter(MINUTE_MS);
    expect(await stateOf()).toBe('expired');
  });

  test('expires without asking where its provider is gone', async () => {
    await club.owner.query(`update payments.top_up set provider = 'gone' where id = $1`, [id]);
    await lookAfter(31 * MINUTE_MS);
    expect(await stateOf()).toBe('expired');
  });

  test('also where the server was killed before it had a page', async () => {
    await club.owner.query('update payments.top_up set checkout_ref = null, checkout_url = null where id = $1', [id]);
    await lookAfter(31 * MINUTE_MS);
    expect(await stateOf()).toBe('expired');
  });
});

describe('a top-up that the provider waits for', () => {
  test('stays pending beyond its time, for two weeks', async () => {
    wallet.provider.known.set(id, [saying('pending', id)]);
    await lookAfter(31 * MINUTE_MS);
    expect(await stateOf()).toBe('pending');
    await lookAfter(13 * DAY_MS);
    expect(await stateOf()).toBe('pending');
    await lookAfter(2 * DAY_MS);
    expect(await stateOf()).toBe('expired');
  });

  test('fails when the provider says so, by lookup too', async () => {
    wallet.provider.known.set(id, [saying('pending', id), saying('declined', id)]);
    await lookAfter(31 * MINUTE_MS);
    expect(await stateOf()).toBe('failed');
    expect(await messageKindsOf(club, mira)).toEqual(['top-up-failed']);
  });
});

test('a look that asks for many goes through them in steps, and one is looked at by one process alone', async () => {
  const others = await club.members(30, { credits: 0n });
  for (const other of others) await startOne(wallet, other, AMOUNT);
  await club.clock.forward(2 * MINUTE_MS);
  const before = wallet.provider.asked.lookUps;
  const looked = await Promise.all([look(), look(), look()]);
  while ((await look()) > 0);
  expect(wallet.provider.asked.lookUps - before).toBe(31);
  expect(Math.max(...looked)).toBeLessThanOrEqual(20);
});
