import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import { transaction } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { noteName, type PersonKey } from './person-keys.ts';

/**
 * Adds missing name hashes to accounts whose marks have only the original form. Erased members have no names left, so
 * their hashes match by that form only. Returns how many accounts it renewed, at most `accountsMax`.
 */
export async function renewNameFingerprints(db: Db, key: PersonKey, accountsMax = 1_000): Promise<number> {
  const { rows } = await sql<Account>`
    select k.bucket, k.member_id as "memberId"
    from (select bucket, member_id, count(*) as n from members.person_fingerprint where kind = 'name' group by 1, 2) k
    join (select bucket, member_id, count(*) as n from members.real_name group by 1, 2) r
      on r.bucket = k.bucket and r.member_id = k.member_id
    where k.n <= r.n limit ${accountsMax}`.execute(db);
  for (const account of rows) await transaction(db, (tx) => noteName(tx, key, account));
  return rows.length;
}
