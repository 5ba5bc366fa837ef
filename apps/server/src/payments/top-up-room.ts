import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import type { PaymentProvider } from './provider.ts';
import type { Rule } from './rule.ts';

/** Between what amounts a member can top up now; where `max` is below `min`, not at all. Minor units. */
export interface TopUpRoom {
  min: bigint;
  max: bigint;
}

/** Not more than `max` topped up, or still to be paid, within so many hours. Of the house or of the member. */
export interface DepositCap {
  hours: number;
  max: bigint;
}

/** The caps that a member has set himself. They are held against what is paid on pages that were open before, too. */
export type OwnCaps = (q: Db | Tx['q'], account: Account) => Promise<DepositCap[]>;

const HOUSE_HOURS = 24;

/** By the rule of the house, the provider, and what the member has topped up, or still may, within his own limits. */
export async function readTopUpRoom(
  q: Db | Tx['q'],
  account: Account,
  rule: Rule,
  { limits }: Pick<PaymentProvider, 'limits'>,
  ownCaps: OwnCaps,
): Promise<TopUpRoom> {
  const min = rule.topUpMin > limits.min ? rule.topUpMin : limits.min;
  let max = rule.topUpMax < limits.max ? rule.topUpMax : limits.max;
  for (const cap of [...capsOf(rule), ...(await ownCaps(q, account))]) {
    const left = cap.max - (await toppedUpWithin(q, account, cap.hours));
    if (left < max) max = left > 0n ? left : 0n;
  }
  return { min, max };
}

/**
 * Whether an amount more in the member's balance would be beyond a cap. `topUpId` is the top-up that it belongs to,
 * which is not counted as one that is still to be paid. For who holds the balance.
 */
export async function isBeyondCap(
  q: Db | Tx['q'],
  account: Account,
  caps: readonly DepositCap[],
  { amount, topUpId }: { amount: bigint; topUpId: string },
): Promise<boolean> {
  for (const { hours, max } of caps) {
    if ((await toppedUpWithin(q, account, hours, topUpId)) + amount > max) return true;
  }
  return false;
}

/** Likewise, counting what is in the balance alone: for a page that was open when the cap was set. */
export async function isBeyondCredited(
  q: Db | Tx['q'],
  account: Account,
  caps: readonly DepositCap[],
  amount: bigint,
): Promise<boolean> {
  for (const { hours, max } of caps) {
    if ((await creditedWithin(q, account, hours)) + amount > max) return true;
  }
  return false;
}

/** The house's own, if it has one. */
export function capsOf({ topUpDayMax }: Pick<Rule, 'topUpDayMax'>): DepositCap[] {
  return topUpDayMax === null ? [] : [{ hours: HOUSE_HOURS, max: topUpDayMax }];
}

/**
 * What was credited within so many hours, and what may still come of pages that can be paid, however old: their money
 * would come now, and several together would go around the cap. Minor units.
 */
export async function toppedUpWithin(
  q: Db | Tx['q'],
  { bucket, memberId }: Account,
  hours: number,
  without: string | null = null,
): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(t.amount), 0)::bigint as sum from payments.top_up t
    where t.bucket = ${bucket}::smallint and t.member_id = ${memberId}::uuid
      and t.state in ('created', 'pending', 'review') and t.id is distinct from ${without}::uuid`.execute(q);
  return (rows[0]?.sum ?? 0n) + (await creditedWithin(q, { bucket, memberId }, hours));
}

async function creditedWithin(q: Db | Tx['q'], { bucket, memberId }: Account, hours: number): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(p.amount), 0)::bigint as sum from payments.payment p
    where p.bucket = ${bucket}::smallint and p.member_id = ${memberId}::uuid and p.state = 'credited'
      and p.ended_at > clock.now() - ${hours}::integer * interval '1 hour'`.execute(q);
  return rows[0]?.sum ?? 0n;
}
