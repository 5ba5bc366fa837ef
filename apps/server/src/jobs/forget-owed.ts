import pg from 'pg';
import { outlive } from '../db/pool.ts';

/** A member has so long to fetch the proof of a day; roots and totals stay for ever. */
export const OWED_DAYS = 35;
const TABLES = ['ledger.owed', 'ledger.owed_page'];

/** Removes the paths of days long past. Only the owner may; his connection is open for a moment only. */
export async function forgetOwed(ownerUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1, connectionTimeoutMillis: 5_000 });
  outlive(pool);
  try {
    // As a value: where the tables are spread over machines, a DELETE may not ask for the time itself.
    const { rows } = await pool.query<{ first: string }>(
      `select ((clock.now() at time zone 'UTC')::date - $1::integer)::text as first`,
      [OWED_DAYS],
    );
    for (const table of TABLES) await pool.query(`delete from ${table} where date < $1::date`, [rows[0]?.first]);
  } finally {
    await pool.end();
  }
}
