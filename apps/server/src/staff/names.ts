import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

/** Names of current and former staff, by id. */
export async function namesOfStaff(q: Db | Tx['q'], ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await q.selectFrom('staff.account').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Names of all current and former staff. */
export async function allNamesOfStaff(q: Db | Tx['q']): Promise<string[]> {
  const rows = await q.selectFrom('staff.account').select('name').execute();
  return rows.map(({ name }) => name);
}

/** The account with exactly this name, former staff included; null if there is none. */
export async function findStaffNamed(q: Db | Tx['q'], name: string): Promise<string | null> {
  const row = await q.selectFrom('staff.account').select('id').where('name', '=', name).executeTakeFirst();
  return row?.id ?? null;
}
