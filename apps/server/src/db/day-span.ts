import { type RawBuilder, sql } from 'kysely';

/** Days in UTC as `YYYY-MM-DD`, both inclusive. Without an end, the span is open there. */
export interface DaySpan {
  from?: string | undefined;
  to?: string | undefined;
}

/** SQL condition for the rows of a span of days, with a leading `and`; empty for an open one. `at` is a time column. */
export function withinDays(at: string, { from, to }: DaySpan): RawBuilder<unknown> {
  const since = from === undefined ? sql`` : sql`and ${sql.ref(at)} >= ${from}::date::timestamp at time zone 'UTC'`;
  if (to === undefined) return since;
  return sql`${since} and ${sql.ref(at)} < (${to}::date + 1)::timestamp at time zone 'UTC'`;
}
