import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDb, openPool } from '../../../src/db/pool.ts';
import { DAY_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import { reconcile } from '../../../src/ledger/reconcile.ts';
import { sendDuePayouts } from '../../../src/payments/withdrawals/send-payouts.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { readHold } from '../../kit/holds.ts';
import { givePayee } from '../../kit/persons.ts';
import { openWallet, type TestWallet } from '../../kit/wallet.ts';
import { codeOf, messageKindsOf, moneyOf, ruleIs, submit, withdrawalOf } from './withdrawing.ts';

let club: Club;
let wallet: TestWallet;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
});
afterEach(() => ruleIs(club));
afterAll(async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
  wallet.close();
  await club.close();
});

async function boundMember(credits: bigint): Promise<Identity> {
  const member = await club.member({ credits });
  await givePayee(club.db, wallet.payments.cipher, member);
  return member;
}

describe('a withdrawal', () => {
  test('sets its amount aside at once and is on its way', async () => {
    const member = await boundMember(100_000n);
    const id = await submit(wallet.payments, member, 40_000n);
    expect(await moneyOf(club.db, member)).toEqual({ available: 60_000n, held: 40_000n, cash: 0n });
    expect(await readHold(club.db, member, id)).toMatchObject({
      amount: 40_000n,
      purpose: 'withdrawal',
      state: 'pending',
    });
    const nowMs = club.clock.nowMs();
    expect(await withdrawalOf(club.db, member, id)).toMatchObject({
      amount: 40_000n,
      state: 'approved',
      payee: { kind: 'iban', bankName: expect.stringMatching(/Elbe/i), masked: 'DE•• •••• 3000' },
      submittedAtMs: nowMs,
      reviewDueAtMs: null,
      approvedAtMs: nowMs,
      endedAtMs: null,
      steps: [
        { state: 'submitted', atMs: nowMs },
        { state: 'approved', atMs: nowMs },
      ],
    });
    expect(await messageKindsOf(club, member)).toEqual([
      { kind: 'withdrawal-submitted', params: { withdrawalId: id, amountMinor: '40000' } },
    ]);
  });

  test('is looked at by a person from the threshold on, and for 24 hours at most', async () => {
    const member = await boundMember(2_000_000n);
    const below = await submit(wallet.payments, member, 499_999n);
    const at = await submit(wallet.payments, member, 500_000n);
    const dueAtMs = club.clock.nowMs() + DAY_MS;
    expect(await withdrawalOf(club.db, member, below)).toMatchObject({ state: 'approved' });
    expect(await withdrawalOf(club.db, member, at)).toMatchObject({
      state: 'in-review',
      approvedAtMs: null,
      reviewDueAtMs: dueAtMs,
    });
    expect((await messageKindsOf(club, member)).at(-1)).toEqual({
      kind: 'withdrawal-in-review',
      params: { withdrawalId: at, amountMinor: '500000', dueAtMs },
    });
  });

  test('keeps within smallest, largest and number of the day', async () => {
    const member = await boundMember(50_000_000n);
    const ask = (amount: bigint) => codeOf(submit(wallet.payments, member, amount));
    expect(await ask(0n)).toBe('bad-amount');
    expect(await ask(-1n)).toBe('bad-amount');
    expect(await ask(999n)).toBe('amount-too-small');
    expect(await ask(5_000_001n)).toBe('amount-too-large');
    expect(await ask(50_000_001n)).toBe('balance-too-small');
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 50_000_000n, held: 0n });
    expect(await ask(1_000n)).toBeNull();
    expect(await ask(5_000_000n)).toBeNull();
    expect(await ask(1_000n)).toBeNull();
    expect(await ask(1_000n)).toBe('too-many-today');
    await club.at(club.clock.nowMs() + DAY_MS);
    expect(await ask(1_000n)).toBeNull();
  });

  test('says what is missing, and what the bounds are', async () => {
    const member = await boundMember(5_000n);
    await expect(submit(wallet.payments, member, 5_001n)).rejects.toMatchObject({ params: { missingMinor: '1' } });
    await expect(submit(wallet.payments, member, 1n)).rejects.toMatchObject({ params: { minMinor: '1000' } });
    await ruleIs(club, { withdrawalMax: 2_000n, withdrawalsPerDay: 1 });
    await expect(submit(wallet.payments, member, 2_001n)).rejects.toMatchObject({ params: { maxMinor: '2000' } });
    await submit(wallet.payments, member, 1_000n);
    await expect(submit(wallet.payments, member, 1_000n)).rejects.toMatchObject({ params: { perDay: 1 } });
  });

  test('needs a card or an account to go to, and leaves nothing behind without', async () => {
    const member = await club.member({ credits: 5_000n });
    const key = randomUUID();
    expect(await codeOf(submit(wallet.payments, member, 5_000n, key))).toBe('payee-first');
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 5_000n, held: 0n });
    await givePayee(club.db, wallet.payments.cipher, member);
    // A refused request may be repeated with the same key.
    expect(await codeOf(submit(wallet.payments, member, 5_000n, key))).toBeNull();
  });

  test('goes also where the house has no provider at present', async () => {
    const member = await boundMember(5_000n);
    const id = await submit({ ...wallet.payments, provider: null }, member, 5_000n);
    expect(await withdrawalOf(club.db, member, id)).toMatchObject({ state: 'approved' });
  });

  test('of the whole balance may always go, and only that: for any rule, balance, amount and number before', async () => {
    const amounts = fc.bigInt({ min: 1n, max: 3_000n });
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          min: amounts,
          more: fc.bigInt({ min: 0n, max: 3_000n }),
          perDay: fc.integer({ min: 1, max: 3 }),
          reviewFrom: amounts,
          balance: amounts,
          ask: fc.oneof(amounts, fc.constant('all' as const)),
          before: fc.integer({ min: 0, max: 4 }),
        }),
        async ({ min, more, perDay, reviewFrom, balance, ask, before }) => {
          const max = min + more;
          // Earlier withdrawals were made under a rule that permits them.
          await ruleIs(club, { withdrawalMin: 1n, withdrawalsPerDay: 9 });
          const member = await boundMember(balance + BigInt(before));
          for (let turn = 0; turn < before; turn++) await submit(wallet.payments, member, 1n);
          await ruleIs(club, {
            withdrawalMin: min,
            withdrawalMax: max,
            withdrawalsPerDay: perDay,
            reviewFrom,
            topUpMin: min,
          });
          const amount = ask === 'all' ? balance : ask;
          const code = await codeOf(submit(wallet.payments, member, amount));
          const expected =
            amount > balance
              ? 'balance-too-small'
              : amount === balance
                ? null
                : amount < min
                  ? 'amount-too-small'
                  : amount > max
                    ? 'amount-too-large'
                    : before >= perDay
                      ? 'too-many-today'
                      : null;
          expect(code).toBe(expected);
          const left = code === null ? balance - amount : balance;
          expect((await moneyOf(club.db, member)).available).toBe(left);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('one key', () => {
  test('sent 50 times at once to two processes is one withdrawal', async () => {
    const member = await boundMember(10_000n);
    const other = openPool({ url: club.database.urls.api, connectionsMax: 8 });
    const processes = [wallet.payments, { ...wallet.payments, db: openDb(other) }];
    const key = randomUUID();
    const ids = await Promise.all(
      Array.from({ length: 50 }, (_, index) => submit(processes[index % 2] ?? wallet.payments, member, 4_000n, key)),
    );
    await other.end();
    expect(new Set(ids).size).toBe(1);
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 6_000n, held: 4_000n });
    expect(await messageKindsOf(club, member)).toHaveLength(1);
  });

  test('gives the same answer later, whatever has become of the balance, the payee and the rule', async () => {
    const member = await boundMember(10_000n);
    const key = randomUUID();
    const id = await submit(wallet.payments, member, 10_000n, key);
    await ruleIs(club, { withdrawalMin: 20_000n, topUpMin: 20_000n });
    await club.owner.query('update payments.payee set ended_at = active_at where member_id = $1', [member.memberId]);
    await club.at(club.clock.nowMs() + DAY_MS);
    expect(await submit(wallet.payments, member, 10_000n, key)).toBe(id);
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 0n, held: 10_000n });
  });

  test('asks for one amount only', async () => {
    const member = await boundMember(10_000n);
    const key = randomUUID();
    await submit(wallet.payments, member, 4_000n, key);
    expect(await codeOf(submit(wallet.payments, member, 5_000n, key))).toBe('key-reused');
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 6_000n, held: 4_000n });
  });
});

describe('a withdrawal that is made with a password of the database', () => {
  const HOLD = 'select payments.hold_withdrawal($1, $2, $3, $4, $5, $6)';
  const payeeOf = async (member: Identity): Promise<string> =>
    (await club.owner.query('select id from payments.payee where member_id = $1', [member.memberId])).rows[0].id;
  /** Calls the database function with the rights of the API's role. */
  async function hold(member: Identity, amount: bigint, payeeId: string): Promise<string> {
    const id = randomUUID();
    await club.pool.query(HOLD, [member.bucket, member.memberId, id, amount, payeeId, 'sandbox']);
    return id;
  }

  test('is reviewed by its amount, from now on, and due to be tried at once where it is not', async () => {
    const member = await boundMember(1_000_000n);
    const payeeId = await payeeOf(member);
    const nowMs = club.clock.nowMs();
    const large = await hold(member, 500_000n, payeeId);
    expect(await withdrawalOf(club.db, member, large)).toMatchObject({
      ...{ state: 'in-review', submittedAtMs: nowMs, approvedAtMs: null, reviewDueAtMs: nowMs + DAY_MS },
    });
    const small = await hold(member, 1_000n, payeeId);
    expect(await withdrawalOf(club.db, member, small)).toMatchObject({
      ...{ state: 'approved', submittedAtMs: nowMs, approvedAtMs: nowMs, reviewDueAtMs: null },
    });
    const { rows } = await club.owner.query(
      `select day::text, next_at = clock.now() as is_due from payments.withdrawal where id = $1`,
      [small],
    );
    expect(rows).toEqual([{ day: new Date(nowMs).toISOString().slice(0, 10), is_due: true }]);
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 499_000n, held: 501_000n });
  });

  test('goes to a payee that is active, not to one that waits, was replaced, or is of another member', async () => {
    const [member, other] = [await boundMember(10_000n), await boundMember(0n)];
    const payeeId = await payeeOf(member);
    const next = randomUUID();
    await club.pool.query(
      `insert into payments.payee (bucket, member_id, id, kind, bank_code, holder, masked, phone_masked, provider,
         encrypted, key_id, bound_at, active_at, ended_at)
       values ($1, $2, $3, 'iban', 'x', 'x', 'x', 'x', 'sandbox', '', 'x', clock.now(),
         clock.now() + interval '1 day', clock.now() + interval '9 days')`,
      [member.bucket, member.memberId, next],
    );
    for (const id of [next, await payeeOf(other), randomUUID()]) {
      await expect(hold(member, 1_000n, id)).rejects.toMatchObject({ code: 'TC001' });
    }
    await club.pool.query('update payments.payee set ended_at = clock.now() + $2::interval where id = $1', [
      payeeId,
      '1 day',
    ]);
    const sent = await hold(member, 1_000n, payeeId);
    await club.clock.forward(DAY_MS);
    await expect(hold(member, 1_000n, payeeId)).rejects.toMatchObject({ code: 'TC001' });
    await hold(member, 1_000n, next);
    // What was held for the payee before is paid to it.
    // Others of this file are sent before it.
    while ((await sendDuePayouts(wallet.jobs)) > 0);
    expect(await withdrawalOf(club.db, member, sent)).toMatchObject({ state: 'sent' });
  });

  test('has its hold: no process adds a row without one, so none is before an honest payout in the queue', async () => {
    const member = await boundMember(10_000n);
    for (const [role, pool] of Object.entries(club.pools)) {
      const row = pool.query(
        `insert into payments.withdrawal (bucket, member_id, id, day, amount, currency, payee_id, provider, state,
           submitted_at, approved_at, next_at)
         values ($1, $2, $3, current_date, 1, 'PLAY', $3, 'sandbox', 'approved', clock.now(), clock.now(), '-infinity')`,
        [member.bucket, member.memberId, randomUUID()],
      );
      await expect(row, role).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('is begun by jobs for a closing account alone, of its whole balance', async () => {
    const member = await boundMember(10_000n);
    const of = [member.bucket, member.memberId, randomUUID()];
    const payeeId = await payeeOf(member);
    const jobs = club.pools.jobs;
    await expect(jobs.query(HOLD, [...of, 1_000n, payeeId, 'sandbox'])).rejects.toMatchObject({ code: '42501' });
    const final = () => jobs.query('select payments.hold_final($1, $2, $3, $4, $5)', [...of, payeeId, 'sandbox']);
    await expect(final()).rejects.toMatchObject({ code: 'TC001' });
    const close = 'insert into members.closure (bucket, member_id, asked_at) values ($1, $2, clock.now())';
    await expect(jobs.query(close, of.slice(0, 2))).rejects.toMatchObject({ code: '42501' });
    await club.pool.query(close, of.slice(0, 2));
    await final();
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 0n, held: 10_000n });
  });

  test('cannot be put off for longer than six hours, not even by who sends payouts', async () => {
    const member = await boundMember(10_000n);
    const id = await submit(wallet.payments, member, 10_000n);
    const of = [member.bucket, member.memberId, id];
    await expect(
      club.pools.jobs.query(`update payments.withdrawal set next_at = 'infinity' where id = $1`, [id]),
    ).rejects.toThrow('permission denied');
    const waits = async () => {
      const { rows } = await club.owner.query(
        `select extract(epoch from next_at - clock.now())::integer as seconds from payments.withdrawal where id = $1`,
        [id],
      );
      return rows[0].seconds;
    };
    await club.pools.jobs.query(`select payments.put_off($1, $2, $3, 1, 'infinity')`, of);
    expect(await waits()).toBe(6 * 3_600);
    await club.pools.jobs.query(`select payments.note_sent($1, $2, $3, 'psp-1', 'infinity')`, of);
    expect(await waits()).toBe(6 * 3_600);
  });
});
