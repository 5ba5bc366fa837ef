import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';

/** Last use of any of a member's sessions, ended ones included; null without any. Accurate to the hour. */
export async function lastSeenOf(q: Db | Tx['q'], account: Account): Promise<Date | null> {
  const { at } = await q
    .selectFrom('members.session')
    .select((eb) => eb.fn.max('seen_at').as('at'))
    .where(ofMember(account))
    .executeTakeFirstOrThrow();
  return at;
}
