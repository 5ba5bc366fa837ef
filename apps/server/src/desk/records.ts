import { type RawBuilder, sql } from 'kysely';
import { withinDays } from '../db/day-span.ts';
import { cursorOf, pageOf, sortingOf } from '../db/keyset.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import { createRowCounter, type RowCounter } from '../db/row-counter.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { filtersOf, THREAD_SORTS, type ThreadQuery, type ThreadState } from './thread-query.ts';
import type { Asker, Side, Subject } from './threads.ts';

export interface FileRecord {
  kind: 'picture' | 'pdf';
  name: string;
  bytes: number;
}

/** An entry of a conversation. */
export interface EntryRecord {
  /** From 1, without gaps. */
  n: number;
  /** Null: the member wrote it. */
  staffId: string | null;
  role: string | null;
  /** Empty for a file. */
  words: string;
  file: FileRecord | null;
  atMs: number;
}

/** A conversation as listed. */
export interface ThreadRecord extends Asker {
  id: string;
  subject: Subject;
  hostId: string | null;
  state: ThreadState;
  closedBy: Side | null;
  openedAtMs: number;
  lastAtMs: number;
  /** Since when the member waits for an answer, in Unix milliseconds; null if they do not. */
  waitsSinceMs: number | null;
  entries: number;
  memberRead: number;
  houseRead: number;
  /** Number of the other side's entries after one's own read mark. */
  memberUnread: number;
  houseUnread: number;
  /** Beginning of the last entry's text. */
  lastWords: string;
  /** The member's rating, from 1 to 5 stars; null if there is none. */
  rating: { stars: number; words: string; atMs: number } | null;
  /** Among staff alone: who has it, until when it is snoozed, and its labels. Members never see these. */
  handling: { staffId: string | null; snoozedUntilMs: number | null; labels: string[] };
  /** Time of the house's first answer; null before. */
  firstAnsweredAtMs: number | null;
}

export interface ThreadPage {
  items: ThreadRecord[];
  nextCursor: string | null;
  total: number;
}

/** A member's conversations, latest entry first. */
export function listThreads(q: Db | Tx['q'], asker: Asker, query: ThreadQuery): Promise<ThreadPage> {
  return readPage(q, ofMember(asker, 't'), query, sql`t.last_at desc, t.id desc`);
}

export const createThreadTotal = (): RowCounter => createRowCounter('desk.thread', 'opened_at');

/**
 * Conversations of all members, usually open ones first, and of those the longest waiting first. A frequent caller
 * passes its own cached `total`.
 */
export function listAllThreads(
  q: Db | Tx['q'],
  query: ThreadQuery & { member?: Asker },
  total: RowCounter = createThreadTotal(),
): Promise<ThreadPage> {
  const whose = query.member ? ofMember(query.member, 't') : sql`true`;
  const { member, state, subject, assignedTo, snoozed, backFor, label, from, to } = query;
  const isFiltered = [member, state, subject, assignedTo, snoozed, backFor, label, from, to].some(
    (one) => one !== undefined,
  );
  const order = sql`(t.closed_at is not null), coalesce(t.waits_since, 'infinity'), t.last_at, t.id`;
  return readPage(q, whose, query, order, isFiltered ? undefined : total);
}

/** Number of the house's entries that a member has not read, over all conversations. */
export async function countUnread(q: Db | Tx['q'], { bucket, memberId }: Asker): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from desk.thread t
    join desk.entry e on e.bucket = t.bucket and e.member_id = t.member_id and e.thread_id = t.id
      and e.n > t.member_read and e.staff_id is not null
    where ${ofMember({ bucket, memberId }, 't')}`.execute(q);
  return Number(rows[0]?.n ?? 0);
}

/** One conversation of a member. Throws `not-found`. */
export async function readThread(q: Db | Tx['q'], asker: Asker, id: string): Promise<ThreadRecord> {
  const { rows } = await select(sql`${ofMember(asker, 't')} and t.id = ${id}::uuid`, sql``).execute(q);
  if (!rows[0]) throw new Refusal('not-found');
  return recordOf(rows[0]);
}

/** Entries after number `after`, oldest first. A conversation is short enough to read whole. */
export async function readEntries(
  q: Db | Tx['q'],
  { bucket, memberId }: Asker,
  id: string,
  after = 0,
): Promise<EntryRecord[]> {
  const { rows } = await sql<{
    n: number;
    staff_id: string | null;
    role: string | null;
    words: string;
    at: Date;
    kind: FileRecord['kind'] | null;
    name: string | null;
    bytes: number | null;
  }>`
    select e.n, e.staff_id, e.role, e.words, e.at, f.kind, f.name, octet_length(f.content) as bytes
    from desk.entry e
    left join desk.file f on f.bucket = e.bucket and f.member_id = e.member_id and f.thread_id = e.thread_id
      and f.n = e.n
    where ${ofMember({ bucket, memberId }, 'e')} and e.thread_id = ${id}::uuid
      and e.n > ${after}
    order by e.n`.execute(q);
  return rows.map(({ staff_id: staffId, at, kind, name, bytes, ...same }) => ({
    ...same,
    staffId,
    file: kind === null || name === null ? null : { kind, name, bytes: bytes ?? 0 },
    atMs: at.getTime(),
  }));
}

/** The file of an entry. Throws `not-found`. */
export async function readFile(
  q: Db | Tx['q'],
  { bucket, memberId }: Asker,
  id: string,
  n: number,
): Promise<{ kind: FileRecord['kind']; name: string; content: Buffer }> {
  const row = await q
    .selectFrom('desk.file')
    .select(['kind', 'name', 'content'])
    .where(ofMember({ bucket, memberId }))
    .where('thread_id', '=', id)
    .where('n', '=', n)
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  return { ...row, kind: row.kind as FileRecord['kind'] };
}

async function readPage(
  q: Db | Tx['q'],
  whose: RawBuilder<unknown>,
  query: ThreadQuery,
  order: RawBuilder<unknown>,
  total?: RowCounter,
): Promise<ThreadPage> {
  const { cursor, limit, sort } = query;
  const where = sql`${sql.join([whose, ...filtersOf(query)], sql` and `)} ${withinDays('t.opened_at', query)}`;
  const sorting = sort === undefined ? null : sortingOf(THREAD_SORTS, sort, 't.id');
  const from = sorting === null ? Number(cursor ?? 0) : 0;
  const which = sorting === null ? where : sql`${where} ${sorting.after(cursor)}`;
  const inOrder = sorting === null ? sql`order by ${order} offset ${from}` : sorting.order;
  const { rows } = await select(which, sql`${inOrder} limit ${limit + 1}`, sorting?.value).execute(q);
  const { page, nextCursor } = pageOf(rows, limit, sorting === null ? () => String(from + limit) : cursorOf);
  return {
    items: page.map(recordOf),
    nextCursor,
    total: total ? await total(q) : await countSuch(q, where),
  };
}

async function countSuch(q: Db | Tx['q'], where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from desk.thread t where ${where}`.execute(q);
  return Number(rows[0]?.n ?? 0);
}

interface Row {
  bucket: number;
  member_id: string;
  id: string;
  subject: Subject;
  host_id: string | null;
  opened_at: Date;
  last_at: Date;
  waits_since: Date | null;
  closed_at: Date | null;
  closed_by: Side | null;
  entries: number;
  member_read: number;
  house_read: number;
  member_unread: bigint;
  house_unread: bigint;
  last_words: string;
  rating: number | null;
  rating_words: string | null;
  rated_at: Date | null;
  assigned_to: string | null;
  snoozed_until: Date | null;
  labels: string[];
  first_answered_at: Date | null;
  sorted: bigint;
}

function select(where: RawBuilder<unknown>, more: RawBuilder<unknown>, sorted = sql<bigint>`0::bigint`) {
  const own = sql`e.bucket = t.bucket and e.member_id = t.member_id and e.thread_id = t.id`;
  return sql<Row>`
    select t.*, ${sorted} as sorted, (
      select count(*) from desk.entry e where ${own} and e.n > t.member_read and e.staff_id is not null
    ) as member_unread, (
      select count(*) from desk.entry e where ${own} and e.n > t.house_read and e.staff_id is null
    ) as house_unread, (
      select left(e.words, 140) from desk.entry e where ${own} and e.n = t.entries
    ) as last_words, (
      select min(e.at) from desk.entry e where ${own} and e.staff_id is not null
    ) as first_answered_at
    from desk.thread t where ${where} ${more}`;
}

function recordOf(row: Row): ThreadRecord {
  return {
    bucket: row.bucket,
    memberId: row.member_id,
    id: row.id,
    subject: row.subject,
    hostId: row.host_id,
    state: row.closed_at === null ? 'open' : 'closed',
    closedBy: row.closed_by,
    openedAtMs: row.opened_at.getTime(),
    lastAtMs: row.last_at.getTime(),
    waitsSinceMs: row.waits_since?.getTime() ?? null,
    entries: row.entries,
    memberRead: row.member_read,
    houseRead: row.house_read,
    memberUnread: Number(row.member_unread),
    houseUnread: Number(row.house_unread),
    lastWords: row.last_words,
    rating:
      row.rating === null || row.rated_at === null
        ? null
        : { stars: row.rating, words: row.rating_words ?? '', atMs: row.rated_at.getTime() },
    handling: {
      staffId: row.assigned_to,
      snoozedUntilMs: row.snoozed_until?.getTime() ?? null,
      labels: row.labels,
    },
    firstAnsweredAtMs: row.first_answered_at?.getTime() ?? null,
  };
}
