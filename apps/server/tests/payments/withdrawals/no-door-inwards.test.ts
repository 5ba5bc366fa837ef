import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fewOr } from '../../../../../packages/fair/tests/sample.ts';
import { answerFormal } from '../../../src/complaints/formal/answer.ts';
import { fileComplaint } from '../../../src/complaints/formal/file.ts';
import type { ComplaintSubject } from '../../../src/complaints/formal/stages.ts';
import { newId } from '../../../src/db/ids.ts';
import { transaction } from '../../../src/db/transaction.ts';
import { DAY_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import { watchPayouts } from '../../../src/jobs/watch-payouts.ts';
import { startClosure } from '../../../src/members/account/closures.ts';
import { suspend } from '../../../src/members/account/suspensions.ts';
import { notePrompted } from '../../../src/members/limits/limit-prompt.ts';
import { type PaymentProvider, ProviderFailure } from '../../../src/payments/provider/provider.ts';
import { approveOverdue } from '../../../src/payments/withdrawals/reviews.ts';
import { sendDuePayouts } from '../../../src/payments/withdrawals/send-payouts.ts';
import { Refusal } from '../../../src/refusal.ts';
import { call, type SignedIn, signIn } from '../../http/server.ts';
import { type Club, type OpenTable, openClub } from '../../kit/club.ts';
import { stopAllBetting, switchLottery } from '../../kit/lotteries.ts';
import { macs } from '../../kit/macs.ts';
import { FINANCE_PASSWORD, giveFinancePassword, givePayee, nameMember } from '../../kit/persons.ts';
import { makeReady, openWallet, readySignedIn, serveWallet, type TestWallet } from '../../kit/wallet.ts';
import { OPEN, type Situation, situations } from './door-states.ts';
import { bodyOf, hear, moneyOf, paidOut, ruleIs, setLegalHold, submit, wentWrong } from './withdrawing.ts';

const RUNS = fewOr(8, 60);
const STAKE = 100n;

let club: Club;
let wallet: TestWallet;
let table: OpenTable;
let server: { address: string; stop(): Promise<void> };
let provider: PaymentProvider;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  provider = wallet.provider;
  server = await serveWallet(club, wallet);
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
});
afterAll(async () => {
  await server.stop();
  wallet.close();
  await club.close();
});

interface WalletFigures {
  withdrawal: { minMinor: string; feeMinor: string };
  topUp: { minMinor: string };
}

async function send(member: SignedIn, path: string, body: unknown): Promise<{ status: number; code: string | null }> {
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await call(server, path, { body, cookie: member.cookie, headers });
  const { code = null } = await bodyOf<{ code?: string }>(answer);
  return { status: answer.status, code };
}

function topUp(member: SignedIn, amount: bigint) {
  return send(member, '/api/me/top-ups', { amountMinor: String(amount) });
}

function withdraw(member: SignedIn, amount: bigint) {
  const body = { amountMinor: String(amount), financePassword: FINANCE_PASSWORD };
  return send(member, '/api/me/withdrawals', body);
}

async function bet(member: SignedIn, stakeMinor: bigint): Promise<string | null> {
  try {
    await club.place(member, table, [{ bet: 'big', stakeMinor }]);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** Creates failed or overdue payouts, for the house's payout watch. */
async function makePayouts(state: Situation['house']['payouts']): Promise<void> {
  if (state === 'healthy') return;
  if (state === 'slow') {
    const other = await readySignedIn(club, wallet, { credits: 10_000n });
    await ruleIs(club);
    const id = await submit(wallet.payments, other, 10_000n);
    await club.owner.query(
      `update payments.withdrawal
       set submitted_at = (submitted_at at time zone 'UTC' - interval '25 hours') at time zone 'UTC' where id = $1`,
      [id],
    );
    return;
  }
  for (let turn = 0; turn < 5; turn++) {
    const other = await readySignedIn(club, wallet, { credits: 10_000n });
    await ruleIs(club);
    const id = await submit(wallet.payments, other, 10_000n);
    await hear(wallet.jobs, other, wentWrong('failed', id));
  }
}

/** A granted request to restrict the use of data, and an open one to erase it. */
async function giveDataCases(member: Identity): Promise<void> {
  const words = 'Please stop using my data.';
  await transaction(club.api, async (tx) => {
    const file = (subject: ComplaintSubject) => fileComplaint(tx, member, { key: randomUUID(), subject, words });
    const id = await file('data-restriction');
    await answerFormal(tx, member, id, { staffId: randomUUID(), words, outcome: 'upheld' });
    await file('data-erasure');
  });
}

async function makeMember({ member: plan }: Situation): Promise<SignedIn> {
  await ruleIs(club, { withdrawalMin: 1n, withdrawalsPerDay: 9, reviewFrom: 500_000n });
  const member = await club.member({ credits: plan.balance + BigInt(plan.used) });
  await makeReady(club, wallet, member);
  for (let turn = 0; turn < plan.used; turn++) await submit(wallet.payments, member, 1n);
  if (plan.payee !== 'bound') await replacePayee(member.memberId, member.bucket, plan.payee);
  if (plan.legalHold) await setLegalHold(club, wallet.payments, member, 2);
  if (plan.dataCases) await giveDataCases(member);
  if (plan.suspended) {
    const suspension = { reason: 'a reason', until: null };
    await transaction(club.api, (tx) => suspend(tx, wallet.members.sessions, member.memberId, suspension));
  }
  // A suspended member gets a restricted session, as at sign-in.
  const signedIn = await signIn(club, member, plan.suspended);
  if (plan.closing) await transaction(club.api, (tx) => startClosure(tx, wallet.members.sessions, signedIn));
  return signedIn;
}

async function replacePayee(memberId: string, bucket: number, how: 'replaced-soon' | 'replaced'): Promise<void> {
  const activeAt = new Date(club.clock.nowMs() + (how === 'replaced' ? -1 : DAY_MS));
  await club.owner.query('update payments.payee set ended_at = $2 where member_id = $1', [memberId, activeAt]);
  const id = await givePayee(club.db, wallet.payments.cipher, { bucket, memberId }, { token: 'tok_next' });
  await club.owner.query('update payments.payee set bound_at = $2, active_at = $2 where id = $1', [id, activeAt]);
}

/** Puts the house into the state of the situation, and runs its payout watch. */
async function makeHouse({ house }: Situation): Promise<void> {
  await switchLottery(club.db, table.lotteryId, house.tableOpen);
  await stopAllBetting(club.db, house.stopped);
  await ruleIs(club, house.rule);
  await watchPayouts(club.jobs, macs);
  wallet.payments.provider = house.provider === 'none' ? null : provider;
  wallet.provider.fault =
    house.provider === 'down'
      ? () => {
          throw new ProviderFailure('no answer');
        }
      : null;
}

/** Completes all withdrawals, so that the next situation starts with a healthy house. */
async function settleAll(): Promise<void> {
  wallet.payments.provider = provider;
  wallet.provider.fault = null;
  await club.at(club.clock.nowMs() + 3 * DAY_MS);
  await approveOverdue(wallet.jobs);
  await sendDuePayouts(wallet.jobs);
  const { rows } = await club.owner.query(
    `select bucket, member_id as "memberId", id, amount from payments.withdrawal where state = 'sent'`,
  );
  for (const { id, amount, ...member } of rows) await hear(wallet.jobs, member, paidOut(id, BigInt(amount)));
  await watchPayouts(club.jobs, macs);
}

describe('house rule 4', () => {
  test('in every state of house and member, anyone who can top up or bet can withdraw their whole balance, and gets it', {
    timeout: 240_000,
  }, async () => {
    let toppedUp = 0;
    let placed = 0;
    await fc.assert(
      fc.asyncProperty(situations, async (situation) => {
        const { house } = situation;
        const member = await makeMember(situation);
        await makePayouts(house.payouts);
        await makeHouse(situation);

        const paidIn = await topUp(member, house.rule.topUpMin);
        const betCode = await bet(member, STAKE);
        if (paidIn.status === 201) toppedUp += 1;
        if (betCode === null) placed += 1;
        if (house.stopped) expect(betCode).not.toBeNull();
        if (house.payouts !== 'healthy') {
          expect(paidIn.status).not.toBe(201);
          expect(betCode).not.toBeNull();
        }

        const { available, held: before } = await moneyOf(club.db, member);
        if (available > 0n) {
          // In any state of house and member, even if neither top-ups nor bets are possible.
          expect(await withdraw(member, available)).toEqual({ status: 201, code: null });
        }
        // The whole amount, without any deduction.
        const { available: left, held } = await moneyOf(club.db, member);
        expect({ left, held }).toEqual({ left: 0n, held: before + available });

        const answer = await call(server, '/api/me/wallet', { cookie: member.cookie });
        const { withdrawal, topUp: into } = await bodyOf<WalletFigures>(answer);
        expect(BigInt(withdrawal.minMinor)).toBeLessThanOrEqual(BigInt(into.minMinor));
        expect(withdrawal.feeMinor).toBe('0');

        await settleAll();
        const { cash, held: stillHeld } = await moneyOf(club.db, member);
        expect({ cash, stillHeld }).toEqual({ cash: held, stillHeld: 0n });
      }),
      // A random sample might contain no house with top-ups and bets.
      { numRuns: RUNS, examples: [[OPEN]] },
    );
    // Proves that top-ups and bets were tried.
    expect(Math.min(toppedUp, placed)).toBeGreaterThan(0);
  });

  test('what a payout needs is asked before the first top-up, by the same answers', async () => {
    await ruleIs(club);
    const bare = await signIn(club, await club.member({ credits: 5_000n }));
    const requests: (string | null)[] = [];
    for (const give of [
      () => nameMember(club.db, bare),
      () => giveFinancePassword(wallet.members, bare),
      () => givePayee(club.db, wallet.payments.cipher, bare),
    ]) {
      const [paidIn, out] = [await topUp(bare, 1_000n), await withdraw(bare, 5_000n)];
      expect(paidIn.status).toBe(409);
      expect(paidIn.code).toBe(out.code);
      requests.push(out.code);
      await give();
    }
    expect(requests).toEqual(['name-first', 'finance-password-first', 'payee-first']);
    // The question about limits is for money in alone.
    expect((await topUp(bare, 1_000n)).code).toBe('limits-unanswered');
    expect((await withdraw(bare, 5_000n)).status).toBe(201);
    await transaction(club.db, (tx) => notePrompted(tx, bare));
    expect((await topUp(bare, 1_000n)).status).toBe(201);
  });

  test('the smallest payout is at most the smallest top-up: the table of rules takes no other', async () => {
    await ruleIs(club);
    const rule = (min: number, topUpMin: number) =>
      club.owner.query(
        `insert into payments.rule select (r).* from (select jsonb_populate_record(q, $1) as r from payments.rule q) x`,
        [JSON.stringify({ version: topUpMin, withdrawal_min: min, top_up_min: topUpMin })],
      );
    await expect(rule(10_001, 10_000)).rejects.toThrow(/smallest_payout_at_most_smallest_top_up/);
    await expect(club.pool.query('update payments.rule set withdrawal_min = 1')).rejects.toThrow(/permission denied/);
    await expect(
      club.owner.query(
        `insert into payments.rule select (r).* from (select jsonb_populate_record(q, $1) as r from payments.rule q) x`,
        [JSON.stringify({ version: 9, withdrawals_per_day: 0 })],
      ),
    ).rejects.toThrow(/withdrawals_per_day/);
  });

  test('withdrawal has no switch: none can be written down', async () => {
    for (const what of ['withdrawal', 'money-out', 'payouts']) {
      const write = sql`insert into house.switch (what, id, open, reason, at)
        values (${what}, ${newId()}, false, 'test', now())`;
      await expect(write.execute(club.db), what).rejects.toThrow(/check constraint/);
      for (const process of [club.api, club.draw, club.jobs])
        await expect(write.execute(process), what).rejects.toThrow(/permission denied/);
    }
  });
});
