import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';

/**
 * Declines open booking requests of a host who is no longer shown. With `null`, of every such host, also of those who
 * disappeared by time. A job notifies the members.
 */
export async function endBookings(tx: Tx, hostId: string | null): Promise<void> {
  await sql`select directory.end_bookings(${hostId}::uuid)`.execute(tx.q);
}

/** Requests that ended this way and whose members have no message yet. Marks them as notified. */
export async function takeEnded(tx: Tx): Promise<{ bucket: number; memberId: string; threadId: string }[]> {
  const { rows } = await sql<{ bucket: number; memberId: string; threadId: string }>`
    select bucket, member_id as "memberId", thread_id as "threadId" from directory.take_ended()`.execute(tx.q);
  return rows;
}
