import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { notifyMember } from '../members/messages/messages.ts';

/**
 * Declines open booking requests of a host who is no longer shown, and notifies the members. With `null`, of every such
 * host. Returns the number of requests.
 */
export async function endBookings(tx: Tx, hostId: string | null): Promise<number> {
  const { rows } = await sql<{ bucket: number; member_id: string; id: string; thread_id: string }>`
    select bucket, member_id, id, thread_id from directory.end_bookings(${hostId}::uuid)`.execute(tx.q);
  for (const { bucket, member_id: memberId, thread_id: threadId } of rows) {
    await notifyMember(tx, { bucket, memberId }, { kind: 'booking-changed', params: { threadId, state: 'gone' } });
  }
  return rows.length;
}

/** The same for hosts who disappeared by time: an expired check or consent, or a hidden city. */
export function endBookingsOfHidden(db: Db): Promise<number> {
  return transaction(db, (tx) => endBookings(tx, null));
}
