import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

/** Names of staff by their ids, those included who are gone. */
export async function namesOfStaff(q: Db | Tx['q'], ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await q.selectFrom('staff.account').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Of everybody who works here, or did. */
export async function allNamesOfStaff(q: Db | Tx['q']): Promise<string[]> {
  const rows = await q.selectFrom('staff.account').select('name').execute();
  return rows.map(({ name }) => name);
}
