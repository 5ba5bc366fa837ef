import { ofMember } from '../db/member-rows.ts';
import type { Tx } from '../db/transaction.ts';
import type { Identity } from '../identity.ts';
import { Refusal } from '../refusal.ts';

/** The member who made a complaint. */
export type Asker = Pick<Identity, 'bucket' | 'memberId'>;

/** Locks a complaint, so that texts and answers are added one after the other. Throws `not-found`. */
export async function lockComplaint(
  tx: Tx,
  { bucket, memberId }: Asker,
  id: string,
): Promise<{ slipId: string; drawId: string; answeredAt: Date | null }> {
  const row = await tx.q
    .selectFrom('complaints.complaint')
    .select(['slip_id as slipId', 'draw_id as drawId', 'answered_at as answeredAt'])
    .where(ofMember({ bucket, memberId }))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  return row;
}
