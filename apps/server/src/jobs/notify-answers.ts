import { sql } from 'kysely';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { lockThread } from '../desk/threads.ts';
import { notifyMember } from '../members/messages/messages.ts';

/** Delay before notifying. Members with the conversation open read an answer sooner. */
const UNREAD_SECONDS = 30;
const AT_ONCE = 100;

interface Unread {
  bucket: number;
  memberId: string;
  id: string;
  n: number;
}

/**
 * Notifies members of unread answers in their conversations, once until they read them. Returns the number of
 * messages.
 */
export async function notifyAnswers(db: Db): Promise<number> {
  const { rows } = await sql<Unread>`
    select t.bucket, t.member_id as "memberId", t.id, max(e.n) as n
    from desk.thread t
    join desk.entry e on e.bucket = t.bucket and e.member_id = t.member_id and e.thread_id = t.id
      and e.n > t.member_read and e.staff_id is not null and e.at < clock.now() - make_interval(secs => ${UNREAD_SECONDS})
    where t.entries > t.member_read and t.member_told <= t.member_read
    group by t.bucket, t.member_id, t.id, t.last_at order by t.last_at limit ${AT_ONCE}`.execute(db);
  let notifiedCount = 0;
  for (const unread of rows) if (await notifyOnce(db, unread)) notifiedCount += 1;
  return notifiedCount;
}

/** Of concurrent jobs only one notifies. Members get no message about answers that they have read meanwhile. */
function notifyOnce(db: Db, { bucket, memberId, id, n }: Unread): Promise<boolean> {
  return transaction(db, async (tx) => {
    await lockThread(tx, { bucket, memberId }, id);
    const { numUpdatedRows } = await tx.q
      .updateTable('desk.thread')
      .set({ member_told: n })
      .where(ofMember({ bucket, memberId }))
      .where('id', '=', id)
      .where('member_read', '<', n)
      .whereRef('member_told', '<=', 'member_read')
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    await notifyMember(tx, { bucket, memberId }, { kind: 'desk-answered', params: { threadId: id } });
    return true;
  });
}
