import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { RECOVERY_DELAY_MS } from '../members/account/recovery-requests.ts';
import { notifyMember } from '../members/messages/messages.ts';

const AT_ONCE = 100;

/**
 * Notifies members that a visitor asked for a new password of their account. A request without an account is marked,
 * too, so that both look the same to the visitor. Returns the number of requests.
 */
export async function notifyRecoveries(db: Db): Promise<number> {
  const { rows } = await sql<{ threadId: string }>`
    select r.thread_id as "threadId" from members.recovery_request r
    where r.notified_at is null order by r.requested_at limit ${AT_ONCE}`.execute(db);
  for (const { threadId } of rows) await notifyOnce(db, threadId);
  return rows.length;
}

/** Of concurrent jobs only one notifies. */
function notifyOnce(db: Db, threadId: string): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ bucket: number | null; memberId: string | null; at: Date }>`
      update members.recovery_request r set notified_at = clock.now()
      where r.thread_id = ${threadId}::uuid and r.notified_at is null
      returning r.member_bucket as bucket, r.member_id as "memberId", r.notified_at as at`.execute(tx.q);
    const [row] = rows;
    if (!row || row.bucket === null || row.memberId === null) return;
    const account = { bucket: row.bucket, memberId: row.memberId };
    await notifyMember(tx, account, {
      kind: 'recovery-requested',
      params: { readyAtMs: row.at.getTime() + RECOVERY_DELAY_MS },
    });
  });
}
