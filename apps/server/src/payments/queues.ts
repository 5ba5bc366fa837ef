import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { measureQueue, NOT_DUE, type Queue } from '../db/queue.ts';
import type { Tx } from '../db/transaction.ts';
import { IS_ENDING, IS_WAITING } from './rules/hold-states.ts';
import { IS_SECOND_LOOK } from './withdrawals/withdrawal-records.ts';

type Q = Db | Tx['q'];

/** Withdrawals in review. A review approves itself when it is due. */
export function reviewQueue(q: Q): Promise<Queue> {
  return measureQueue(
    q,
    sql`select w.submitted_at as since, w.review_due_at as due from payments.withdrawal w
      where w.state = 'in-review' order by w.submitted_at`,
  );
}

/** Withdrawals in review that one person has judged and that wait for another. */
export function secondLookQueue(q: Q): Promise<Queue> {
  return measureQueue(
    q,
    sql`select w.submitted_at as since, w.review_due_at as due from payments.withdrawal w
      where ${IS_SECOND_LOOK} order by w.submitted_at`,
  );
}

/** Payments in review. Unsettled payments are refunded when due. */
export function paymentQueue(q: Q): Promise<Queue> {
  return measureQueue(
    q,
    sql`select p.at as since, p.next_at as due from payments.payment p where p.state = 'review' order by p.at`,
  );
}

/** Legal holds that wait for a second person. With `staffId`, without those that this person proposed. */
export function holdQueue(q: Q, staffId: string | null): Promise<Queue> {
  return measureQueue(
    q,
    sql`select h.proposed_at as since, ${NOT_DUE} from payments.legal_hold h
      where ${IS_WAITING} and h.proposed_by is distinct from ${staffId}::uuid order by h.proposed_at`,
  );
}

/** Legal holds in force that end soon. The money moves on at their end. */
export function endingHoldQueue(q: Q): Promise<Queue> {
  return measureQueue(
    q,
    sql`select null::timestamptz as since, h.expires_at as due from payments.legal_hold h
      where ${IS_ENDING} order by h.expires_at`,
  );
}
