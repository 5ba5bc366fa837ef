import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Tx } from '../../db/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Asker } from '../rows.ts';
import { readWords } from '../words.ts';
import { lockFormal } from './rows.ts';
import { type ComplaintOutcome, type ComplaintStage, extendedDue, isDataRequest } from './stages.ts';

/** What an act of staff did to a complaint, for the audit log and the member's message. */
export interface StageChange {
  number: string;
  before: ComplaintStage;
  after: ComplaintStage;
  words: string;
  isAboutData: boolean;
}

/**
 * Replies to a complaint before its final answer. The first reply confirms its receipt: the final answer is then due
 * eight weeks after filing, to a request about data one month after. Throws `words-bad`, `not-found`, and `too-late`
 * for an answered complaint.
 */
export async function replyToComplaint(
  tx: Tx,
  asker: Asker,
  id: string,
  given: { staffId: string; words: string },
): Promise<StageChange> {
  const words = readWords(given.words);
  const complaint = await lockFormal(tx, asker, id);
  const before = complaint.stage as ComplaintStage;
  if (before === 'answered' || before === 'closed') throw new Refusal('too-late');
  const now = await clockNow(tx.q);
  await addStaffEntry(tx, asker, { id, kind: 'reply', staffId: given.staffId, words, at: now });
  const after = before === 'received' ? 'review' : before;
  if (after !== before) await update(tx, asker, id, { stage: after, replied_at: now, due_at: complaint.answer_due_at });
  return { number: complaint.number, before, after, words, isAboutData: isDataRequest(complaint.subject) };
}

/**
 * Gives the final answer. After a second look the answer closes the complaint, and another person than the first gives
 * it. An answer is text and an outcome: money moves by corrections and refunds alone. Throws `words-bad`, `not-found`,
 * `too-late` for an answered complaint, and `second-person-needed`.
 */
export async function answerFormal(
  tx: Tx,
  asker: Asker,
  id: string,
  given: { staffId: string; words: string; outcome: ComplaintOutcome },
): Promise<StageChange> {
  const { staffId, outcome } = given;
  const words = readWords(given.words);
  const complaint = await lockFormal(tx, asker, id);
  const before = complaint.stage as ComplaintStage;
  if (before === 'answered' || before === 'closed') throw new Refusal('too-late');
  const isSecond = before === 'second-look';
  if (isSecond && complaint.answered_by === staffId) throw new Refusal('second-person-needed');
  const now = await clockNow(tx.q);
  await addStaffEntry(tx, asker, { id, kind: 'answer', staffId, words, at: now });
  const first = { stage: 'answered', answered_at: now, answered_by: staffId };
  const change = isSecond ? { stage: 'closed', closed_at: now } : first;
  await update(tx, asker, id, { ...change, outcome, due_at: null });
  const after = isSecond ? 'closed' : 'answered';
  return { number: complaint.number, before, after, words, isAboutData: isDataRequest(complaint.subject) };
}

/**
 * Extends the deadline of a request about data by two months, once, with a reason that the member reads. Throws
 * `words-bad`, `not-found` (also for a complaint), and `too-late` for an answered or extended request, or one whose
 * first month has passed.
 */
export async function extendDataRequest(
  tx: Tx,
  asker: Asker,
  id: string,
  given: { staffId: string; words: string },
): Promise<StageChange> {
  const words = readWords(given.words);
  const request = await lockFormal(tx, asker, id);
  if (!isDataRequest(request.subject)) throw new Refusal('not-found');
  const before = request.stage as ComplaintStage;
  const now = await clockNow(tx.q);
  const isFirst = before === 'received' || before === 'review';
  if (!isFirst || request.extended_at !== null || now >= request.answer_due_at) throw new Refusal('too-late');
  await addStaffEntry(tx, asker, { id, kind: 'reply', staffId: given.staffId, words, at: now });
  const due = extendedDue(request.filed_at);
  await update(tx, asker, id, { stage: 'review', replied_at: now, due_at: due, answer_due_at: due, extended_at: now });
  return { number: request.number, before, after: 'review', words, isAboutData: true };
}

interface FormalUpdate {
  stage: string;
  outcome?: string;
  due_at: Date | null;
  answer_due_at?: Date;
  extended_at?: Date;
  replied_at?: Date;
  answered_at?: Date;
  answered_by?: string;
  closed_at?: Date;
}

async function update(tx: Tx, asker: Asker, id: string, change: FormalUpdate): Promise<void> {
  await tx.q.updateTable('complaints.formal').set(change).where(ofMember(asker)).where('id', '=', id).execute();
}

async function addStaffEntry(
  tx: Tx,
  { bucket, memberId }: Asker,
  entry: { id: string; kind: 'reply' | 'answer'; staffId: string; words: string; at: Date },
): Promise<void> {
  const { id, kind, staffId, words, at } = entry;
  await tx.q
    .insertInto('complaints.formal_entry')
    .values({ bucket, member_id: memberId, complaint_id: id, id: newId(), kind, staff_id: staffId, words, at })
    .execute();
}
