import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

export interface Bank {
  code: string;
  name: string;
  /** ISO 3166-1, two letters. */
  country: string;
}

/** The banks that a payout may go to, in the order in which they are shown. */
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
