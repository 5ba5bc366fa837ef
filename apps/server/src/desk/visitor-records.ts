import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { ThreadFilter, ThreadState } from './thread-query.ts';
import { readVisitorNumber } from './visitor-keys.ts';
import type { VisitorTopic } from './visitor-threads.ts';

/** A visitor's conversation as staff see it in a list. */
export interface VisitorThreadRecord {
  id: string;
  number: string;
  topic: VisitorTopic;
  locale: string;
  contact: string;
  state: ThreadState;
  openedAtMs: number;
  lastAtMs: number;
  /** Since when the visitor waits for an answer, in Unix milliseconds; null if they do not. */
  waitsSinceMs: number | null;
  entries: number;
  /** Beginning of the last entry's text. */
  lastText: string;
}

export interface VisitorEntryRecord {
  /** From 1, without gaps. */
  n: number;
  /** Null: the visitor wrote it. */
  staffId: string | null;
  role: string | null;
  text: string;
  atMs: number;
}

export interface VisitorQuery {
  state?: ThreadFilter;
  topic?: VisitorTopic;
  /** Number of a conversation as typed. One that cannot be a number matches nothing. */
  number?: string;
  /** Further SQL condition on the conversation's id. */
  having?: (id: RawBuilder<unknown>) => RawBuilder<unknown>;
  limit: number;
  /** Number of items before the page, since the list changes while it is read. */
  cursor?: string;
}

const STATE_FILTER: Record<ThreadFilter, RawBuilder<unknown>> = {
  waiting: sql`and t.waits_since is not null`,
  open: sql`and t.closed_at is null`,
  closed: sql`and t.closed_at is not null`,
};

/** Visitors' conversations: open ones first, and of those the longest waiting first. */
export async function listVisitorThreads(
  q: Db | Tx['q'],
  { state, topic, number, having, limit, cursor }: VisitorQuery,
): Promise<{ items: VisitorThreadRecord[]; nextCursor: string | null; total: number }> {
  const where = sql`true ${state === undefined ? sql`` : STATE_FILTER[state]} ${
    topic === undefined ? sql`` : sql`and t.topic = ${topic}`
  } ${number === undefined ? sql`` : sql`and t.number = ${readVisitorNumber(number)}`} ${
    having === undefined ? sql`` : sql`and ${having(sql`t.id`)}`
  }`;
  const from = Number(cursor ?? 0);
  const { rows } = await select(
    where,
    sql`order by (t.closed_at is not null), coalesce(t.waits_since, 'infinity'), t.last_at, t.id
      limit ${limit + 1} offset ${from}`,
  ).execute(q);
  const counted = await sql<{ n: bigint }>`select count(*) as n from desk.visitor_thread t where ${where}`.execute(q);
  return {
    items: rows.slice(0, limit).map(recordOf),
    nextCursor: rows.length > limit ? String(from + limit) : null,
    total: Number(counted.rows[0]?.n ?? 0),
  };
}

/** One conversation. Throws `not-found`. */
export async function readVisitorThread(q: Db | Tx['q'], id: string): Promise<VisitorThreadRecord> {
  const { rows } = await select(sql`t.id = ${id}::uuid`, sql``).execute(q);
  if (!rows[0]) throw new Refusal('not-found');
  return recordOf(rows[0]);
}

/** All entries of a conversation, oldest first. */
export async function readVisitorEntries(q: Db | Tx['q'], id: string): Promise<VisitorEntryRecord[]> {
  const rows = await q
    .selectFrom('desk.visitor_entry')
    .select(['n', 'staff_id', 'role', 'content', 'at'])
    .where('thread_id', '=', id)
    .orderBy('n')
    .execute();
  return rows.map(({ n, staff_id: staffId, role, content: text, at }) => ({
    ...{ n, staffId, role, text },
    atMs: at.getTime(),
  }));
}

interface Row {
  id: string;
  number: string;
  topic: VisitorTopic;
  locale: string;
  contact: string;
  opened_at: Date;
  last_at: Date;
  waits_since: Date | null;
  closed_at: Date | null;
  entries: number;
  last_text: string;
}

function select(where: RawBuilder<unknown>, more: RawBuilder<unknown>) {
  return sql<Row>`
    select t.id, t.number, t.topic, t.locale, t.contact, t.opened_at, t.last_at, t.waits_since, t.closed_at, t.entries, (
      select left(e.content, 140) from desk.visitor_entry e where e.thread_id = t.id and e.n = t.entries
    ) as last_text
    from desk.visitor_thread t where ${where} ${more}`;
}

function recordOf(row: Row): VisitorThreadRecord {
  const { id, number, topic, locale, contact, entries } = row;
  return {
    ...{ id, number, topic, locale, contact, entries },
    state: row.closed_at === null ? 'open' : 'closed',
    openedAtMs: row.opened_at.getTime(),
    lastAtMs: row.last_at.getTime(),
    waitsSinceMs: row.waits_since?.getTime() ?? null,
    lastText: row.last_text,
  };
}
