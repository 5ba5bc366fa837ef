import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listEntries } from '../../../src/book/book.ts';
import { BookFault } from '../../../src/book/book-fault.ts';
import { bucketOf, newId } from '../../../src/db/ids.ts';
import { transaction } from '../../../src/db/transaction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/durations.ts';
import { listNotices } from '../../../src/house/notices.ts';
import type { Identity } from '../../../src/identity.ts';
import { watchPayouts } from '../../../src/jobs/watch-payouts.ts';
import { findPayoutFault } from '../../../src/payments/provider/payout-health.ts';
import { confirmLegalHold, proposeLegalHold } from '../../../src/payments/rules/legal-holds.ts';
import { readSwitch, whyMoneyInClosed, writeSwitch } from '../../../src/payments/rules/money-switch.ts';
import { submitWithdrawal } from '../../../src/payments/withdrawals/withdrawals.ts';
import { type Club, type OpenTable, openClub } from '../../kit/club.ts';
import { macs } from '../../kit/macs.ts';
import { ADA, BO } from '../../kit/staff.ts';
import { openWallet, readyMember, startOne, type TestWallet } from '../../kit/wallet.ts';
import { accountOf, setLegalHold } from './withdrawing.ts';

let club: Club;
let wallet: TestWallet;
let table: OpenTable;
let mira: Identity;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
});
beforeEach(async () => {
  await club.owner.query(`truncate payments.payout_outcome, payments.payout_health, payments.withdrawal,
    payments.legal_hold, house.switch`);
  await club.owner.query('delete from house.notice');
  await club.at(club.clock.nowMs() + HOUR_MS);
  mira = await readyMember(club, wallet);
});
afterAll(async () => {
  wallet.close();
  await club.close();
});

type Outcome = 'paid' | 'failed' | 'error';

/** Records outcomes of different members, one second apart. */
async function outcomes(...all: Outcome[]): Promise<void> {
  for (const outcome of all) await outcomeOf(newId(), outcome);
}

async function outcomeOf(memberId: string, ...all: Outcome[]): Promise<void> {
  for (const outcome of all) {
    await club.clock.forward(SECOND_MS);
    await club.pool.query('insert into payments.payout_outcome values ($1, $2, $3, $4, $5, clock.now())', [
      bucketOf(memberId),
      memberId,
      newId(),
      newId(),
      outcome,
    ]);
  }
}

const times = (count: number, outcome: Outcome) => Array.from({ length: count }, () => outcome);
const fault = () => findPayoutFault(club.db, macs);
const watch = () => watchPayouts(club.jobs, macs);

function withdraw(amount: bigint, member = mira): Promise<string> {
  return transaction(club.api, (tx) => submitWithdrawal(tx, wallet.payments, member, { key: randomUUID(), amount }));
}

async function switchEntries() {
  const { items } = await listEntries(club.db, { types: ['switch'], limit: 100 });
  return items
    .map(({ body }) => JSON.parse(body))
    .filter((entry) => entry.what === 'money-in')
    .reverse();
}

describe('payouts are unhealthy', () => {
  test('when the last five all failed, and no longer after one that was paid', async () => {
    await outcomes(...times(20, 'paid'), ...times(4, 'failed'));
    expect(await fault()).toBeNull();
    await outcomes('error');
    expect(await fault(), 'errors of the provider count like those of the bank').toBe('payouts-failing');
    await club.clock.forward(HOUR_MS);
    expect(await fault()).toBe('payouts-failing');
    await outcomes('paid');
    expect(await fault()).toBeNull();
  });

  test('but not by failures of the day before: the house would never open again', async () => {
    await outcomes(...times(5, 'failed'));
    await club.clock.forward(DAY_MS - 5 * SECOND_MS);
    expect(await fault()).toBe('payouts-failing');
    await club.clock.forward(SECOND_MS);
    expect(await fault()).toBeNull();
  });

  test('when a fifth of five or more failed within 15 minutes', async () => {
    await outcomes('failed', ...times(3, 'paid'));
    expect(await fault(), 'one of four').toBeNull();
    await outcomes('paid');
    expect(await fault(), 'one of five').toBe('payouts-failing');
    await outcomes('paid');
    expect(await fault(), 'one of six').toBeNull();
    await outcomes('error');
    expect(await fault(), 'two of seven').toBe('payouts-failing');
    await club.clock.forward(15 * MINUTE_MS);
    expect(await fault(), 'it is over after 15 minutes').toBeNull();
  });

  test('but not by one member whose bank says no, however often; errors of the provider count each', async () => {
    await outcomeOf(mira.memberId, ...times(12, 'failed'));
    expect(await fault(), 'one account').toBeNull();
    await outcomes(...times(3, 'failed'));
    expect(await fault(), 'four accounts').toBeNull();
    await outcomes('failed');
    expect(await fault(), 'five accounts').toBe('payouts-failing');
    await outcomes('paid');
    await outcomeOf(mira.memberId, ...times(5, 'error'));
    expect(await fault(), 'the provider').toBe('payouts-failing');
  });

  test('by the last refusal of a member, not by the first', async () => {
    await outcomeOf(mira.memberId, 'failed');
    await outcomes('paid', ...times(4, 'failed'));
    await outcomeOf(mira.memberId, 'failed');
    await club.clock.forward(16 * MINUTE_MS);
    expect(await fault(), 'the last five are of five members').toBe('payouts-failing');
  });

  test('when a withdrawal has not ended a day after it was submitted, whatever it waits for', async () => {
    for (const state of ['in-review', 'approved', 'sent']) {
      const id = await withdraw(10_000n, await readyMember(club, wallet));
      await club.owner.query(
        `update payments.withdrawal set state = $1,
           review_due_at = (submitted_at at time zone 'UTC' + interval '1 day') at time zone 'UTC' where id = $2`,
        [state, id],
      );
      await club.clock.forward(DAY_MS - 1);
      expect(await fault(), state).toBeNull();
      await club.clock.forward(1);
      expect(await fault(), state).toBe('payouts-slow');
      await club.owner.query(`update payments.withdrawal set state = 'paid' where id = $1`, [id]);
      expect(await fault(), state).toBeNull();
    }
  });

  test.each(['paid', 'refused', 'failed', 'returned'])('but not by one that was %s', async (state) => {
    const id = await withdraw(10_000n);
    await club.owner.query('update payments.withdrawal set state = $1 where id = $2', [state, id]);
    await club.clock.forward(2 * DAY_MS);
    expect(await fault()).toBeNull();
  });

  test('nor by one that an authority keeps, while its order stands', async () => {
    await withdraw(10_000n);
    await club.clock.forward(DAY_MS);
    const ask = () => ({ authority: 'court', reference: '1', expiresAtMs: club.clock.nowMs() + 2 * DAY_MS });
    const propose = () =>
      transaction(club.api, (tx) => proposeLegalHold(tx, wallet.payments, accountOf(mira), ADA, ask()));
    const hold = await propose();
    expect(await fault(), 'proposed by one').toBe('payouts-slow');
    await club.owner.query('update payments.legal_hold set confirmed_by = $1, from_at = clock.now()', [BO]);
    expect(await fault(), 'confirmed by nobody of the club').toBe('payouts-slow');
    await club.owner.query('update payments.legal_hold set confirmed_by = null, from_at = null');
    await transaction(club.api, (tx) => confirmLegalHold(tx, wallet.payments, accountOf(mira), hold, BO));
    expect(await fault()).toBeNull();
    await club.clock.forward(2 * DAY_MS);
    expect(await fault(), 'expired').toBe('payouts-slow');
    await setLegalHold(club, wallet.payments, mira, 2);
    expect(await fault()).toBeNull();
    await club.owner.query('update payments.legal_hold set lifted_at = clock.now()');
    expect(await fault(), 'lifted').toBe('payouts-slow');
  });
});

test('an order on one member hides no slow payout of another in the same bucket', async () => {
  const other = await readyMember(club, wallet, { bucket: mira.bucket });
  await withdraw(10_000n, other);
  await club.clock.forward(DAY_MS);
  await setLegalHold(club, wallet.payments, mira);
  expect(await fault()).toBe('payouts-slow');
  await setLegalHold(club, wallet.payments, other);
  expect(await fault()).toBeNull();
});

describe('house rule 4: top-up and betting stop by themselves while payouts are unhealthy', () => {
  test('and start again, each an entry of the book and a notice', async () => {
    const before = (await switchEntries()).length;
    expect(await watch()).toBe('left');
    await outcomes(...times(5, 'failed'));
    expect(await watch()).toBe('closed');
    expect(await watch()).toBe('left');
    expect(await whyMoneyInClosed(club.db)).toBe('payouts-unhealthy');
    await outcomes('paid');
    await club.clock.forward(16 * MINUTE_MS);
    expect(await watch()).toBe('opened');
    expect(await watch()).toBe('left');
    expect(await whyMoneyInClosed(club.db)).toBeNull();
    await withdraw(10_000n);
    await club.clock.forward(DAY_MS);
    expect(await watch()).toBe('closed');
    const entries = (await switchEntries()).slice(before);
    expect(entries).toMatchObject([
      { type: 'switch', what: 'money-in', state: 'off', reason: 'payouts-failing' },
      { type: 'switch', what: 'money-in', state: 'on', reason: 'payouts-healthy' },
      { type: 'switch', what: 'money-in', state: 'off', reason: 'payouts-slow' },
    ]);
    expect(entries[2].from).toBe(String(Math.ceil(club.clock.nowMs() / 1_000)));
    // A notice code, which every language of the app translates.
    const { items } = await listNotices(club.db, { limit: 5, languages: [] });
    expect(items.map(({ code, words }) => [code, words])).toEqual([
      ['payouts-slow', null],
      ['payouts-healthy', null],
      ['payouts-failing', null],
    ]);
  });

  test('bets and top-ups are refused, and whoever has a balance withdraws it', async () => {
    await club.at(Math.ceil(club.clock.nowMs() / MINUTE_MS) * MINUTE_MS);
    await outcomes(...times(5, 'error'));
    await watch();
    await club.at(club.clock.nowMs());
    const bet = () => club.place(mira, table, [{ bet: 'big', stakeMinor: 100n }]);
    await expect(bet()).rejects.toMatchObject({ code: 'payouts-unhealthy' });
    await expect(startOne(wallet, mira, 10_000n)).rejects.toMatchObject({ code: 'payouts-unhealthy' });
    await withdraw(10_000n);
    await withdraw(990_000n);
    await outcomes('paid');
    await club.at(club.clock.nowMs() + 16 * MINUTE_MS);
    await watch();
    mira = await readyMember(club, wallet);
    await bet();
    await startOne(wallet, mira, 10_000n);
  });

  test('of processes that watch at the same time one writes it, once', async () => {
    const before = (await switchEntries()).length;
    await outcomes(...times(5, 'failed'));
    const done = await Promise.all(Array.from({ length: 6 }, watch));
    expect(done.sort()).toEqual(['closed', 'left', 'left', 'left', 'left', 'left']);
    expect((await switchEntries()).length).toBe(before + 1);
    const { rows } = await club.pool.query('select count(*)::integer as n from house.switch');
    expect(rows).toEqual([{ n: 1 }]);
    await outcomes('paid');
    await club.clock.forward(16 * MINUTE_MS);
    expect((await Promise.all([watch(), watch()])).sort()).toEqual(['left', 'opened']);
  });

  test('the switch, its entry and the notice are there together or not at all', async () => {
    const before = (await switchEntries()).length;
    await outcomes(...times(5, 'failed'));
    await club.owner.query(`revoke insert on house.notice from ${club.database.roles.jobs}`);
    await expect(watch()).rejects.toThrow('permission denied');
    await club.owner.query(`grant insert on house.notice to ${club.database.roles.jobs}`);
    expect((await switchEntries()).length).toBe(before);
    expect((await readSwitch(club.db)).open).toBe(true);
    expect(await watch()).toBe('closed');
  });

  test('while nothing may be written in the book money stays out all the same, and the entry follows', async () => {
    const before = (await switchEntries()).length;
    const shut = { refuse: () => Promise.reject(new BookFault('the database was put back')) };
    await outcomes(...times(5, 'failed'));
    await expect(watchPayouts(club.jobs, macs, shut)).rejects.toThrow('put back');
    expect((await switchEntries()).length).toBe(before);
    expect(await whyMoneyInClosed(club.db)).toBe('payouts-unhealthy');
    await expect(startOne(wallet, mira, 10_000n)).rejects.toMatchObject({ code: 'payouts-unhealthy' });
    await withdraw(10_000n);
    await expect(watchPayouts(club.jobs, macs, shut)).rejects.toThrow('put back');
    expect(await watch()).toBe('closed');
    expect((await switchEntries()).length).toBe(before + 1);
    await outcomes('paid');
    await club.clock.forward(16 * MINUTE_MS);
    await expect(watchPayouts(club.jobs, macs, shut), 'nor opens it without one').rejects.toThrow('put back');
    expect(await whyMoneyInClosed(club.db)).toBe('payouts-unhealthy');
    expect(await watch()).toBe('opened');
    await startOne(wallet, mira, 10_000n);
  });

  test('healthy payouts are no reason to ask whether the book may be written', async () => {
    await outcomes('paid');
    const shut = { refuse: () => Promise.reject(new BookFault('the database was put back')) };
    expect(await watchPayouts(club.jobs, macs, shut)).toBe('left');
    expect(await whyMoneyInClosed(club.db)).toBeNull();
  });

  test('what another reason closed stays closed', async () => {
    await transaction(club.jobs, (tx) => writeSwitch(tx, false, 'by-order'));
    expect(await watch()).toBe('left');
    expect(await whyMoneyInClosed(club.db)).toBe('payouts-unhealthy');
  });

  test('the server cannot take back what was switched', async () => {
    await expect(club.pool.query('delete from house.switch')).rejects.toThrow('permission denied');
    await expect(club.pool.query('update house.switch set open = true')).rejects.toThrow('permission denied');
  });
});
