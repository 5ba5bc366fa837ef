import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import { transaction } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { noteName, type PersonKey } from './person-keys.ts';

/**
 * Gives accounts the hashes of their names that they lack: those noted when a name had one form alone. Names of members
 * who left are erased: their hashes match by that form, as before. Returns how many accounts were renewed.
 */
export async function renewNameMarks(db: Db, key: PersonKey, accountsMax = 1_000): Promise<number> {
  const { rows } = await sql<Account>`
    select k.bucket, k.member_id as "memberId"
    from (select bucket, member_id, count(*) as n from members.person_fingerprint where kind = 'name' group by 1, 2) k
    join (select bucket, member_id, count(*) as n from members.real_name group by 1, 2) r
      on r.bucket = k.bucket and r.member_id = k.member_id
    where k.n <= r.n limit ${accountsMax}`.execute(db);
  for (const account of rows) await transaction(db, (tx) => noteName(tx, key, account));
  return rows.length;
}
