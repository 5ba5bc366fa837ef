import { sql } from 'kysely';
import type { RowMacs } from '../../crypto/row-macs.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { asHeld, heldMembers } from '../rules/legal-holds.ts';

/** Why payouts are unhealthy: too many fail, or one takes too long. */
export type PayoutFault = 'payouts-failing' | 'payouts-slow';

/**
 * Consecutive failures that count as a fault, and their age at most. Older ones count for nothing, because nobody can
 * withdraw while the house is closed.
 */
const IN_A_ROW = 5;
const IN_A_ROW_HOURS = 24;
/**
 * The share that counts as a fault, as a fraction, and the fewest outcomes. Without a minimum, one wrong account
 * number would close the house.
 */
const SHARE = { num: 1, den: 5, ofAtLeast: 5, minutes: 15 };
const UNPAID_HOURS = 24;

/**
 * Finds what is wrong with payouts, by the database's clock. Returns null when they are healthy. They are unhealthy in
 * any of these cases:
 *
 * - The last five outcomes, all within a day, were failures.
 * - A fifth of at least five outcomes within 15 minutes were failures.
 * - A withdrawal is still open a day after it was submitted, and no legal hold keeps that member's money.
 *
 * Bank failures of one member count once. They concern that member's account, and one member must not be able to close
 * the house.
 */
export async function findPayoutFault(q: Db | Tx['q'], macs: RowMacs): Promise<PayoutFault | null> {
  const held = asHeld(await heldMembers(q, macs));
  const { rows } = await sql<{ in_a_row: boolean; share: boolean; slow: boolean }>`
    with latest as (
      select o.id, o.outcome, o.at,
        row_number() over (partition by o.bucket, o.member_id, o.outcome order by o.at desc, o.id desc) as nth
      from payments.payout_outcome o
      where o.at > clock.now() - ${IN_A_ROW_HOURS}::integer * interval '1 hour'
    ), ${held}, counted as (select l.id, l.outcome, l.at from latest l where l.outcome <> 'failed' or l.nth = 1)
    select
      (select count(*) = ${IN_A_ROW}::integer and not bool_or(l.outcome = 'paid') from (
        select o.outcome from counted o
        where o.at > clock.now() - ${IN_A_ROW_HOURS}::integer * interval '1 hour'
        order by o.at desc, o.id desc limit ${IN_A_ROW}::integer
      ) l) as in_a_row,
      (select count(*) >= ${SHARE.ofAtLeast}::integer
          and count(*) filter (where o.outcome <> 'paid') * ${SHARE.den}::integer >= count(*) * ${SHARE.num}::integer
        from counted o where o.at > clock.now() - ${SHARE.minutes}::integer * interval '1 minute'
      ) as share,
      exists (
        select 1 from payments.withdrawal w
        where w.state in ('in-review', 'approved', 'sent')
          and w.submitted_at <= clock.now() - ${UNPAID_HOURS}::integer * interval '1 hour'
          and not exists (select from held h where h.bucket = w.bucket and h.member_id = w.member_id)
      ) as slow`.execute(q);
  const found = rows[0];
  if (found?.in_a_row || found?.share) return 'payouts-failing';
  return found?.slow ? 'payouts-slow' : null;
}

/**
 * Stores the result of `findPayoutFault` where `whyMoneyInClosed` reads it. Finding it scans a day of outcomes, which
 * is too slow for every top-up. It does not depend on the book: money in must also close while the book cannot be
 * written.
 */
export async function notePayoutHealth(tx: Tx, macs: RowMacs): Promise<PayoutFault | null> {
  const fault = await findPayoutFault(tx.q, macs);
  await sql`
    insert into payments.payout_health as h (fault) values (${fault})
    on conflict (one) do update set fault = excluded.fault
    where h.fault is distinct from excluded.fault`.execute(tx.q);
  return fault;
}
