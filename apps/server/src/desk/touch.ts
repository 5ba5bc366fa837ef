import { clockNow } from '../db/clock.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Tx } from '../db/transaction.ts';
import { type Asker, lockThread, notifyDesk, type Side } from './threads.ts';

/**
 * Notes that one side acted on the subject of a conversation without writing. After an act of the member, the member
 * waits for the house. Reopens a closed conversation. Throws `not-found`.
 */
export async function touchThread(tx: Tx, asker: Asker, id: string, by: Side): Promise<void> {
  const { waitsSince } = await lockThread(tx, asker, id);
  const now = await clockNow(tx.q);
  await tx.q
    .updateTable('desk.thread')
    .set({
      ...{ last_at: now, closed_at: null, closed_by: null },
      ...(by === 'member' ? { waits_since: waitsSince ?? now, snoozed_until: null } : { waits_since: null }),
    })
    .where(ofMember(asker))
    .where('id', '=', id)
    .execute();
  await notifyDesk(tx, { memberId: asker.memberId, threadId: id, what: 'entry', by });
}
