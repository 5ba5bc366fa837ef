import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../../src/db/transaction.ts';
import { DAY_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import { suspend } from '../../../src/members/account/suspensions.ts';
import { approveOverdue } from '../../../src/payments/withdrawals/reviews.ts';
import { sendDuePayouts } from '../../../src/payments/withdrawals/send-payouts.ts';
import { REFUSAL_REASONS } from '../../../src/payments/withdrawals/withdrawal-rows.ts';
import { call, signIn } from '../../http/server.ts';
import { type Club, type OpenTable, openClub } from '../../kit/club.ts';
import { refuseAs } from '../../kit/decisions.ts';
import { FINANCE_PASSWORD, givePayee } from '../../kit/persons.ts';
import { makeReady, openWallet, serveWallet, type TestWallet } from '../../kit/wallet.ts';
import {
  ADA,
  accountOf,
  BO,
  bodyOf,
  codeOf,
  hear,
  moneyOf,
  newPeriod,
  paidOut,
  playOut,
  submit,
  withdrawalOf,
} from './withdrawing.ts';

const DOCUMENT = join(import.meta.dirname, '../../../../../packages/contract/openapi.json');

let club: Club;
let wallet: TestWallet;
let table: OpenTable;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
});
afterAll(async () => {
  wallet.close();
  await club.close();
});

async function boundMember(credits: bigint): Promise<Identity> {
  const member = await club.member({ credits });
  await givePayee(club.db, wallet.payments.cipher, member);
  return member;
}

async function payOut(member: Identity, id: string, amount: bigint): Promise<void> {
  await sendDuePayouts(wallet.jobs);
  expect(wallet.provider.payouts.get(id)?.amount).toBe(amount);
  await hear(wallet.jobs, member, paidOut(id, amount));
}

interface Operation {
  parameters?: { name: string }[];
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> };
}

describe('house rule 5', () => {
  test('a withdrawal is asked for an amount and the finance password, and for nothing else', () => {
    const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as {
      paths: Record<string, Record<string, Operation>>;
    };
    const fieldsOf = (path: string) =>
      Object.keys(paths[path]?.post?.requestBody?.content['application/json']?.schema.properties ?? {}).sort();
    expect(fieldsOf('/api/me/withdrawals')).toEqual(['amountMinor', 'financePassword']);
    expect(fieldsOf('/api/me/closure')).toEqual(['confirm', 'financePassword']);
    // After submission, no call turns the withdrawal back into a balance to play with.
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      path.startsWith('/api/me/withdrawals') ? Object.keys(methods).map((method) => `${method} ${path}`) : [],
    );
    expect(calls.sort()).toEqual([
      'get /api/me/withdrawals',
      'get /api/me/withdrawals/{id}',
      'post /api/me/withdrawals',
    ]);
  });

  test('nothing is kept of what a withdrawal could be charged with or made to wait for', async () => {
    const { rows } = await club.owner.query(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema in ('payments', 'ledger', 'members')
         and column_name ~* '(^|_)(fees?|turnover|wager|rollover|bonus|tip|task|commission|deposit)(_|$)'`,
    );
    expect(rows).toEqual([]);
  });

  test('what is asked for is what is paid, to the last minor unit', async () => {
    for (const amount of [1_000n, 12_345n, 499_999n]) {
      const member = await boundMember(amount + 1n);
      const id = await submit(wallet.payments, member, amount);
      await payOut(member, id, amount);
      expect(await moneyOf(club.db, member)).toEqual({ available: 1n, held: 0n, cash: amount });
    }
  });

  test('who has never bet can withdraw, and so can who has lost', async () => {
    const idle = await boundMember(10_000n);
    await payOut(idle, await submit(wallet.payments, idle, 10_000n), 10_000n);

    await newPeriod(club, table);
    const members = await Promise.all(Array.from({ length: 6 }, () => boundMember(10_000n)));
    const bets = ['big', 'small', 'odd', 'even', 's3', 's18'] as const;
    await Promise.all(
      members.map((member, index) => club.place(member, table, [{ bet: bets[index]!, stakeMinor: 100n }])),
    );
    await playOut(club, table);
    const losers: Identity[] = [];
    for (const member of members) {
      if ((await moneyOf(club.db, member)).available === 9_900n) losers.push(member);
    }
    expect(losers.length).toBeGreaterThan(1);
    for (const loser of losers) {
      await payOut(loser, await submit(wallet.payments, loser, 9_900n), 9_900n);
      expect(await moneyOf(club.db, loser)).toMatchObject({ available: 0n, cash: 9_900n });
    }
  });

  test('refusing takes two people and a reason from the list, and the money is back at once', async () => {
    expect(REFUSAL_REASONS).toEqual(['payee-not-own', 'account-taken-over', 'authority-order']);
    for (const reason of REFUSAL_REASONS) {
      const member = await boundMember(500_000n);
      const id = await submit(wallet.payments, member, 500_000n);
      const say = (staffId: string) =>
        refuseAs(club, wallet.payments, accountOf(member), id, { staffId, reason, words: 'Words for the member.' });
      await say(ADA);
      expect(await codeOf(say(ADA))).toBe('second-person-needed');
      expect(await moneyOf(club.db, member)).toMatchObject({ available: 0n, held: 500_000n });
      await say(BO);
      expect(await moneyOf(club.db, member)).toEqual({ available: 500_000n, held: 0n, cash: 0n });
    }
  });

  test('a review that nobody ends within 24 hours ends by itself, and is paid', async () => {
    const member = await boundMember(5_000_000n);
    const id = await submit(wallet.payments, member, 5_000_000n);
    await club.at(club.clock.nowMs() + DAY_MS);
    await approveOverdue(wallet.jobs);
    await payOut(member, id, 5_000_000n);
    expect((await withdrawalOf(club.db, member, id)).state).toBe('paid');
  });

  test('a suspended member withdraws and is paid, what was under way included', async () => {
    const server = await serveWallet(club, wallet);
    try {
      const member = await club.member({ credits: 10_000n });
      await makeReady(club, wallet, member);
      const before = await submit(wallet.payments, member, 4_000n);
      const suspension = { reason: 'a reason', until: null };
      await transaction(club.api, (tx) => suspend(tx, wallet.members.sessions, member.memberId, suspension));
      const { cookie } = await signIn(club, member, true);
      const answer = await call(server, '/api/me/withdrawals', {
        body: { amountMinor: '6000', financePassword: FINANCE_PASSWORD },
        cookie,
        headers: { 'idempotency-key': member.memberId },
      });
      expect(answer.status).toBe(201);
      const { withdrawal } = await bodyOf<{ withdrawal: { id: string } }>(answer);
      await payOut(member, before, 4_000n);
      await payOut(member, withdrawal.id, 6_000n);
      expect(await moneyOf(club.db, member)).toEqual({ available: 0n, held: 0n, cash: 10_000n });
    } finally {
      await server.stop();
    }
  });
});
