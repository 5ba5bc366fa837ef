import { type RawBuilder, sql } from 'kysely';

/** Cursor of a list in the order of time and id: the microseconds and the id of a page's last row. */
export const MOMENT_CURSOR = /^(\d{1,16})~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** SQL expression for the microseconds of a time column, for a `MOMENT_CURSOR`. */
export function microsOf(at: string): RawBuilder<bigint> {
  return sql<bigint>`(extract(epoch from ${sql.ref(at)}) * 1000000)::bigint`;
}

/**
 * SQL condition for the rows behind a `MOMENT_CURSOR`, with a leading `and`; empty without a cursor. `at` and `id` are
 * the columns that order the list.
 */
export function afterMoment(
  cursor: string | undefined,
  { at, id, order }: { at: string; id: string; order: 'asc' | 'desc' },
): RawBuilder<unknown> {
  const [, micros, lastId] = MOMENT_CURSOR.exec(cursor ?? '') ?? [];
  if (micros === undefined) return sql``;
  const beyond = sql.raw(order === 'asc' ? '>' : '<');
  const last = sql`(to_timestamp(${micros}::numeric / 1000000), ${lastId}::uuid)`;
  return sql`and (${sql.ref(at)}, ${sql.ref(id)}) ${beyond} ${last}`;
}

/**
 * Splits the rows of a query that reads one row more than `limit`: the page's rows, and the cursor of the next page, or
 * null on the last.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}
