import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { measureQueue, NOT_DUE, type Queue } from '../db/queue.ts';
import type { Tx } from '../db/transaction.ts';
import { IS_SNOOZED, isBack } from './thread-query.ts';

type Q = Db | Tx['q'];

/** Conversations in which a member waits for an answer. */
export function deskQueue(q: Q): Promise<Queue> {
  return measureQueue(
    q,
    sql`select t.waits_since as since, ${NOT_DUE} from desk.thread t
    where t.waits_since is not null order by t.waits_since`,
  );
}

/**
 * Of these, the ones that a staff account has, or nobody with `assignedTo` null. Snoozed ones are left out, as in the
 * inbox.
 */
export function assignedQueue(q: Q, assignedTo: string | null): Promise<Queue> {
  return measureQueue(
    q,
    sql`select t.waits_since as since, ${NOT_DUE} from desk.thread t
    where t.waits_since is not null and t.assigned_to is not distinct from ${assignedTo}::uuid and not ${IS_SNOOZED}
    order by t.waits_since`,
  );
}

/** Visitors' conversations in which the visitor waits for an answer. */
export function visitorQueue(q: Q): Promise<Queue> {
  return measureQueue(
    q,
    sql`select t.waits_since as since, ${NOT_DUE} from desk.visitor_thread t
    where t.waits_since is not null order by t.waits_since`,
  );
}

/**
 * Conversations that are back from a snooze and whose members wait for no answer: those of a person, and unassigned
 * ones. With null, all.
 */
export function snoozedQueue(q: Q, staffId: string | null): Promise<Queue> {
  return measureQueue(
    q,
    sql`select t.snoozed_until as since, ${NOT_DUE} from desk.thread t
    where t.closed_at is null and ${isBack(staffId)} order by t.snoozed_until`,
  );
}
