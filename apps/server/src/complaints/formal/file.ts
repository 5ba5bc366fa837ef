import { sql } from 'kysely';
import { randomCode } from '../../crypto/codes.ts';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Tx } from '../../db/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Asker } from '../rows.ts';
import { readWords } from '../words.ts';
import { lockFormal } from './rows.ts';
import { answerDue, type ComplaintSubject, replyDue, secondAskEnds, secondDue } from './stages.ts';

/** Most unanswered formal complaints of one member. */
const OPEN_MAX = 10;
/** Most texts of the member within one complaint. */
const ENTRIES_MAX = 50;
const NUMBER_CODE_LENGTH = 6;

export interface NewComplaint {
  /** UUID made by the client and kept across retries. */
  key: string;
  subject: ComplaintSubject;
  words: string;
}

/**
 * Files a formal complaint or a request about data, once per key, and returns its id. The caller holds the member's
 * lock, so that concurrent complaints are counted. Throws `words-bad`, `key-reused`, and `complaint-limit` for too many
 * open ones.
 */
export async function fileComplaint(tx: Tx, asker: Asker, filed: NewComplaint): Promise<string> {
  const words = readWords(filed.words);
  const before = await entryOfKey(tx, asker, filed.key);
  if (before) {
    if (before.subject !== filed.subject || before.words !== words) throw new Refusal('key-reused');
    return before.complaintId;
  }
  await refuseTooMany(tx, asker);
  const now = await clockNow(tx.q);
  const id = newId();
  const { bucket, memberId } = asker;
  const number = `${now.toISOString().slice(2, 10).replaceAll('-', '')}-${randomCode(NUMBER_CODE_LENGTH)}`;
  await tx.q
    .insertInto('complaints.formal')
    .values({
      ...{ bucket, member_id: memberId, id, number, subject: filed.subject },
      ...{ filed_at: now, due_at: replyDue(filed.subject, now), answer_due_at: answerDue(filed.subject, now) },
    })
    .execute();
  await addEntry(tx, asker, { complaintId: id, key: filed.key, words, at: now });
  return id;
}

/**
 * Adds a text to the member's own complaint before its final answer, once per key. Throws `not-found`, `words-bad`,
 * `key-reused`, `too-late` after the answer, and `complaint-limit` for too many entries.
 */
export async function addFormalWords(tx: Tx, asker: Asker, ask: { id: string; key: string; words: string }) {
  const words = readWords(ask.words);
  const complaint = await lockFormal(tx, asker, ask.id);
  if (await isRepeated(tx, asker, { ...ask, words })) return;
  if (complaint.stage === 'answered' || complaint.stage === 'closed') throw new Refusal('too-late');
  await addEntry(tx, asker, { complaintId: ask.id, key: ask.key, words, at: await clockNow(tx.q) });
}

/**
 * Asks for a second look at an answered complaint, with the member's reason, once. Throws `not-found`, `words-bad`,
 * `key-reused`, and `too-late` for a complaint that is not answered, or was answered too long ago.
 */
export async function askSecondLook(tx: Tx, asker: Asker, ask: { id: string; key: string; words: string }) {
  const words = readWords(ask.words);
  const complaint = await lockFormal(tx, asker, ask.id);
  if (await isRepeated(tx, asker, { ...ask, words })) return;
  const now = await clockNow(tx.q);
  const { stage, answered_at: answeredAt } = complaint;
  if (stage !== 'answered' || answeredAt === null || now >= secondAskEnds(answeredAt)) throw new Refusal('too-late');
  await addEntry(tx, asker, { complaintId: ask.id, key: ask.key, words, at: now });
  await tx.q
    .updateTable('complaints.formal')
    .set({ stage: 'second-look', second_at: now, due_at: secondDue(now) })
    .where(ofMember(asker))
    .where('id', '=', ask.id)
    .execute();
}

/** True if this text is stored with this key. Throws `key-reused` if another one is. */
async function isRepeated(tx: Tx, asker: Asker, ask: { id: string; key: string; words: string }): Promise<boolean> {
  const before = await entryOfKey(tx, asker, ask.key);
  if (before === null) return false;
  if (before.complaintId !== ask.id || before.words !== ask.words) throw new Refusal('key-reused');
  return true;
}

async function addEntry(
  tx: Tx,
  asker: Asker,
  { complaintId, key, words, at }: { complaintId: string; key: string; words: string; at: Date },
): Promise<void> {
  const { n } = await tx.q
    .selectFrom('complaints.formal_entry')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .where(ofMember(asker))
    .where('complaint_id', '=', complaintId)
    // Replies of staff must not use up the member's.
    .where('kind', '=', 'member')
    .executeTakeFirstOrThrow();
  if (Number(n) >= ENTRIES_MAX) throw new Refusal('complaint-limit');
  const { bucket, memberId } = asker;
  await tx.q
    .insertInto('complaints.formal_entry')
    .values({ bucket, member_id: memberId, complaint_id: complaintId, id: newId(), kind: 'member', key, words, at })
    .execute();
}

/** The entry stored with a key; null for none. */
async function entryOfKey(tx: Tx, asker: Asker, key: string) {
  const { rows } = await sql<{ complaintId: string; words: string; subject: string }>`
    select e.complaint_id as "complaintId", e.words, c.subject
    from complaints.formal_entry e
    join complaints.formal c on c.bucket = e.bucket and c.member_id = e.member_id and c.id = e.complaint_id
    where ${ofMember(asker, 'e')} and e.key = ${key}::uuid`.execute(tx.q);
  return rows[0] ?? null;
}

async function refuseTooMany(tx: Tx, asker: Asker): Promise<void> {
  const open = await tx.q
    .selectFrom('complaints.formal')
    .select('id')
    .where(ofMember(asker))
    .where('due_at', 'is not', null)
    .limit(OPEN_MAX)
    .execute();
  if (open.length >= OPEN_MAX) throw new Refusal('complaint-limit');
}
