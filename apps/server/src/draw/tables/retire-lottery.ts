import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Lottery, loadCatalogue } from '../../lottery/catalogue.ts';
import { Refusal } from '../../refusal.ts';
import { tableRefusal } from './proposed-table.ts';

/** Reason of the book's `switch` entry for a retired lottery, which `lottery.retire` writes. */
export const RETIRED = 'retired';

/** A lottery that may be retired. Throws `not-found`, and `table-bad` for one without a table or already retired. */
export async function retirableLottery(q: Db | Tx['q'], key: string): Promise<Lottery> {
  const lottery = (await loadCatalogue(q)).byKey.get(key);
  if (!lottery) throw new Refusal('not-found');
  if (lottery.tables.length === 0) throw tableRefusal({ code: 'no-table-yet', bet: null });
  if (lottery.retiredFrom !== null) throw tableRefusal({ code: 'retired', bet: null });
  return lottery;
}

/** Retires a lottery from its next period on, with an entry in the book. The caller must hold the book's lock. */
export async function retireLottery(tx: Tx, key: string, proposalId: string): Promise<void> {
  await retirableLottery(tx.q, key);
  await sql`select lottery.retire(${proposalId}::uuid)`.execute(tx.q);
  await sql`select pg_notify('tables', '')`.execute(tx.q);
}
