import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { DAY_MS } from '../durations.ts';
import { RECOVERY_DELAY_MS, RECOVERY_LIFE_MS } from '../members/account/recovery-requests.ts';
import { notifyMember } from '../members/messages/messages.ts';

const AT_ONCE = 100;
/** After the member or support ended a request, the next one gets no message for this long. */
const QUIET_MS = 7 * DAY_MS;

/**
 * Notifies members that a visitor asked for a new password of their account. Returns the number of messages.
 *
 * A stranger can make any number of requests for a name. So only the oldest open request of an account gets a message.
 * Others get none while it is open, nor for 7 days after the member stopped or support refused one. They take no
 * effect without a message either: `decideRecovery` sends it with support's approval, and the 24 hours start then. So
 * the true member waits for nothing but the approval.
 */
export async function notifyRecoveries(db: Db): Promise<number> {
  const { rows } = await sql<{ threadId: string }>`
    select distinct on (r.member_bucket, r.member_id) r.thread_id as "threadId" from members.recovery_request r
    where r.notified_at is null and r.decision is null and r.member_id is not null
      and r.requested_at > clock.now() - make_interval(secs => ${RECOVERY_LIFE_MS / 1000})
      and not exists (
        select 1 from members.recovery_request o
        where o.member_bucket = r.member_bucket and o.member_id = r.member_id
          and (o.notified_at is not null or o.decision = 'stopped') and o.completed_at is null
          and o.decision is distinct from 'superseded'
          and case when o.decision in ('stopped', 'refused')
            then o.decided_at > clock.now() - make_interval(secs => ${QUIET_MS / 1000})
            else o.requested_at > clock.now() - make_interval(secs => ${RECOVERY_LIFE_MS / 1000}) end)
    order by r.member_bucket, r.member_id, r.requested_at limit ${AT_ONCE}`.execute(db);
  for (const { threadId } of rows) await notifyOnce(db, threadId);
  return rows.length;
}

/** Of concurrent jobs only one notifies. */
function notifyOnce(db: Db, threadId: string): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ bucket: number; memberId: string; at: Date }>`
      update members.recovery_request r set notified_at = clock.now()
      where r.thread_id = ${threadId}::uuid and r.notified_at is null and r.decision is null and r.member_id is not null
      returning r.member_bucket as bucket, r.member_id as "memberId", r.notified_at as at`.execute(tx.q);
    const [row] = rows;
    if (!row) return;
    const account = { bucket: row.bucket, memberId: row.memberId };
    await notifyMember(tx, account, {
      kind: 'recovery-requested',
      params: { readyAtMs: row.at.getTime() + RECOVERY_DELAY_MS },
    });
  });
}
