import { type RawBuilder, sql } from 'kysely';
import type { DaySpan } from '../db/day-span.ts';
import type { SortBy, SortColumn } from '../db/keyset.ts';
import type { Label } from './handling.ts';
import type { Subject } from './threads.ts';

export const THREAD_STATES = ['open', 'closed'] as const;
export type ThreadState = (typeof THREAD_STATES)[number];
/** Filters of the staff's list; `waiting`: the member waits for an answer. */
export const THREAD_FILTERS = ['waiting', ...THREAD_STATES] as const;
export type ThreadFilter = (typeof THREAD_FILTERS)[number];

/** Columns that conversations can be sorted by. */
export const THREAD_SORTS = {
  opened: { column: sql.ref('t.opened_at'), kind: 'time' },
} as const satisfies Record<string, SortColumn>;

/** The span is that of opening. */
export interface ThreadQuery extends DaySpan {
  state?: ThreadFilter;
  subject?: Subject;
  /** Only those assigned to a staff account; null: unassigned. Snoozed ones are left out. */
  assignedTo?: string | null;
  /** Only those that are snoozed now. */
  snoozed?: true;
  /** Only those whose snooze is over, assigned to this staff account or unassigned. */
  backFor?: string;
  label?: Label;
  /** Part of an entry's text, in any of its forms. */
  search?: string;
  /** Without one, in the order of `listThreads` or `listAllThreads`. */
  sort?: SortBy<keyof typeof THREAD_SORTS>;
  limit: number;
  cursor?: string;
}

/**
 * Cursor of the usual order: the number of items before the page. That order changes while it is read, so a page is a
 * range of positions. A sorted list has the cursor of other lists.
 */
export const THREAD_CURSOR = /^(?:\d{1,6}|\d{1,18}~[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const STATE_FILTER: Record<ThreadFilter, RawBuilder<unknown>> = {
  waiting: sql`t.waits_since is not null`,
  open: sql`t.closed_at is null`,
  closed: sql`t.closed_at is not null`,
};

/** SQL condition on `desk.thread t`. */
export const IS_SNOOZED = sql`coalesce(t.snoozed_until > clock.now(), false)`;

/** SQL condition on `desk.thread t`: snooze over, no answer due, unassigned or assigned to the account. */
export function isBack(staffId: string | null): RawBuilder<unknown> {
  return sql`t.snoozed_until <= clock.now() and t.waits_since is null
    and coalesce(t.assigned_to = ${staffId}::uuid, true)`;
}

/** SQL conditions on `desk.thread t` of a query. */
export function filtersOf(query: ThreadQuery): RawBuilder<unknown>[] {
  const { state, subject, search, assignedTo, snoozed, backFor, label } = query;
  return [
    ...(state === undefined ? [] : [STATE_FILTER[state]]),
    ...(subject === undefined ? [] : [sql`t.subject = ${subject}`]),
    ...(assignedTo === undefined
      ? []
      : [sql`t.assigned_to is not distinct from ${assignedTo}::uuid and not ${IS_SNOOZED}`]),
    ...(snoozed === undefined ? [] : [IS_SNOOZED]),
    ...(backFor === undefined ? [] : [isBack(backFor)]),
    ...(label === undefined ? [] : [sql`${label} = any (t.labels)`]),
    ...(search === undefined ? [] : [hasText(search)]),
  ];
}

/** SQL condition: an entry of the conversation contains a text. Slow without another filter: it reads every entry. */
function hasText(typed: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from desk.entry e
    where e.bucket = t.bucket and e.member_id = t.member_id and e.thread_id = t.id
      and strpos(house.search_base(e.words), (select house.search_base(${typed}))) > 0)`;
}
