import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { DAY_MS } from '../durations.ts';
import { Refusal, type RefusalCode } from '../refusal.ts';
import {
  newVisitorKey,
  openingHash,
  opensThread,
  secretOf,
  type VisitorKey,
  visitorSecretHash,
} from './visitor-keys.ts';
import { readWords } from './words.ts';

/** Subjects of a visitor's conversation. A request for recovery has one of its own. */
export const VISITOR_TOPICS = ['recovery', 'registration'] as const;
export type VisitorTopic = (typeof VISITOR_TOPICS)[number];

/** Maximum entries of one conversation; a table constraint has the same limit. */
export const VISITOR_ENTRIES_MAX = 200;
/** Entries that a visitor may write until staff answer. */
const UNANSWERED_MAX = 10;
const UNANSWERED_WAIT_SECONDS = 3_600;
/**
 * Open conversations of all visitors, by topic, so that questions never use up the place of requests. More than a desk
 * can read; bounds what strangers can store. A conversation without an entry for `OPEN_MS` no longer counts.
 */
const OPEN_MAX: Record<VisitorTopic, number> = { recovery: 5_000, registration: 1_000 };
const OPEN_MS = 30 * DAY_MS;
const CONTACT_LENGTH_MAX = 120;
/** Number of the staff's last entries checked together with the new one, so that a forbidden text cannot be split. */
const TEXTS_BEFORE = 3;

export interface VisitorOpening {
  /** Idempotency key: a random UUID that only the visitor knows. */
  key: string;
  topic: VisitorTopic;
  locale: string;
  contact: string;
  text: string;
}

export interface LockedVisitorThread {
  id: string;
  topic: VisitorTopic;
  entries: number;
  waitsSince: Date | null;
  closedAt: Date | null;
}

/** A conversation that was opened before with the same idempotency key. */
export interface OpenedBefore extends VisitorKey {
  id: string;
}

/**
 * The conversation that a call with the same idempotency key has opened; null if none has. Throws `key-reused` when
 * that call differs, and the faults of the texts like `openVisitorThread`.
 */
export async function findOpened(q: Db | Tx['q'], opening: VisitorOpening): Promise<OpenedBefore | null> {
  const [contact, content] = [readContact(opening.contact), readWords(opening.text)];
  const row = await q
    .selectFrom('desk.visitor_thread as t')
    .innerJoin('desk.visitor_entry as e', (on) => on.onRef('e.thread_id', '=', 't.id').on('e.n', '=', 1))
    .select(['t.id', 't.number', 't.topic', 't.contact', 'e.content'])
    .where('t.key_hash', '=', openingHash(opening.key))
    .executeTakeFirst();
  if (!row) return null;
  const isSame = row.topic === opening.topic && row.contact === contact && row.content === content;
  if (!isSame) throw new Refusal('key-reused');
  return { id: row.id, number: row.number, secret: secretOf(opening.key) };
}

/**
 * Opens a conversation with its first text. Null when a concurrent call with the same idempotency key was first. Throws
 * `fill-in`, `words-bad`, `busy`.
 */
export async function openVisitorThread(
  tx: Tx,
  opening: VisitorOpening,
): Promise<(VisitorKey & { id: string }) | null> {
  const contact = readContact(opening.contact);
  const content = readWords(opening.text);
  const now = await clockNow(tx.q);
  await refuseFull(tx, opening.topic, now);
  const id = newId();
  const key = newVisitorKey(opening.key);
  const { topic, locale } = opening;
  const made = await tx.q
    .insertInto('desk.visitor_thread')
    .values({
      ...{ id, number: key.number, secret_hash: visitorSecretHash(key), key_hash: openingHash(opening.key) },
      ...{ topic, locale, contact, opened_at: now, last_at: now, entries: 1, waits_since: now },
    })
    .onConflict((on) => on.column('key_hash').doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows === 0n) return null;
  await tx.q.insertInto('desk.visitor_entry').values({ thread_id: id, n: 1, key: newId(), content, at: now }).execute();
  return { id, ...key };
}

async function refuseFull(tx: Tx, topic: VisitorTopic, now: Date): Promise<void> {
  const { n } = await tx.q
    .selectFrom('desk.visitor_thread')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .where('closed_at', 'is', null)
    .where('topic', '=', topic)
    .where('last_at', '>', new Date(now.getTime() - OPEN_MS))
    .executeTakeFirstOrThrow();
  if (Number(n) >= OPEN_MAX[topic]) throw new Refusal('busy');
}

/** Locks the conversation that a key opens. Null for a wrong key. */
export async function lockVisitorThread(tx: Tx, key: VisitorKey): Promise<LockedVisitorThread | null> {
  const row = await selectThread(tx).where('number', '=', key.number).forUpdate().executeTakeFirst();
  return row && opensThread(key, row.secret_hash) ? lockedOf(row) : null;
}

/**
 * Adds a visitor's text, once per key, and reopens a closed conversation. Throws `words-bad`, `key-reused`,
 * `thread-full`, `throttled`.
 */
export async function addVisitorText(
  tx: Tx,
  thread: LockedVisitorThread,
  entry: { key: string; text: string },
): Promise<void> {
  const content = readWords(entry.text);
  const before = await entryOfKey(tx, thread.id, entry.key);
  if (before) {
    if (before.content !== content || before.staff_id !== null) throw new Refusal('key-reused');
    return;
  }
  if (thread.entries >= VISITOR_ENTRIES_MAX) throw new Refusal('thread-full');
  if ((await countUnanswered(tx, thread.id)) >= UNANSWERED_MAX)
    throw new Refusal('throttled', { retryAfterSeconds: UNANSWERED_WAIT_SECONDS });
  const now = await clockNow(tx.q);
  await addEntry(tx, thread, { key: entry.key, content, staff_id: null, role: null, at: now });
  await tx.q
    .updateTable('desk.visitor_thread')
    .set({ waits_since: thread.waitsSince ?? now, closed_at: null })
    .where('id', '=', thread.id)
    .execute();
}

export interface VisitorAnswer {
  id: string;
  key: string;
  staffId: string;
  role: string;
  text: string;
  /** Why this text, read after those before it, may not go to a visitor; null if it may. */
  faultOf(text: string, before: readonly string[]): Promise<RefusalCode | null>;
}

/**
 * Adds a text by staff, once per key. Returns whether it is new. Throws `not-found`, `words-bad`, `key-reused`,
 * `thread-full`, and the refusal of `faultOf`.
 */
export async function answerVisitor(tx: Tx, answer: VisitorAnswer): Promise<{ text: string; isNew: boolean }> {
  const text = readWords(answer.text);
  const thread = await lockById(tx, answer.id);
  const before = await entryOfKey(tx, answer.id, answer.key);
  if (before) {
    if (before.content !== text || before.staff_id !== answer.staffId) throw new Refusal('key-reused');
    return { text, isNew: false };
  }
  const fault = await answer.faultOf(text, await lastOfStaff(tx, answer.id));
  if (fault) throw new Refusal(fault, {}, { text: fault });
  if (thread.entries >= VISITOR_ENTRIES_MAX) throw new Refusal('thread-full');
  const { key, staffId: staff_id, role } = answer;
  await addEntry(tx, thread, { key, content: text, staff_id, role, at: await clockNow(tx.q) });
  await tx.q
    .updateTable('desk.visitor_thread')
    .set({ waits_since: null, closed_at: null })
    .where('id', '=', answer.id)
    .execute();
  return { text, isNew: true };
}

/** Closes a conversation until a new entry; returns whether it was open. Throws `not-found`. */
export async function closeVisitorThread(tx: Tx, id: string): Promise<boolean> {
  const thread = await lockById(tx, id);
  if (thread.closedAt !== null) return false;
  await tx.q
    .updateTable('desk.visitor_thread')
    .set({ closed_at: await clockNow(tx.q), waits_since: null })
    .where('id', '=', id)
    .execute();
  return true;
}

function readContact(typed: string): string {
  const contact = typed.trim().toWellFormed().replaceAll('\0', '');
  if (contact === '') throw new Refusal('fill-in', {}, { contact: 'fill-in' });
  const isLong = [...contact].length > CONTACT_LENGTH_MAX;
  if (isLong) throw new Refusal('words-bad', { min: 1, max: CONTACT_LENGTH_MAX }, { contact: 'words-bad' });
  return contact;
}

async function lockById(tx: Tx, id: string): Promise<LockedVisitorThread> {
  const row = await selectThread(tx).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  return lockedOf(row);
}

function selectThread(tx: Tx) {
  return tx.q
    .selectFrom('desk.visitor_thread')
    .select(['id', 'secret_hash', 'topic', 'entries', 'waits_since', 'closed_at']);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectThread>['executeTakeFirstOrThrow']>>;

function lockedOf({ id, topic, entries, waits_since, closed_at }: Row): LockedVisitorThread {
  return { id, topic: topic as VisitorTopic, entries, waitsSince: waits_since, closedAt: closed_at };
}

interface NewEntry {
  key: string;
  content: string;
  staff_id: string | null;
  role: string | null;
  at: Date;
}

async function addEntry(tx: Tx, thread: LockedVisitorThread, entry: NewEntry): Promise<void> {
  const n = thread.entries + 1;
  await tx.q
    .insertInto('desk.visitor_entry')
    .values({ thread_id: thread.id, n, ...entry })
    .execute();
  await tx.q
    .updateTable('desk.visitor_thread')
    .set({ entries: n, last_at: entry.at })
    .where('id', '=', thread.id)
    .execute();
}

function entryOfKey(tx: Tx, threadId: string, key: string) {
  return tx.q
    .selectFrom('desk.visitor_entry')
    .select(['content', 'staff_id'])
    .where('thread_id', '=', threadId)
    .where('key', '=', key)
    .executeTakeFirst();
}

async function countUnanswered(tx: Tx, threadId: string): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from desk.visitor_entry e
    where e.thread_id = ${threadId}::uuid and e.n > coalesce((
      select max(a.n) from desk.visitor_entry a where a.thread_id = e.thread_id and a.staff_id is not null), 0)
  `.execute(tx.q);
  return Number(rows[0]?.n ?? 0);
}

/** The staff's last texts, oldest first. */
async function lastOfStaff(tx: Tx, threadId: string): Promise<string[]> {
  const rows = await tx.q
    .selectFrom('desk.visitor_entry')
    .select('content')
    .where('thread_id', '=', threadId)
    .where('staff_id', 'is not', null)
    .orderBy('n', 'desc')
    .limit(TEXTS_BEFORE)
    .execute();
  return rows.map(({ content }) => content).reverse();
}
