import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { endBookings, takeEnded } from '../directory/end-bookings.ts';
import { notifyMember } from '../members/messages/messages.ts';

/**
 * Declines open booking requests of hosts who are no longer shown, and notifies the members, also of requests that
 * another process declined. Returns the number of messages.
 */
export function endBookingsOfHidden(db: Db): Promise<number> {
  return transaction(db, async (tx) => {
    await endBookings(tx, null);
    const ended = await takeEnded(tx);
    for (const { threadId, ...member } of ended) {
      await notifyMember(tx, member, { kind: 'booking-changed', params: { threadId, state: 'gone' } });
    }
    return ended.length;
  });
}
