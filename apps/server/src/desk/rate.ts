import { clockNow } from '../db/clock.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { type Asker, lockThread, notifyDesk } from './threads.ts';
import { readWords } from './words.ts';

export const STARS_MAX = 5;

export interface Rating {
  /** From 1 to `STARS_MAX`. */
  stars: number;
  /** Empty for none. */
  words: string;
}

/**
 * Stores a member's rating of a conversation, in the place of an earlier one. Throws `not-found`, also if the house has
 * not answered in it, and `words-bad`.
 */
export async function rateThread(tx: Tx, asker: Asker, id: string, { stars, words }: Rating): Promise<void> {
  await lockThread(tx, asker, id);
  const answered = await tx.q
    .selectFrom('desk.entry')
    .select('n')
    .where(ofMember(asker))
    .where('thread_id', '=', id)
    .where('staff_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (!answered) throw new Refusal('not-found');
  await tx.q
    .updateTable('desk.thread')
    .set({
      rating: stars,
      rating_words: words.trim() === '' ? null : readWords(words),
      rated_at: await clockNow(tx.q),
    })
    .where(ofMember(asker))
    .where('id', '=', id)
    .execute();
  await notifyDesk(tx, { memberId: asker.memberId, threadId: id, what: 'read', by: 'member' });
}
