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

const HOURS = 24;

/** By the house's rule, the provider, and what the member has topped up, or still may, within 24 hours. */
export async function readTopUpRoom(
  q: Db | Tx['q'],
  account: Account,
  rule: Rule,
  provider: Pick<PaymentProvider, 'limits'>,
): Promise<TopUpRoom> {
  const { limits } = provider;
  const min = rule.topUpMin > limits.min ? rule.topUpMin : limits.min;
  const largest = rule.topUpMax < limits.max ? rule.topUpMax : limits.max;
  if (rule.topUpDayMax === null) return { min, max: largest };
  const left = rule.topUpDayMax - (await countedOf(q, account));
  return { min, max: left < largest ? (left > 0n ? left : 0n) : largest };
}

/**
 * Whether an amount more in the member's balance would be beyond the house's cap. `topUpId` is the top-up that it
 * belongs to, which is not counted as one that is still to be paid. For who holds the balance.
 */
export async function isBeyondCap(
  q: Db | Tx['q'],
  account: Account,
  rule: Pick<Rule, 'topUpDayMax'>,
  { amount, topUpId }: { amount: bigint; topUpId: string },
): Promise<boolean> {
  if (rule.topUpDayMax === null) return false;
  return (await countedOf(q, account, topUpId)) + amount > rule.topUpDayMax;
}

/**
 * What was credited within 24 hours, and what may still come of pages that can be paid: otherwise several together
 * would go around the cap.
 */
async function countedOf(
  q: Db | Tx['q'],
  { bucket, memberId }: Account,
  without: string | null = null,
): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select (
      coalesce((select sum(t.amount) from payments.top_up t
        where t.bucket = ${bucket}::smallint and t.member_id = ${memberId}::uuid and t.created_at > since.at
          and t.state in ('created', 'pending', 'review') and t.id is distinct from ${without}::uuid), 0)
      + coalesce((select sum(p.amount) from payments.payment p
        where p.bucket = ${bucket}::smallint and p.member_id = ${memberId}::uuid and p.state = 'credited'
          and p.ended_at > since.at), 0))::bigint as sum
    from (select clock.now() - ${HOURS}::integer * interval '1 hour' as at) since`.execute(q);
  return rows[0]?.sum ?? 0n;
}
