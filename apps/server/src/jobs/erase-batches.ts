import type pg from 'pg';

/** Few enough that nobody waits for their locks. */
export const ROWS = 1_000;

/** Rows to be deleted or, with `set`, to be emptied of what says who somebody is. All of it is SQL of our own. */
export interface Erasing {
  table: string;
  /** What becomes of a row `x` that stays, such as `salt = null`; `batch.now` is the time. */
  set?: string;
  /** Which rows are left to do. A row that stays must not be among them again. */
  only: string;
  /** More tables that `only` speaks of. */
  beside?: string;
  /** Where rows refer to others of the same table, which go last. */
  order?: string;
}

/**
 * Erases what there is in a bucket, a batch at a time, each in a statement of its own: broken off, it goes on with what
 * is left. Returns the number of rows. They are found again by their key: their place is another row's on another
 * machine.
 */
export async function eraseInBatches(
  pool: pg.Pool,
  erasing: Erasing,
  values: unknown[],
  bucket: number,
): Promise<number> {
  const { table, set, only, beside, order } = erasing;
  const key = await primaryKeyOf(pool, table);
  const batch = `select ${key.map((column) => `r.${column}`).join(', ')}, clock.now() as now
    from ${table} r ${beside ?? ''} where r.bucket = ${bucket} and ${only}
    ${order === undefined ? '' : `order by ${order}`} limit ${ROWS}`;
  const same = key.map((column) => `x.${column} = batch.${column}`).join(' and ');
  const change =
    set === undefined
      ? `delete from ${table} x using batch where x.bucket = ${bucket} and ${same}`
      : `update ${table} x set ${set} from batch where x.bucket = ${bucket} and ${same}`;
  let erased = 0;
  for (;;) {
    const { rowCount } = await pool.query(`with batch as materialized (${batch}) ${change}`, values);
    erased += rowCount ?? 0;
    if ((rowCount ?? 0) < ROWS) return erased;
  }
}

async function primaryKeyOf(pool: pg.Pool, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ column: string }>(
    `select a.attname::text as column from pg_index i
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
     where i.indrelid = $1::regclass and i.indisprimary`,
    [table],
  );
  if (rows.length === 0) throw new Error(`${table} has no key to find its rows by`);
  return rows.map(({ column }) => column);
}
