import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDb, openPool } from '../../../src/db/pool.ts';
import { MINUTE_MS, SECOND_MS } from '../../../src/durations.ts';
import { reconcile } from '../../../src/ledger/reconcile.ts';
import { findPayoutFault } from '../../../src/payments/provider/payout-health.ts';
import { type PaymentProvider, type PayoutAsk, ProviderFailure } from '../../../src/payments/provider/provider.ts';
import { sendDuePayouts } from '../../../src/payments/withdrawals/send-payouts.ts';
import { mortalDb, until } from '../../draw/drawing.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { macs } from '../../kit/macs.ts';
import { IBAN, REAL_NAME } from '../../kit/persons.ts';
import { openWallet, outcomeOf, type TestWallet } from '../../kit/wallet.ts';
import {
  hear,
  messageKindsOf,
  moneyOf,
  outcomesOf,
  paidOut,
  type Submitted,
  setLegalHold,
  stateIn,
  submitTo,
} from './withdrawing.ts';

const AMOUNT = 4_000n;

let club: Club;
let wallet: TestWallet;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
});
beforeEach(async () => {
  // Payouts of earlier tests are never due.
  await club.owner.query(`update payments.withdrawal set next_at = 'infinity' where next_at is not null`);
  wallet.provider.fault = null;
  wallet.provider.asked.payouts = 0;
});
afterAll(async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
  wallet.close();
  await club.close();
});

const approved = (target: { token: string } | { iban: string } = { iban: IBAN }) =>
  submitTo({ club, wallet }, target, AMOUNT);
const stateOf = (one: Submitted) => stateIn(club, one);

/** The wallet's provider with another `payout`. */
function providerThat(payout: (ask: PayoutAsk) => Promise<{ providerRef: string }>): PaymentProvider {
  return { ...wallet.provider, payout };
}

function faultsOf(): { faults: string[]; onFault: (id: string, what: string) => void } {
  const faults: string[] = [];
  return { faults, onFault: (id, what) => faults.push(`${id} ${what}`) };
}

describe('a payout that a restore of the database would forget', () => {
  test('goes out once the log that asks for it is kept elsewhere, and no other waits for it', async () => {
    const [first, second] = [await approved(), await approved()];
    const stored = new Set<string>();
    const requests: string[] = [];
    const provider = providerThat(async (ask) => {
      requests.push(ask.reference);
      return wallet.provider.payout(ask);
    });
    const walArchive = { archivedOf: async (ids: readonly string[]) => new Set(ids.filter((id) => stored.has(id))) };
    const deps = { ...wallet.jobs, provider, walArchive };
    expect(await sendDuePayouts(deps)).toBe(0);
    stored.add(second.id);
    await sendDuePayouts(deps);
    expect(requests).toEqual([second.id]);
    stored.add(first.id);
    await sendDuePayouts(deps);
    expect(requests).toEqual([second.id, first.id]);
  });
});

describe('sending', () => {
  test('hands over amount, holder and where to, once, under the withdrawal’s own id', async () => {
    const one = await approved();
    const card = await approved({ token: 'tok_123' });
    expect(await sendDuePayouts(wallet.jobs)).toBe(2);
    expect(wallet.provider.payouts.get(one.id)).toEqual({
      reference: one.id,
      amount: AMOUNT,
      currency: 'PLAY',
      exponent: 2,
      holder: REAL_NAME,
      bankCode: 'elbe',
      to: { kind: 'iban', iban: IBAN },
    });
    expect(wallet.provider.payouts.get(card.id)?.to).toEqual({ kind: 'card', token: 'tok_123' });
    expect(await stateOf(one)).toBe('sent');
    expect(await sendDuePayouts(wallet.jobs)).toBe(0);
    expect(wallet.provider.asked.payouts).toBe(2);
  });

  test('holds no lock and no transaction while the provider thinks', async () => {
    const one = await approved();
    const provider = providerThat(async (ask) => {
      const { rows } = await club.owner.query(
        `select 1 from pg_stat_activity
         where datname = current_database() and usename = '${club.database.roles.jobs}' and state = 'idle in transaction'`,
      );
      expect(rows).toEqual([]);
      await club.owner.query('select 1 from payments.withdrawal where bucket = $2 and id = $1 for update nowait', [
        one.id,
        one.member.bucket,
      ]);
      return wallet.provider.payout(ask);
    });
    const { faults, onFault } = faultsOf();
    await sendDuePayouts({ ...wallet.jobs, provider }, onFault);
    expect(faults).toEqual([]);
    expect(await stateOf(one)).toBe('sent');
  });

  test('by several processes at once asks the provider once', async () => {
    const ones = await Promise.all(Array.from({ length: 20 }, () => approved()));
    const pool = openPool({ url: club.database.urls.jobs, connectionsMax: 8 });
    const other = { ...wallet.jobs, db: openDb(pool) };
    await Promise.all([wallet.jobs, other, wallet.jobs, other].map((payments) => sendDuePayouts(payments)));
    await pool.end();
    expect(wallet.provider.asked.payouts).toBe(ones.length);
    for (const one of ones) expect(await stateOf(one)).toBe('sent');
  });

  test('waits where the house has no provider, or another one', async () => {
    const one = await approved({ token: 'tok_123' });
    expect(await sendDuePayouts({ ...wallet.jobs, provider: null })).toBe(0);
    expect(await sendDuePayouts({ ...wallet.jobs, provider: { ...wallet.provider, name: 'another' } })).toBe(0);
    expect(await sendDuePayouts(wallet.jobs)).toBe(1);
    expect(await stateOf(one)).toBe('sent');
  });
});

describe('when we die after the provider took it, before we wrote it down', () => {
  test('it is asked again with the same id, and pays once', async () => {
    const one = await approved();
    const dying = {
      ...wallet.jobs,
      provider: providerThat(async (ask) => {
        await wallet.provider.payout(ask);
        return new Promise(() => {});
      }),
    };
    // The call never returns, as in a process that was killed during it.
    void sendDuePayouts(dying);
    await untilRequested(one.id);
    expect(await stateOf(one)).toBe('approved');
    expect(await sendDuePayouts(wallet.jobs)).toBe(0);
    await club.at(club.clock.nowMs() + 2 * MINUTE_MS);
    expect(await sendDuePayouts(wallet.jobs)).toBe(1);
    expect(await stateOf(one)).toBe('sent');
    // Two calls with the same reference are one payout at the provider.
    expect(wallet.provider.asked.payouts).toBe(2);
    expect([...wallet.provider.payouts.keys()].filter((reference) => reference === one.id)).toHaveLength(1);
  });

  test.each([0, 1])('at commit %i of sending, the next process pays once', async (commits) => {
    const one = await approved();
    const mortal = mortalDb(club.database.urls.jobs, commits);
    await expect(sendDuePayouts({ ...wallet.jobs, db: mortal.db })).rejects.toThrow('killed');
    await mortal.close();
    expect(await stateOf(one)).toBe('approved');
    await club.at(club.clock.nowMs() + 2 * MINUTE_MS);
    // The killed process's connection holds the row lock until the database notices.
    await until('the next try', async () => (await sendDuePayouts(wallet.jobs)) === 1);
    expect([...wallet.provider.payouts.keys()].filter((reference) => reference === one.id)).toHaveLength(1);
    await hear(wallet.jobs, one.member, paidOut(one.id, AMOUNT));
    expect(await moneyOf(club.db, one.member)).toEqual({ available: 6_000n, held: 0n, cash: AMOUNT });
  });

  test('and its message comes first, nothing is asked again', async () => {
    const one = await approved();
    void sendDuePayouts({
      ...wallet.jobs,
      provider: providerThat(async (ask) => {
        await wallet.provider.payout(ask);
        return new Promise(() => {});
      }),
    });
    await untilRequested(one.id);
    await hear(wallet.jobs, one.member, paidOut(one.id, AMOUNT));
    await club.at(club.clock.nowMs() + 2 * MINUTE_MS);
    expect(await sendDuePayouts(wallet.jobs)).toBe(0);
    expect(await moneyOf(club.db, one.member)).toEqual({ available: 6_000n, held: 0n, cash: AMOUNT });
  });
});

describe('a provider that cannot be asked', () => {
  test('is asked again after 30 s, a minute, two, and at most ten, for ever; the money stays set aside', async () => {
    const one = await approved();
    wallet.provider.fault = () => {
      throw new ProviderFailure('no answer');
    };
    const { faults, onFault } = faultsOf();
    const waits = [30, 60, 120, 240, 480, 600, 600, 600].map((seconds) => seconds * SECOND_MS);
    for (const [turn, wait] of waits.entries()) {
      expect(await sendDuePayouts(wallet.jobs, onFault)).toBe(0);
      expect(faults).toHaveLength(turn + 1);
      await club.at(club.clock.nowMs() + wait - 1);
      await sendDuePayouts(wallet.jobs, onFault);
      expect(faults).toHaveLength(turn + 1);
      await club.at(club.clock.nowMs() + 1);
    }
    expect(faults[0]).toBe(`${one.id} no answer`);
    expect(await outcomesOf(club, one.member)).toEqual(waits.map(() => 'error'));
    expect(await findPayoutFault(club.db, macs)).toBe('payouts-failing');
    expect(await moneyOf(club.db, one.member)).toMatchObject({ available: 6_000n, held: AMOUNT });
    wallet.provider.fault = null;
    expect(await sendDuePayouts(wallet.jobs, onFault)).toBe(1);
    expect(await stateOf(one)).toBe('sent');
  });

  test('keeps the other payouts from nothing', async () => {
    const [bad, good] = [await approved(), await approved()];
    wallet.provider.fault = (_act, reference) => {
      if (reference === bad.id) throw new ProviderFailure('not this one');
    };
    expect(await sendDuePayouts(wallet.jobs)).toBe(1);
    expect(await stateOf(good)).toBe('sent');
    expect(await stateOf(bad)).toBe('approved');
  });

  test('that says no for good: the money is back at once', async () => {
    const one = await approved();
    wallet.provider.fault = () => {
      throw new ProviderFailure('the account is closed', { final: true });
    };
    const { faults, onFault } = faultsOf();
    expect(await sendDuePayouts(wallet.jobs, onFault)).toBe(0);
    expect(faults).toEqual([`${one.id} the account is closed`]);
    expect([await stateOf(one), await outcomeOf(club, { eventId: `unsent/${one.id}` })]).toEqual(['failed', 'failed']);
    expect(await moneyOf(club.db, one.member)).toEqual({ available: 10_000n, held: 0n, cash: 0n });
    expect(await outcomesOf(club, one.member)).toEqual(['failed']);
    expect((await messageKindsOf(club, one.member)).at(-1)?.kind).toBe('withdrawal-failed');
  });

  test('that says no for good to a second asking, while it took the first: the payout stands', async () => {
    const one = await approved();
    const provider = providerThat(async () => {
      // Meanwhile another process took over and sent it.
      await club.at(club.clock.nowMs() + 2 * MINUTE_MS);
      await sendDuePayouts(wallet.jobs);
      throw new ProviderFailure('known already', { final: true });
    });
    await sendDuePayouts({ ...wallet.jobs, provider });
    expect(await stateOf(one)).toBe('sent');
    expect(await moneyOf(club.db, one.member)).toMatchObject({ available: 6_000n, held: AMOUNT });
  });

  test('is never shown where a payout goes by what is said of a failure', async () => {
    const one = await approved();
    await club.owner.query(`update payments.payee set encrypted = '\\x00' where member_id = $1`, [one.member.memberId]);
    const { faults, onFault } = faultsOf();
    await sendDuePayouts(wallet.jobs, onFault);
    expect(faults).toHaveLength(1);
    expect(faults.join()).not.toContain(IBAN);
    expect(await stateOf(one)).toBe('approved');
  });
});

test('a process that comes back late with a failure has no say over when the next try is', async () => {
  const one = await approved();
  const failing = providerThat(() => Promise.reject(new ProviderFailure('no answer')));
  const slow = providerThat(async () => {
    await club.at(club.clock.nowMs() + 2 * MINUTE_MS);
    await sendDuePayouts({ ...wallet.jobs, provider: failing });
    throw new ProviderFailure('no answer either');
  });
  await sendDuePayouts({ ...wallet.jobs, provider: slow });
  expect(await outcomesOf(club, one.member)).toEqual(['error', 'error']);
  // The second retry waits a minute; the first would wait half of it.
  await club.at(club.clock.nowMs() + MINUTE_MS - 1);
  expect(await sendDuePayouts(wallet.jobs)).toBe(0);
  await club.at(club.clock.nowMs() + 1);
  expect(await sendDuePayouts(wallet.jobs)).toBe(1);
});

test('an order of an authority that comes in the middle of sending keeps what was not sent yet', async () => {
  const ones = await Promise.all(Array.from({ length: 12 }, () => approved()));
  const requested = new Set<string>();
  const open = Promise.withResolvers<void>();
  const full = Promise.withResolvers<void>();
  const slow = providerThat(async (ask) => {
    requested.add(ask.reference);
    if (requested.size === 8) full.resolve();
    await open.promise;
    return wallet.provider.payout(ask);
  });
  const sending = sendDuePayouts({ ...wallet.jobs, provider: slow });
  await full.promise;
  const waiting = ones.filter(({ id }) => !requested.has(id));
  expect(waiting).toHaveLength(4);
  for (const { member } of waiting) await setLegalHold(club, wallet.payments, member);
  open.resolve();
  expect(await sending).toBe(8);
  for (const one of waiting) expect(await stateOf(one)).toBe('approved');
});

async function untilRequested(reference: string): Promise<void> {
  for (let turn = 0; turn < 10_000 && !wallet.provider.payouts.has(reference); turn++) {
    await club.owner.query('select 1');
  }
  expect(wallet.provider.payouts.has(reference)).toBe(true);
}
