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

/** Of one that can still be paid the whole counts: otherwise several pages together would go around the cap. */
async function countedOf(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount), 0)::bigint as sum from payments.top_up
    where bucket = ${bucket}::smallint and member_id = ${memberId}::uuid
      and created_at > clock.now() - ${HOURS}::integer * interval '1 hour'
      and state in ('created', 'pending', 'review', 'credited')`.execute(q);
  return rows[0]?.sum ?? 0n;
}
