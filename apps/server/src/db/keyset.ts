import { type RawBuilder, sql } from 'kysely';

/** Cursor of a sorted list: the last row's value in the sorted column, as a number, and its id. */
export const ROW_CURSOR = /^(\d{1,18})~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A column that a list can be sorted by: one with an index, or of a table that stays small. */
export interface SortColumn {
  /** Column or expression; never null, and never below zero. */
  column: RawBuilder<unknown>;
  /** Times appear in cursors as microseconds. */
  kind: 'time' | 'number';
}

/** Name of a column; descending with a leading minus. */
export type SortBy<Name extends string = string> = Name | `-${Name}`;

/** Parts of a query that reads a sorted list page by page. */
export interface Sorting {
  /** The sorted column as a number, for `cursorOf`. */
  value: RawBuilder<bigint>;
  /** The `order by` clause. */
  order: RawBuilder<unknown>;
  /** Condition for the rows behind a cursor, with a leading `and`; empty without one. */
  after(cursor: string | undefined): RawBuilder<unknown>;
}

/** All sortings of a list, both ways. */
export function sortNames<Name extends string>(columns: Readonly<Record<Name, unknown>>): SortBy<Name>[] {
  return (Object.keys(columns) as Name[]).flatMap((name) => [name, `-${name}`] as const);
}

/** Sorts by a column, and by id where it is equal. `id` is the column of the ids. */
export function sortingOf<Name extends string>(
  columns: Readonly<Record<Name, SortColumn>>,
  by: SortBy<Name>,
  id: string,
): Sorting {
  const isDescending = by.startsWith('-');
  const { column, kind } = columns[(isDescending ? by.slice(1) : by) as Name];
  const [beyond, direction] = isDescending ? [sql.raw('<'), sql.raw('desc')] : [sql.raw('>'), sql.raw('asc')];
  return {
    value: kind === 'time' ? sql`(extract(epoch from ${column}) * 1000000)::bigint` : sql`${column}::bigint`,
    order: sql`order by ${column} ${direction}, ${sql.ref(id)} ${direction}`,
    after(cursor) {
      const [, value, lastId] = ROW_CURSOR.exec(cursor ?? '') ?? [];
      if (value === undefined) return sql``;
      const last = kind === 'time' ? sql`to_timestamp(${value}::numeric / 1000000)` : sql`${value}::bigint`;
      return sql`and (${column}, ${sql.ref(id)}) ${beyond} (${last}, ${lastId}::uuid)`;
    },
  };
}

/** Cursor behind a row, whose query selects `Sorting.value` as `sorted`. */
export function cursorOf({ sorted, id }: { sorted: bigint; id: string }): string {
  return `${sorted}~${id}`;
}

/**
 * Splits the rows of a query that reads one row more than `limit`: the page's rows, and the cursor of the next page, or
 * null on the last.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  nextOf: (last: Row) => string,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last !== undefined ? nextOf(last) : null };
}
