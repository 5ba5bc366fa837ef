import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import { type TimesTaken, timesTaken } from '../../db/times-taken.ts';
import type { Tx } from '../../db/transaction.ts';

/**
 * Time from the request of a withdrawal to the decision about it, over those that were reviewed and requested since a
 * UTC day. Reviews that approved themselves when they were due count like the others.
 */
export function decisionTimes(q: Db | Tx['q'], from: string): Promise<TimesTaken> {
  return timesTaken(
    q,
    (limit) => sql`
      select coalesce(w.approved_at, case when w.state = 'refused' then w.ended_at end) - w.submitted_at as took
      from payments.withdrawal w
      where w.submitted_at >= ${from}::date::timestamp at time zone 'UTC' and w.review_due_at is not null
      order by w.submitted_at desc limit ${limit}`,
  );
}
