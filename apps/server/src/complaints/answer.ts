import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { type Asker, lockComplaint } from './rows.ts';
import { readWords } from './words.ts';

/**
 * Answers a complaint, once, and returns the bet it concerns. An answer is only text: the book and the ledger show
 * whether a bet is wrong. Throws `words-bad`, `not-found`, and `too-late` for an answered complaint.
 */
export async function answerComplaint(
  tx: Tx,
  asker: Asker,
  id: string,
  given: { staffId: string; words: string },
): Promise<{ slipId: string; drawId: string; words: string }> {
  const words = readWords(given.words);
  const { slipId, drawId, answeredAt } = await lockComplaint(tx, asker, id);
  if (answeredAt !== null) throw new Refusal('too-late');
  const now = await clockNow(tx.q);
  const { bucket, memberId } = asker;
  await tx.q
    .insertInto('complaints.complaint_entry')
    .values({ bucket, member_id: memberId, complaint_id: id, id: newId(), staff_id: given.staffId, words, at: now })
    .execute();
  await tx.q
    .updateTable('complaints.complaint')
    .set({ answered_at: now })
    .where(ofMember({ bucket, memberId }))
    .where('id', '=', id)
    .execute();
  return { slipId, drawId, words };
}
