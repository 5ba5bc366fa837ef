import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** Removes the paths of what the house owed, of days long past. */
export async function forgetOwed(db: Db): Promise<void> {
  await sql`select ledger.forget_owed()`.execute(db);
}
