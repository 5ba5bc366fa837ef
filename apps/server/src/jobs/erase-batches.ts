import type pg from 'pg';

/** Few enough that nobody waits for their locks. */
export const ROWS = 1_000;

/** Rows to be deleted or, with `set`, to be emptied of what says who somebody is. All of it is SQL of our own. */
export interface Erasing {
  table: string;
  /** What becomes of a row that stays, such as `salt = null`. */
  set?: string;
  /** Which rows are left to do. A row that stays must not be among them again. */
  only: string;
  /** More tables that `only` speaks of. */
  beside?: string;
  /** Where rows refer to others of the same table, which go last. */
  order?: string;
}

/**
 * Erases what there is in a bucket, a batch at a time, each in a transaction of its own: broken off, it goes on with
 * what is left. Returns the number of rows. A bucket lies on one machine: elsewhere the same place is another row's.
 */
export async function eraseInBatches(
  pool: pg.Pool,
  erasing: Erasing,
  values: unknown[],
  bucket: number,
): Promise<number> {
  const { table, set, only, beside, order } = erasing;
  const batch = `select r.ctid from ${table} r ${beside ?? ''} where r.bucket = ${bucket} and ${only}
    ${order === undefined ? '' : `order by ${order}`} limit ${ROWS}`;
  const change = set === undefined ? `delete from ${table}` : `update ${table} set ${set}`;
  let erased = 0;
  for (;;) {
    const { rowCount } = await pool.query(
      `${change} where bucket = ${bucket} and ctid = any (array(${batch}))`,
      values,
    );
    erased += rowCount ?? 0;
    if ((rowCount ?? 0) < ROWS) return erased;
  }
}
