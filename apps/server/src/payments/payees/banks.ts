import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';

export interface Bank {
  code: string;
  name: string;
  /** Two letters, ISO 3166-1. */
  country: string;
}

/** Lists the banks that accept payouts, in display order. */
export async function readBanks(q: Db | Tx['q']): Promise<Bank[]> {
  return q
    .selectFrom('payments.bank')
    .select(['code', 'name', 'country'])
    .orderBy('position')
    .orderBy('code')
    .execute();
}

export async function isBank(q: Db | Tx['q'], code: string): Promise<boolean> {
  const row = await q.selectFrom('payments.bank').select('code').where('code', '=', code).executeTakeFirst();
  return row !== undefined;
}
