import { createHash } from 'node:crypto';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Tx } from '../db/transaction.ts';
import { DAY_MS } from '../durations.ts';
import { Refusal } from '../refusal.ts';
import { type Asker, lockComplaint } from './rows.ts';
import { readWords } from './words.ts';

/** Days that the house has for its answer. */
const ANSWER_DAYS = 7;
/** Most open complaints of one member. A bet has at most one. */
const OPEN_MAX = 20;
/** Most entries within one complaint, of all participants. */
const ENTRIES_MAX = 50;

/** A new complaint, with the proof of the bet as the house shows it now. */
export interface Question {
  /** UUID made by the client and kept across retries. */
  key: string;
  slipId: string;
  drawId: string;
  /** The leaf data that the house signed for the bet. */
  leafData: Uint8Array;
  /** The house's data about the draw, as JSON. */
  evidence: string;
  words: string;
}

/**
 * Opens a complaint about a member's bet, once per key, and returns its id. The caller has checked that the bet is the
 * member's own, and holds the member's lock, so that concurrent complaints are counted. Throws `words-bad`,
 * `key-reused`, `question-open` when one about the bet is open, `question-limit`.
 */
export async function openComplaint(tx: Tx, asker: Asker, question: Question): Promise<string> {
  const words = readWords(question.words);
  const before = await entryOfKey(tx, asker, question.key);
  if (before) {
    if (before.slipId !== question.slipId || before.words !== words) throw new Refusal('key-reused');
    return before.complaintId;
  }
  await refuseTooMany(tx, asker, question.slipId);
  const { bucket, memberId } = asker;
  const now = await clockNow(tx.q);
  const id = newId();
  await tx.q
    .insertInto('complaints.complaint')
    .values({
      bucket,
      member_id: memberId,
      id,
      slip_id: question.slipId,
      draw_id: question.drawId,
      receipt_hash: sha256(question.leafData),
      evidence: question.evidence,
      evidence_hash: sha256(Buffer.from(question.evidence, 'utf8')),
      asked_at: now,
      due_at: new Date(now.getTime() + ANSWER_DAYS * DAY_MS),
    })
    .execute();
  await addEntry(tx, asker, { complaintId: id, key: question.key, words, at: now });
  return id;
}

/**
 * Adds a text to the member's own open complaint, once per key. Throws `not-found`, `words-bad`, `key-reused`,
 * `too-late` for an answered complaint, and `question-limit` for too many entries.
 */
export async function addWords(tx: Tx, asker: Asker, ask: { id: string; key: string; words: string }): Promise<void> {
  const words = readWords(ask.words);
  const complaint = await lockComplaint(tx, asker, ask.id);
  const before = await entryOfKey(tx, asker, ask.key);
  if (before) {
    if (before.complaintId !== ask.id || before.words !== words) throw new Refusal('key-reused');
    return;
  }
  if (complaint.answeredAt !== null) throw new Refusal('too-late');
  const { n } = await tx.q
    .selectFrom('complaints.complaint_entry')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .where(ofMember(asker))
    .where('complaint_id', '=', ask.id)
    .executeTakeFirstOrThrow();
  if (Number(n) >= ENTRIES_MAX) throw new Refusal('question-limit');
  await addEntry(tx, asker, { complaintId: ask.id, key: ask.key, words, at: await clockNow(tx.q) });
}

async function addEntry(
  tx: Tx,
  { bucket, memberId }: Asker,
  { complaintId, key, words, at }: { complaintId: string; key: string; words: string; at: Date },
): Promise<void> {
  await tx.q
    .insertInto('complaints.complaint_entry')
    .values({ bucket, member_id: memberId, complaint_id: complaintId, id: newId(), key, words, at })
    .execute();
}

/** The entry stored with a key; null for none. */
async function entryOfKey(tx: Tx, { bucket, memberId }: Asker, key: string) {
  const row = await tx.q
    .selectFrom('complaints.complaint_entry as e')
    .innerJoin('complaints.complaint as c', (join) =>
      join
        .onRef('c.bucket', '=', 'e.bucket')
        .onRef('c.member_id', '=', 'e.member_id')
        .onRef('c.id', '=', 'e.complaint_id'),
    )
    .select(['e.complaint_id as complaintId', 'e.words', 'c.slip_id as slipId'])
    .where(ofMember({ bucket, memberId }, 'e'))
    .where('e.key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

async function refuseTooMany(tx: Tx, { bucket, memberId }: Asker, slipId: string): Promise<void> {
  const open = await tx.q
    .selectFrom('complaints.complaint')
    .select('slip_id')
    .where(ofMember({ bucket, memberId }))
    .where('answered_at', 'is', null)
    .limit(OPEN_MAX)
    .execute();
  if (open.some((one) => one.slip_id === slipId)) throw new Refusal('question-open');
  if (open.length >= OPEN_MAX) throw new Refusal('question-limit');
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
