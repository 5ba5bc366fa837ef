import { sql } from 'kysely';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import type { Account } from './lock.ts';

/** A member's stakes, winnings, deposits and withdrawals, in minor units. */
export interface Turnover {
  /** Stakes minus returned stakes. */
  staked: bigint;
  won: bigint;
  /** Returned stakes of void and late draws. */
  refunded: bigint;
  /** Deposits, including payments credited by a correction. Excludes balance corrections. */
  in: bigint;
  /** Paid withdrawals minus those that the bank returned. */
  out: bigint;
}

export interface DayTurnover extends Turnover {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
}

/**
 * One row per day with a transfer, in order. A transfer counts on the day of its act: a bet and its results on the day
 * of the lock, a withdrawal on the day of the request.
 */
export async function turnoverByDay(
  db: Db,
  { bucket, memberId }: Account,
  days: { from: string; to: string },
): Promise<DayTurnover[]> {
  const { rows } = await sql<DayTurnover>`
    select t.day,
      coalesce(sum(t.amount) filter (where t.kind = 'stake'), 0)::bigint - coalesce(${REFUNDED}, 0)::bigint as staked,
      coalesce(sum(t.amount) filter (where t.kind = 'payout'), 0)::bigint as won,
      coalesce(${REFUNDED}, 0)::bigint as refunded,
      coalesce(sum(t.amount) filter (where t.debit = 'cash' and t.kind <> 'bounce'), 0)::bigint as in,
      coalesce(sum(case when t.credit = 'cash' then t.amount when t.kind = 'bounce' then -t.amount end), 0)::bigint as out
    from ledger.transfer t
    where ${ofMember({ bucket, memberId }, 't')}
      and t.day between ${days.from}::date and ${days.to}::date
    group by t.day order by t.day`.execute(db);
  return rows;
}

const REFUNDED = sql`sum(t.amount) filter (where t.kind in ('refund', 'return'))`;

/** Sum over days. All zeros for none. */
export function addUp(days: readonly Turnover[]): Turnover {
  const sum: Turnover = { staked: 0n, won: 0n, refunded: 0n, in: 0n, out: 0n };
  for (const day of days) {
    sum.staked += day.staked;
    sum.won += day.won;
    sum.refunded += day.refunded;
    sum.in += day.in;
    sum.out += day.out;
  }
  return sum;
}

/** All-time deposits minus withdrawals, by the member's cash account: the member's own money in the house. */
export async function lifetimeNetDeposits(db: Db, { bucket, memberId }: Account): Promise<bigint> {
  const balance = await db
    .selectFrom('ledger.balance')
    .select('cash')
    .where(ofMember({ bucket, memberId }))
    .executeTakeFirst();
  return -(balance?.cash ?? 0n);
}
