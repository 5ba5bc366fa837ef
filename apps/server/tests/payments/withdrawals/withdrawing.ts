import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { PLAY_RULE } from '../../../../../dev/play-house/house-plan.ts';
import type { Db } from '../../../src/db/pool.ts';
import { transaction } from '../../../src/db/transaction.ts';
import type { Identity } from '../../../src/identity.ts';
import type { Account } from '../../../src/ledger/lock.ts';
import type { PaymentsDeps } from '../../../src/payments/deps.ts';
import type { ProviderEvent } from '../../../src/payments/provider/provider.ts';
import { confirmLegalHold, proposeLegalHold } from '../../../src/payments/rules/legal-holds.ts';
import type { RulePlan } from '../../../src/payments/rules/rule-entry.ts';
import { applyAnswer } from '../../../src/payments/withdrawals/payouts.ts';
import { readWithdrawal, type WithdrawalRecord } from '../../../src/payments/withdrawals/withdrawal-records.ts';
import { submitWithdrawal } from '../../../src/payments/withdrawals/withdrawals.ts';
import { Refusal } from '../../../src/refusal.ts';
import { advance, outcomeOf, periodIn, untilPaid } from '../../draw/drawing.ts';
import type { Club, OpenTable } from '../../kit/club.ts';
import { macs } from '../../kit/macs.ts';
import { balanceOf } from '../../kit/money.ts';
import { givePayee } from '../../kit/persons.ts';
import { ADA, BO } from '../../kit/staff.ts';
import type { TestWallet } from '../../kit/wallet.ts';

export { ADA, BO };

/** Submits a withdrawal like the route after the finance password. Returns its id. */
export function submit(payments: PaymentsDeps, member: Account, amount: bigint, key = randomUUID()): Promise<string> {
  return transaction(payments.db, (tx) => submitWithdrawal(tx, payments, accountOf(member), { key, amount }));
}

/** The error code of a refused act; null if the act succeeds. */
export async function codeOf(act: Promise<unknown>): Promise<string | null> {
  try {
    await act;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

export async function withdrawalOf(db: Db, member: Account, id: string): Promise<WithdrawalRecord> {
  const record = await readWithdrawal(db, macs, member, id);
  if (!record) throw new Error(`no withdrawal ${id}`);
  return record;
}

/** Available and held balance, and the amount paid out as cash, in minor units. */
export async function moneyOf(db: Db, member: Account): Promise<{ available: bigint; held: bigint; cash: bigint }> {
  const { available, held, cash } = await balanceOf(db, member);
  return { available, held, cash };
}

/** The member's messages, oldest first. */
export async function messageKindsOf(
  club: Club,
  member: Account,
): Promise<{ kind: string; params: Record<string, unknown> }[]> {
  const { rows } = await club.owner.query(
    'select kind, params from members.message where member_id = $1 order by at, id',
    [member.memberId],
  );
  return rows;
}

export async function outcomesOf(club: Club, member: Account): Promise<string[]> {
  const { rows } = await club.owner.query(
    'select outcome from payments.payout_outcome where member_id = $1 order by at, id',
    [member.memberId],
  );
  return rows.map(({ outcome }) => outcome);
}

const COLUMNS = {
  withdrawalMin: 'withdrawal_min',
  withdrawalMax: 'withdrawal_max',
  withdrawalsPerDay: 'withdrawals_per_day',
  reviewFrom: 'review_from',
  twoPeopleFrom: 'two_people_from',
  topUpMin: 'top_up_min',
  topUpMax: 'top_up_max',
} as const satisfies Partial<Record<keyof RulePlan, string>>;

type RuleParts = Pick<RulePlan, keyof typeof COLUMNS>;

/** Replaces the rule in force at once; the house itself must announce changes seven days ahead. */
export async function ruleIs(club: Club, parts: Partial<RuleParts> = {}): Promise<void> {
  const plan: RulePlan = { ...PLAY_RULE, ...parts };
  const names = Object.keys(COLUMNS) as (keyof RuleParts)[];
  const set = names.map((name, index) => `${COLUMNS[name]} = $${index + 1}`);
  await club.owner.query(
    `update payments.rule set ${set.join(', ')}`,
    names.map((name) => String(plan[name])),
  );
}

/** Enters and confirms an authority's order to hold money. Returns its id. */
export async function setLegalHold(club: Club, payments: PaymentsDeps, member: Account, days = 30): Promise<string> {
  const ask = {
    authority: 'District Court',
    reference: 'DC 12/34',
    expiresAtMs: club.clock.nowMs() + days * 86_400_000,
  };
  return transaction(payments.db, async (tx) => {
    const id = await proposeLegalHold(tx, payments, accountOf(member), ADA, ask);
    await confirmLegalHold(tx, payments, accountOf(member), id, BO);
    return id;
  });
}

/** News of a provider about a payout. */
export function paidOut(reference: string, amount: bigint, currency = 'PLAY'): PayoutNews {
  return { kind: 'paid-out', eventId: randomUUID(), reference, providerRef: `payout-${reference}`, amount, currency };
}

/** The same with the bank's reference. */
export function paidTraced(reference: string, amount: bigint, traceRef: string): PayoutNews {
  return { ...paidOut(reference, amount), traceRef } as PayoutNews;
}

export function wentWrong(kind: 'failed' | 'returned', reference: string): PayoutNews {
  return { kind, eventId: randomUUID(), reference, providerRef: `payout-${reference}` };
}

/** Processes an answer of the provider about a payout. Returns the outcome. */
export function hear(
  payments: PaymentsDeps,
  member: Account,
  event: PayoutNews,
  provider = 'sandbox',
): Promise<string> {
  return transaction(payments.db, (tx) => applyAnswer(tx, payments, accountOf(member), provider, event));
}

export type PayoutNews = Extract<ProviderEvent, { kind: 'paid-out' | 'failed' | 'returned' }>;

/** Seals, draws and settles the current period. */
export async function playOut(club: Club, table: OpenTable): Promise<void> {
  const period = periodIn(club, table);
  await club.at(period.locks * 1_000);
  await advance(club, table);
  await club.at(period.draws * 1_000);
  await advance(club, table);
  await untilPaid(club, period);
  expect((await outcomeOf(club, period)).steps).toEqual(['settle']);
}

/** Moves to the start of the next period; earlier ones are finished. */
export async function newPeriod(club: Club, table: OpenTable): Promise<void> {
  await club.at(table.schedule().locks * 1_000);
  await advance(club, table);
}

/** The body of an answer, as a type with the tested fields. */
export async function bodyOf<T>(answer: Response): Promise<T> {
  return (await answer.json()) as T;
}

/** The account of a session's identity. */
export function accountOf({ bucket, memberId }: Account): Account {
  return { bucket, memberId };
}

/** A withdrawal and its member. */
export interface Submitted {
  member: Identity;
  id: string;
}

/** A withdrawal of a new member to an account or a card, too small for a review. */
export async function submitTo(
  { club, wallet }: { club: Club; wallet: TestWallet },
  target: { token: string } | { iban: string },
  amount: bigint,
): Promise<Submitted> {
  const member = await club.member({ credits: 10_000n });
  await givePayee(club.db, wallet.payments.cipher, member, target);
  return { member, id: await submit(wallet.payments, member, amount) };
}

export async function stateIn(club: Club, { member, id }: Submitted): Promise<string> {
  return (await withdrawalOf(club.db, member, id)).state;
}
