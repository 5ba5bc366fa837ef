import { sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import type { Catalogue } from '../../lottery/catalogue.ts';
import { OF_MEMBER, recordOf, type SlipRecord, type SlipRow } from './slip-records.ts';

const BATCH = 500;

/** All slips of a member, oldest first, in batches. Needs a REPEATABLE READ transaction. */
export async function* walkSlips(q: Tx['q'], catalogue: Catalogue, account: Account): AsyncGenerator<SlipRecord[]> {
  await sql`
    declare slips_walked no scroll cursor for
    ${OF_MEMBER(account, sql`order by s.day, s.accepted_ms, s.id`)}`.execute(q);
  for (;;) {
    const { rows } = await sql<SlipRow>`fetch forward ${sql.raw(String(BATCH))} from slips_walked`.execute(q);
    if (rows.length > 0) yield rows.map((row) => recordOf(catalogue, row));
    if (rows.length < BATCH) break;
  }
  await sql`close slips_walked`.execute(q);
}
