import { ofMember } from '../../db/member-rows.ts';
import type { Tx } from '../../db/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Asker } from '../rows.ts';

/** Locks a formal complaint, so that its acts happen one after the other. Throws `not-found`. */
export async function lockFormal(tx: Tx, asker: Asker, id: string) {
  const row = await tx.q
    .selectFrom('complaints.formal')
    .selectAll()
    .where(ofMember(asker))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  return row;
}
