import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** Deletes the liabilities' audit paths after their retention. */
export async function deleteLiabilityPaths(db: Db): Promise<void> {
  await sql`select ledger.forget_owed()`.execute(db);
}
