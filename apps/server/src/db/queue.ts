import { type RawBuilder, sql } from 'kysely';
import type { Db } from './pool.ts';
import type { Tx } from './transaction.ts';

/** Items that wait for staff. */
export interface Queue {
  /** At most `QUEUE_COUNT_MAX`, which stands for that many or more. */
  count: number;
  /** Since when the oldest waits; null for an empty queue, or if the items have no time. */
  oldestAt: Date | null;
  /** Since when the newest of the counted ones waits, so that a change shows also where one item comes and one goes. */
  newestAt: Date | null;
  /** Earliest deadline; null for none. */
  dueAt: Date | null;
}

/** Screens show "99+" from here on. A count costs the same however long the queue gets. */
export const QUEUE_COUNT_MAX = 100;

/**
 * Measures the queue of the given rows: a query of the columns `since` and `due`, in the order in which the most urgent
 * comes first.
 */
export async function measureQueue(q: Db | Tx['q'], rows: RawBuilder<unknown>): Promise<Queue> {
  const { rows: found } = await sql<{ n: number; oldest: Date | null; newest: Date | null; due: Date | null }>`
    select count(*)::integer as n, min(w.since) as oldest, max(w.since) as newest, min(w.due) as due
    from (${rows} limit ${QUEUE_COUNT_MAX}) w`.execute(q);
  const [row] = found;
  const { n = 0, oldest = null, newest = null, due = null } = row ?? {};
  return { count: n, oldestAt: oldest, newestAt: newest, dueAt: due };
}

/** SQL: no deadline. */
export const NOT_DUE = sql`null::timestamptz as due`;
