import { sql } from 'kysely';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import type { Account } from '../ledger/lock.ts';
import type { PaymentsDeps } from './deps.ts';
import { whyMoneyInClosed } from './rules/money-switch.ts';
import { type Rule, readRule } from './rules/rule.ts';
import { readTopUpRoom, type TopUpRoom } from './top-ups/top-up-limits.ts';
import { countOfDay } from './withdrawals/withdrawals.ts';

/** What a member can deposit and withdraw now. Amounts are minor units. */
export interface Wallet {
  available: bigint;
  held: bigint;
  /** All top-ups less all withdrawals: the negated balance of the house's cash account for the member. */
  netDeposits: bigint;
  rule: Rule;
  withdrawalsLeftToday: number;
  /** Why top-ups, bets and purchases are closed; null when they are open. */
  moneyInClosed: Awaited<ReturnType<typeof whyMoneyInClosed>>;
  /** Null when the house has no provider. */
  room: TopUpRoom | null;
}

/** Reads a member's wallet. Throws when there is no such member, or the house has no rule yet. */
export async function readWallet(
  deps: Pick<PaymentsDeps, 'db' | 'provider' | 'memberCaps'>,
  account: Account,
): Promise<Wallet> {
  const { db, provider } = deps;
  const balance = await balanceOf(db, account);
  const rule = await readRule(db);
  return {
    available: balance.available,
    held: balance.held,
    netDeposits: -balance.cash,
    rule,
    withdrawalsLeftToday: Math.max(0, rule.withdrawalsPerDay - (await countOfDay(db, account, balance.today))),
    moneyInClosed: await whyMoneyInClosed(db),
    room: provider && (await readTopUpRoom(db, account, rule, provider, deps.memberCaps)),
  };
}

async function balanceOf(db: Db, { bucket, memberId }: Account) {
  return db
    .selectFrom('ledger.balance')
    .select(['available', 'held', 'cash', sql<string>`(clock.now() at time zone 'UTC')::date`.as('today')])
    .where(ofMember({ bucket, memberId }))
    .executeTakeFirstOrThrow();
}
