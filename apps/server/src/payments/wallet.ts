import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Account } from '../ledger/lock.ts';
import type { PaymentsDeps } from './deps.ts';
import { type Rule, readRule } from './rule.ts';
import { whyMoneyInClosed } from './switch.ts';
import { readTopUpRoom, type TopUpRoom } from './top-up-room.ts';
import { countOfDay } from './withdrawals.ts';

/** What a member can put in and take out now. Amounts are minor units. */
export interface Wallet {
  available: bigint;
  held: bigint;
  /** Topped up less withdrawn, ever: what the house's cash account for him is short of. */
  netDeposits: bigint;
  rule: Rule;
  withdrawalsLeftToday: number;
  /** Why nothing may be topped up, bet or bought; null where it may. */
  moneyInClosed: Awaited<ReturnType<typeof whyMoneyInClosed>>;
  /** Null where the house has no provider. */
  room: TopUpRoom | null;
}

/** Throws where there is no such member, or the house has no rule yet. */
export async function readWallet(
  deps: Pick<PaymentsDeps, 'db' | 'provider' | 'ownCaps'>,
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
    room: provider && (await readTopUpRoom(db, account, rule, provider, deps.ownCaps)),
  };
}

async function balanceOf(db: Db, { bucket, memberId }: Account) {
  return db
    .selectFrom('ledger.balance')
    .select(['available', 'held', 'cash', sql<string>`(clock.now() at time zone 'UTC')::date`.as('today')])
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
}
