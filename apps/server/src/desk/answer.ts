import { clockNow } from '../db/clock.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal, type RefusalCode } from '../refusal.ts';
import { type Asker, ENTRIES_MAX, lockThread, notifyDesk, type Side } from './threads.ts';
import { readWords } from './words.ts';
import { entryOfKey } from './write.ts';

/** Number of the staff's last entries checked together with the new one, so that a forbidden text cannot be split. */
const WORDS_BEFORE = 3;

export interface Answer {
  id: string;
  key: string;
  staffId: string;
  /** The person's current role; the member does not see the name. */
  role: string;
  words: string;
  /** Why this text, read after those before it, may not go to a member; null if it may. */
  faultOf(words: string, before: readonly string[]): Promise<RefusalCode | null>;
}

/**
 * Adds a text by staff, once per key; it has no other effect. Returns whether it is new. Throws `not-found`,
 * `words-bad`, `key-reused`, `thread-full`, and the refusal of `faultOf`.
 */
export async function answerThread(tx: Tx, asker: Asker, answer: Answer): Promise<{ words: string; isNew: boolean }> {
  const words = readWords(answer.words);
  const { bucket, memberId } = asker;
  const thread = await lockThread(tx, asker, answer.id);
  const taken = await entryOfKey(tx, asker, answer.key);
  if (taken) {
    const same = taken.threadId === answer.id && taken.words === words && taken.staffId === answer.staffId;
    if (!same) throw new Refusal('key-reused');
    return { words, isNew: false };
  }
  const fault = await answer.faultOf(words, await lastOfStaff(tx, asker, answer.id));
  if (fault) throw new Refusal(fault, {}, { words: fault });
  if (thread.entries >= ENTRIES_MAX) throw new Refusal('thread-full');
  const now = await clockNow(tx.q);
  const n = thread.entries + 1;
  await tx.q
    .updateTable('desk.thread')
    .set({ entries: n, last_at: now, waits_since: null, closed_at: null, closed_by: null })
    .where(ofMember({ bucket, memberId }))
    .where('id', '=', answer.id)
    .execute();
  await tx.q
    .insertInto('desk.entry')
    .values({
      ...{ bucket, member_id: memberId, thread_id: answer.id, n, key: answer.key },
      ...{ staff_id: answer.staffId, role: answer.role, words, at: now },
    })
    .execute();
  await notifyDesk(tx, { memberId, threadId: answer.id, what: 'entry', by: 'house' });
  return { words, isNew: true };
}

/** The staff's last texts, oldest first. */
async function lastOfStaff(tx: Tx, { bucket, memberId }: Asker, id: string): Promise<string[]> {
  const rows = await tx.q
    .selectFrom('desk.entry')
    .select('words')
    .where(ofMember({ bucket, memberId }))
    .where('thread_id', '=', id)
    .where('staff_id', 'is not', null)
    .orderBy('n', 'desc')
    .limit(WORDS_BEFORE)
    .execute();
  return rows.map(({ words }) => words).reverse();
}

/**
 * Marks entries up to number `upTo` as read by one side. A mark never goes back. Throws `not-found`, also if there is
 * no such entry.
 */
export async function markRead(tx: Tx, asker: Asker, id: string, mark: { by: Side; upTo: number }): Promise<void> {
  const thread = await lockThread(tx, asker, id);
  if (mark.upTo > thread.entries) throw new Refusal('not-found');
  const before = mark.by === 'member' ? thread.memberRead : thread.houseRead;
  if (mark.upTo <= before) return;
  await tx.q
    .updateTable('desk.thread')
    .set(mark.by === 'member' ? { member_read: mark.upTo } : { house_read: mark.upTo })
    .where(ofMember(asker))
    .where('id', '=', id)
    .execute();
  await notifyDesk(tx, { memberId: asker.memberId, threadId: id, what: 'read', by: mark.by });
}

/** Closes a conversation until a new entry; returns whether it was open. Throws `not-found`. */
export async function closeThread(tx: Tx, asker: Asker, id: string, by: Side): Promise<boolean> {
  const thread = await lockThread(tx, asker, id);
  if (thread.closedAt !== null) return false;
  await tx.q
    .updateTable('desk.thread')
    .set({ closed_at: await clockNow(tx.q), closed_by: by, waits_since: null, snoozed_until: null })
    .where(ofMember(asker))
    .where('id', '=', id)
    .execute();
  await notifyDesk(tx, { memberId: asker.memberId, threadId: id, what: 'closed', by });
  return true;
}
