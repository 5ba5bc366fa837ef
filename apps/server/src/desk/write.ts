import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { type Asker, ENTRIES_MAX, type LockedThread, lockThread, notifyDesk, type Subject } from './threads.ts';
import { readWords } from './words.ts';

/** Maximum of a member's open conversations, and of all. */
const OPEN_MAX = 10;
const THREADS_MAX = 500;
/** A member's entries per minute, over all conversations. A phone that was offline sends a whole queue. */
const ENTRIES_A_MINUTE = 30;
/** A member's files per day. */
const FILES_A_DAY = 20;

export interface Opening {
  /** UUID made by the client and kept across retries. */
  key: string;
  subject: Subject;
  hostId: string | null;
  words: string;
}

/** A file as stored, with the hash of the upload. */
export interface SentFile {
  kind: 'picture' | 'pdf';
  name: string;
  sentHash: Buffer;
  content: Uint8Array;
}

/**
 * Opens a conversation with its first text, once per key; returns its id. Requires the member's lock. Throws
 * `words-bad`, `key-reused`, `thread-limit`, `throttled`.
 */
export async function openThread(tx: Tx, asker: Asker, opening: Opening): Promise<string> {
  const words = readWords(opening.words);
  const { bucket, memberId } = asker;
  const before = await entryOfKey(tx, asker, opening.key);
  if (before) {
    const same = before.n === 1 && before.words === words && before.staffId === null && before.sentHash === null;
    if (!same || before.subject !== opening.subject || before.hostId !== opening.hostId)
      throw new Refusal('key-reused');
    return before.threadId;
  }
  const { open, all } = await countThreads(tx, asker);
  if (open >= OPEN_MAX || all >= THREADS_MAX) throw new Refusal('thread-limit');
  const now = await clockNow(tx.q);
  await refuseTooFast(tx, asker, now);
  const id = newId();
  await tx.q
    .insertInto('desk.thread')
    .values({
      ...{ bucket, member_id: memberId, id, subject: opening.subject, host_id: opening.hostId },
      ...{ opened_at: now, last_at: now, waits_since: now, entries: 1 },
    })
    .execute();
  await tx.q
    .insertInto('desk.entry')
    .values({ bucket, member_id: memberId, thread_id: id, n: 1, key: opening.key, words, at: now })
    .execute();
  await notifyDesk(tx, { memberId, threadId: id, what: 'entry', by: 'member' });
  return id;
}

/**
 * Adds a member's text to one of their conversations, once per key, and reopens a closed one. Requires the member's
 * lock. Throws `not-found`, `words-bad`, `key-reused`, `thread-full`, `thread-limit`, `throttled`.
 */
export async function addWords(tx: Tx, asker: Asker, ask: { id: string; key: string; words: string }): Promise<void> {
  const words = readWords(ask.words);
  const thread = await lockThread(tx, asker, ask.id);
  const before = await entryOfKey(tx, asker, ask.key);
  if (before) {
    const same = before.threadId === ask.id && before.words === words && before.staffId === null;
    if (!same || before.sentHash !== null) throw new Refusal('key-reused');
    return;
  }
  await addOwn(tx, asker, thread, { ...ask, words });
}

/** True if the same file was accepted with this key before. Throws `key-reused` for anything else. */
export async function isFileTaken(tx: Tx, asker: Asker, id: string, key: string, sentHash: Buffer): Promise<boolean> {
  const before = await entryOfKey(tx, asker, key);
  if (!before) return false;
  if (before.threadId !== id || before.sentHash?.equals(sentHash) !== true) throw new Refusal('key-reused');
  return true;
}

/** Adds a member's file, under the same rules as a text. Throws like `addWords`. */
export async function addFile(tx: Tx, asker: Asker, ask: { id: string; key: string }, file: SentFile): Promise<void> {
  const thread = await lockThread(tx, asker, ask.id);
  if (await isFileTaken(tx, asker, ask.id, ask.key, file.sentHash)) return;
  await refuseTooManyFiles(tx, asker);
  const n = await addOwn(tx, asker, thread, { ...ask, words: '' });
  await tx.q
    .insertInto('desk.file')
    .values({
      ...{ bucket: asker.bucket, member_id: asker.memberId, thread_id: ask.id, n },
      ...{ kind: file.kind, name: file.name, sent_hash: file.sentHash, content: Buffer.from(file.content) },
    })
    .execute();
}

export function hashOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

async function addOwn(
  tx: Tx,
  asker: Asker,
  thread: LockedThread,
  ask: { id: string; key: string; words: string },
): Promise<number> {
  const { bucket, memberId } = asker;
  if (thread.entries >= ENTRIES_MAX) throw new Refusal('thread-full');
  if (thread.closedAt !== null && (await countThreads(tx, asker)).open >= OPEN_MAX) throw new Refusal('thread-limit');
  const now = await clockNow(tx.q);
  await refuseTooFast(tx, asker, now);
  const n = thread.entries + 1;
  await tx.q
    .updateTable('desk.thread')
    .set({
      ...{ entries: n, last_at: now, waits_since: thread.waitsSince ?? now },
      ...{ closed_at: null, closed_by: null, snoozed_until: null },
    })
    .where(ofMember({ bucket, memberId }))
    .where('id', '=', ask.id)
    .execute();
  await tx.q
    .insertInto('desk.entry')
    .values({ bucket, member_id: memberId, thread_id: ask.id, n, key: ask.key, words: ask.words, at: now })
    .execute();
  await notifyDesk(tx, { memberId, threadId: ask.id, what: 'entry', by: 'member' });
  return n;
}

/** The entry accepted with a key, from either side; null if there is none. */
export async function entryOfKey(tx: Tx, { bucket, memberId }: Asker, key: string) {
  const { rows } = await sql<{
    threadId: string;
    n: number;
    words: string;
    staffId: string | null;
    subject: string;
    hostId: string | null;
    sentHash: Buffer | null;
  }>`
    select e.thread_id as "threadId", e.n, e.words, e.staff_id as "staffId", t.subject, t.host_id as "hostId",
      f.sent_hash as "sentHash"
    from desk.entry e
    join desk.thread t on t.bucket = e.bucket and t.member_id = e.member_id and t.id = e.thread_id
    left join desk.file f on f.bucket = e.bucket and f.member_id = e.member_id and f.thread_id = e.thread_id
      and f.n = e.n
    where ${ofMember({ bucket, memberId }, 'e')} and e.key = ${key}::uuid`.execute(tx.q);
  return rows[0] ?? null;
}

async function countThreads(tx: Tx, { bucket, memberId }: Asker): Promise<{ open: number; all: number }> {
  const { open, all } = await tx.q
    .selectFrom('desk.thread')
    .select((eb) => eb.fn.countAll<bigint>().as('all'))
    .select((eb) => eb.fn.countAll<bigint>().filterWhere('closed_at', 'is', null).as('open'))
    .where(ofMember({ bucket, memberId }))
    .executeTakeFirstOrThrow();
  return { open: Number(open), all: Number(all) };
}

async function refuseTooFast(tx: Tx, { bucket, memberId }: Asker, now: Date): Promise<void> {
  const { n } = await tx.q
    .selectFrom('desk.entry')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .where(ofMember({ bucket, memberId }))
    .where('staff_id', 'is', null)
    .where('at', '>', new Date(now.getTime() - 60_000))
    .executeTakeFirstOrThrow();
  if (Number(n) >= ENTRIES_A_MINUTE) throw new Refusal('throttled', { retryAfterSeconds: 60 });
}

async function refuseTooManyFiles(tx: Tx, { bucket, memberId }: Asker): Promise<void> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from desk.file f
    join desk.entry e on e.bucket = f.bucket and e.member_id = f.member_id and e.thread_id = f.thread_id and e.n = f.n
    where ${ofMember({ bucket, memberId }, 'e')}
      and e.at > clock.now() - interval '1 day'`.execute(tx.q);
  if (Number(rows[0]?.n ?? 0) >= FILES_A_DAY) throw new Refusal('throttled', { retryAfterSeconds: 3_600 });
}
