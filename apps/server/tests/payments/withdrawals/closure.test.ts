import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../../src/db/transaction.ts';
import { DAY_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import { finishClosures } from '../../../src/jobs/finish-closures.ts';
import { reconcile } from '../../../src/ledger/reconcile.ts';
import { startClosure } from '../../../src/members/account/closures.ts';
import { startSession } from '../../../src/members/sessions/sessions.ts';
import { approveOverdue } from '../../../src/payments/withdrawals/reviews.ts';
import { sendDuePayouts } from '../../../src/payments/withdrawals/send-payouts.ts';
import { listWithdrawals, type WithdrawalRecord } from '../../../src/payments/withdrawals/withdrawal-records.ts';
import { withdrawAll } from '../../../src/payments/withdrawals/withdrawals.ts';
import { call, signIn } from '../../http/server.ts';
import { type Club, type OpenTable, openClub } from '../../kit/club.ts';
import { refuseAs } from '../../kit/decisions.ts';
import { openTransaction, untilSomebodyWaits, untilWaiting } from '../../kit/locks.ts';
import { macs } from '../../kit/macs.ts';
import { givePayee } from '../../kit/persons.ts';
import { paidIn } from '../../kit/provider.ts';
import {
  hear as deliverToClub,
  openWallet,
  readySignedIn,
  serveWallet,
  startOne,
  type TestWallet,
} from '../../kit/wallet.ts';
import {
  ADA,
  accountOf,
  BO,
  codeOf,
  hear,
  messageKindsOf,
  moneyOf,
  newPeriod,
  paidOut,
  playOut,
  wentWrong,
} from './withdrawing.ts';

let club: Club;
let wallet: TestWallet;
let table: OpenTable;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
});
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

/** Starts the closure, like the endpoint after the finance password. */
function leave(member: Identity): Promise<string | null> {
  return transaction(club.api, async (tx) => {
    await startClosure(tx, wallet.members.sessions, member);
    return withdrawAll(tx, wallet.payments, accountOf(member));
  });
}

async function withdrawalsOf(member: Identity): Promise<WithdrawalRecord[]> {
  return (await listWithdrawals(club.db, macs, member, { limit: 100 })).items;
}

async function isDone(member: Identity): Promise<boolean> {
  const { rows } = await club.owner.query('select done_at from members.closure where member_id = $1', [
    member.memberId,
  ]);
  return rows[0]?.done_at instanceof Date;
}

/** Pays all pending withdrawals to the member's bank. */
async function payAll(member: Identity): Promise<void> {
  await sendDuePayouts(wallet.jobs);
  for (const { id, amount, state } of await withdrawalsOf(member)) {
    if (state === 'sent') await hear(wallet.jobs, member, paidOut(id, amount));
  }
}

describe('closing an account', () => {
  test.each([1n, 999n, 10_000n, 60_000_000n])('pays out the whole balance: %s minor units', async (credits) => {
    const member = await boundMember(credits);
    const id = await leave(member);
    const [only] = await withdrawalsOf(member);
    expect(only).toMatchObject({ id, amount: credits, closing: true });
    expect(await moneyOf(club.db, member)).toEqual({ available: 0n, held: credits, cash: 0n });
    if (only?.state === 'in-review') {
      await club.at(club.clock.nowMs() + DAY_MS);
      await approveOverdue(wallet.jobs);
    }
    await payAll(member);
    await finishClosures(wallet.jobs);
    expect(await moneyOf(club.db, member)).toEqual({ available: 0n, held: 0n, cash: credits });
    expect(await isDone(member)).toBe(true);
  });

  test('of an empty account withdraws nothing, needs no payee, and is done', async () => {
    const member = await club.member({ credits: 0n });
    expect(await leave(member)).toBeNull();
    await finishClosures(wallet.jobs);
    expect(await isDone(member)).toBe(true);
    expect(await withdrawalsOf(member)).toEqual([]);
  });

  test('needs a payee where there is money, and changes nothing without', async () => {
    const member = await club.member({ credits: 1n });
    expect(await codeOf(leave(member))).toBe('payee-first');
    const { rows } = await club.owner.query(
      `select (select count(*)::int from members.closure where member_id = $1) as closures,
        (select count(*)::int from members.session where member_id = $1 and restricted) as restricted`,
      [member.memberId],
    );
    expect(rows).toEqual([{ closures: 0, restricted: 0 }]);
  });

  test('waits for open bets, and pays out what they bring', async () => {
    await newPeriod(club, table);
    const member = await boundMember(10_000n);
    // One of the two bets wins.
    const both = [
      { bet: 'big', stakeMinor: 2_000n },
      { bet: 'small', stakeMinor: 2_000n },
    ] as const;
    await club.place(member, table, both);
    await leave(member);
    await payAll(member);
    await finishClosures(wallet.jobs);
    expect(await isDone(member)).toBe(false);
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 0n, cash: 6_000n });

    await playOut(club, table);
    const { available: won } = await moneyOf(club.db, member);
    expect(won).toBeGreaterThan(0n);
    await finishClosures(wallet.jobs);
    expect((await withdrawalsOf(member))[0]).toMatchObject({ amount: won, closing: true });
    expect(await isDone(member)).toBe(false);
    await payAll(member);
    await finishClosures(wallet.jobs);
    expect(await isDone(member)).toBe(true);
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 0n, held: 0n, cash: 6_000n + won });
  });

  test('takes no bet any more, not even one that is under way', async () => {
    await club.at(table.schedule().locks * 1_000);
    const member = await boundMember(10_000n);
    const balance = await openTransaction(club.owner);
    try {
      await balance.client.query('select 1 from ledger.balance where bucket = $1 and member_id = $2 for update', [
        member.bucket,
        member.memberId,
      ]);
      // Both wait for the balance: the closure first, then the bet.
      const left = leave(member);
      await untilWaiting(club.owner, balance.pid);
      const late = codeOf(club.place(member, table, [{ bet: 'big', stakeMinor: 1_000n }]));
      await untilSomebodyWaits(club.owner, 2);
      await balance.commit();
      await left;
      expect(await late).toBe('suspended');
    } finally {
      await balance.rollback();
    }
    expect(await codeOf(club.place(member, table, [{ bet: 'big', stakeMinor: 1_000n }]))).toBe('suspended');
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 0n, held: 10_000n });
  });

  test('tries again a day after a payout came back, at once to another account, and also when all was done', async () => {
    const member = await boundMember(5_000n);
    const id = await leave(member);
    await payAll(member);
    await finishClosures(wallet.jobs);
    expect(await isDone(member)).toBe(true);
    await club.at(club.clock.nowMs() + 3 * DAY_MS);
    await hear(wallet.jobs, member, wentWrong('returned', id ?? ''));
    await finishClosures(wallet.jobs);
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 5_000n, held: 0n });
    await club.at(club.clock.nowMs() + DAY_MS + 1);
    await finishClosures(wallet.jobs);
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 0n, held: 5_000n });

    const [second] = await withdrawalsOf(member);
    await sendDuePayouts(wallet.jobs);
    await hear(wallet.jobs, member, wentWrong('failed', second?.id ?? ''));
    await finishClosures(wallet.jobs);
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 5_000n, held: 0n });
    await club.owner.query(`update payments.payee set ended_at = active_at where member_id = $1`, [member.memberId]);
    await finishClosures(wallet.jobs);
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 5_000n, held: 0n });
    await givePayee(club.db, wallet.payments.cipher, member, { token: 'tok_new' });
    await finishClosures(wallet.jobs);
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 0n, held: 5_000n });
  });

  test('pays out what was refused once more a day later', async () => {
    const member = await boundMember(600_000n);
    const id = (await leave(member)) ?? '';
    for (const staffId of [ADA, BO]) {
      await refuseAs(club, wallet.payments, accountOf(member), id, {
        staffId,
        reason: 'payee-not-own',
        words: 'Not the account of the member.',
      });
    }
    await finishClosures(wallet.jobs);
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 600_000n });
    await club.at(club.clock.nowMs() + DAY_MS + 1);
    await finishClosures(wallet.jobs);
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 0n, held: 600_000n });
  });

  test('pays out a top-up whose payment came late', async () => {
    const member = await boundMember(0n);
    const topUpId = await startOne(wallet, member, 2_000n);
    await leave(member);
    await finishClosures(wallet.jobs);
    await deliverToClub(club, wallet, paidIn(topUpId, 2_000n));
    await finishClosures(wallet.jobs);
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 0n, held: 2_000n });
  });

  test('pays out the others where one cannot be paid out', async () => {
    const members = [await boundMember(0n), await boundMember(0n)].sort((a, b) => a.bucket - b.bucket);
    for (const member of members) {
      const topUpId = await startOne(wallet, member, 2_000n);
      await leave(member);
      await deliverToClub(club, wallet, paidIn(topUpId, 2_000n));
    }
    const [first, second] = members as [Identity, Identity];
    const tell: typeof wallet.payments.tell = async (tx, account, message) => {
      if (account.memberId === first.memberId) throw new Error('test: it cannot be told');
      await wallet.payments.tell(tx, account, message);
    };
    await expect(finishClosures({ ...wallet.jobs, tell })).rejects.toThrow('it cannot be told');
    expect(await moneyOf(club.db, second)).toMatchObject({ available: 0n, held: 2_000n });
    expect(await moneyOf(club.db, first)).toMatchObject({ available: 2_000n, held: 0n });
    await finishClosures(wallet.jobs);
    expect(await moneyOf(club.db, first)).toMatchObject({ available: 0n, held: 2_000n });
  });

  test('pays out a suspended member, too', async () => {
    const member = await boundMember(3_000n);
    await club.owner.query(
      `insert into members.suspension (bucket, member_id, id, reason, from_at) values ($1, $2, $2, 'a reason', now())`,
      [member.bucket, member.memberId],
    );
    const { memberId, userName } = member;
    const { identity } = await transaction(club.api, (tx) =>
      startSession(tx, { memberId, userName, restricted: true }, { address: '192.0.2.1', device: null }),
    );
    await leave(identity);
    await payAll(member);
    expect(await moneyOf(club.db, member)).toMatchObject({ cash: 3_000n });
  });
});

describe('over HTTP', () => {
  test('it takes name, finance password and payee, in this order, and a yes', async () => {
    const server = await serveWallet(club, wallet);
    try {
      const bare = await signIn(club, await club.member({ credits: 5_000n }));
      const ask = (body: unknown, cookie: string) => call(server, '/api/me/closure', { body, cookie });
      const whole = { financePassword: '7391', confirm: true };
      expect((await ask(whole, bare.cookie)).status).toBe(409);
      expect(await (await ask(whole, bare.cookie)).json()).toMatchObject({ code: 'name-first' });

      const member = await readySignedIn(club, wallet, { credits: 5_000n });
      expect((await ask({ financePassword: '7391' }, member.cookie)).status).toBe(400);
      expect((await ask({ ...whole, confirm: false }, member.cookie)).status).toBe(400);
      expect(await (await ask({ ...whole, financePassword: '0000' }, member.cookie)).json()).toMatchObject({
        code: 'finance-password-wrong',
      });
      const answer = await ask(whole, member.cookie);
      expect(answer.status).toBe(201);
      expect(await answer.json()).toMatchObject({ withdrawal: { amountMinor: '5000', closing: true } });
      // The session continues, restricted to reading and withdrawals.
      const wallets = await call(server, '/api/me/wallet', { cookie: member.cookie });
      expect(await wallets.json()).toMatchObject({ closing: true, topUp: { open: false, reason: 'closing' } });
      const topUp = await call(server, '/api/me/top-ups', {
        body: { amountMinor: '5000' },
        cookie: member.cookie,
        headers: { 'idempotency-key': member.memberId },
      });
      expect(topUp.status).toBe(403);
      const again = await ask(whole, member.cookie);
      expect(again.status).toBe(201);
      expect(await again.json()).toEqual({ withdrawal: null });
      expect((await messageKindsOf(club, member)).map(({ kind }) => kind)).toEqual(['withdrawal-submitted']);
    } finally {
      await server.stop();
    }
  });
});
