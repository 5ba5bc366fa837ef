import { sql } from 'kysely';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import type { PaymentProvider } from '../provider/provider.ts';
import type { Rule } from '../rules/rule.ts';

/** The amounts that a member may top up now, in minor units. None when `max` is below `min`. */
export interface TopUpRoom {
  min: bigint;
  max: bigint;
}

/** A cap of the house or the member: at most `max` (minor units) topped up or still payable within `hours`. */
export interface DepositCap {
  hours: number;
  max: bigint;
}

/** Reads the caps that a member has set. They also apply to pages opened earlier. */
export type MemberCaps = (q: Db | Tx['q'], account: Account) => Promise<DepositCap[]>;

const HOUSE_HOURS = 24;

/** Computes the room from the house's rule, the provider's limits, the caps, and the top-ups of each cap's hours. */
export async function readTopUpRoom(
  q: Db | Tx['q'],
  account: Account,
  rule: Rule,
  { limits }: Pick<PaymentProvider, 'limits'>,
  memberCaps: MemberCaps,
): Promise<TopUpRoom> {
  const min = rule.topUpMin > limits.min ? rule.topUpMin : limits.min;
  let max = rule.topUpMax < limits.max ? rule.topUpMax : limits.max;
  for (const cap of [...capsOf(rule), ...(await memberCaps(q, account))]) {
    const left = cap.max - (await toppedUpWithin(q, account, cap.hours));
    if (left < max) max = left > 0n ? left : 0n;
  }
  return { min, max };
}

/**
 * True when crediting `amount` would exceed a cap. Excludes the top-up `topUpId`, to which the amount belongs, from
 * what is still payable. The caller must hold the balance lock.
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

/** Like `isBeyondCap`, but counts credited payments only. For a page that was open when the cap was set. */
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

/** The house's cap, if it has one. */
export function capsOf({ topUpDayMax }: Pick<Rule, 'topUpDayMax'>): DepositCap[] {
  return topUpDayMax === null ? [] : [{ hours: HOUSE_HOURS, max: topUpDayMax }];
}

/**
 * Sums what was credited within `hours` and what open top-ups may still bring, whatever their age. Their money would
 * arrive now, so several open pages could otherwise exceed a cap. Minor units.
 */
export async function toppedUpWithin(
  q: Db | Tx['q'],
  { bucket, memberId }: Account,
  hours: number,
  without: string | null = null,
): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(t.amount), 0)::bigint as sum from payments.top_up t
    where ${ofMember({ bucket, memberId }, 't')}
      and t.state in ('created', 'pending', 'review') and t.id is distinct from ${without}::uuid`.execute(q);
  return (rows[0]?.sum ?? 0n) + (await creditedWithin(q, { bucket, memberId }, hours));
}

async function creditedWithin(q: Db | Tx['q'], { bucket, memberId }: Account, hours: number): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(p.amount), 0)::bigint as sum from payments.payment p
    where ${ofMember({ bucket, memberId }, 'p')} and p.state = 'credited'
      and p.ended_at > clock.now() - ${hours}::integer * interval '1 hour'`.execute(q);
  return rows[0]?.sum ?? 0n;
}
