import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

/** The database's time, the only one that decides. */
export async function clockNow(q: Db | Tx['q']): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock.now() as now`.execute(q);
  if (!rows[0]) throw new Error('the clock gave no time');
  return rows[0].now;
}
